/*
 * Guards a chain against somebody who can write in the database: compares it with the signed heads that are kept in a
 * file outside of it. The platform signs nothing while the two differ, so nobody gets its signature under a chain that
 * was rewritten together with the heads in the database.
 */
import { type ChainFault, spanned } from "@tracewater/custody/chain-check";
import { isSignedBy, type SignedHead, type SigningKey } from "@tracewater/custody/head";
import { type KeptHeads, signAcceptance } from "@tracewater/custody/kept-heads";
import type { Log } from "../log.ts";
import type { Chain, ChainStore } from "./chain.store.ts";
import type { createHeadGuardStore } from "./head-guard.store.ts";
import type { KeptHeadsFile } from "./kept-heads.ts";

const batch = 500;

/** A head is in the database and could not be written to the file; it is kept with the next attempt. */
export class HeadNotKept extends Error {}

export type HeadGuard = ReturnType<typeof createHeadGuard>;

/** What a comparison found: a fault, up to which row the chain leads to the kept heads, and the last of these. */
export type Comparison = { fault: ChainFault | null; good: number; last: SignedHead | null };

export function createHeadGuard(options: {
  store: ReturnType<typeof createHeadGuardStore>;
  chains: ChainStore;
  file: KeptHeadsFile;
  chain: Chain;
  key: SigningKey;
  log: Log;
}) {
  const { store, chains, file, chain, key, log } = options;
  const marker = `chain.heads.${chain.name}.${key.id}`;

  /** Heads of this key in the database after a row: a crash may have come before they were kept. */
  async function listOwnHeads(afterSeq: number): Promise<SignedHead[]> {
    const own: SignedHead[] = [];
    for (let after = afterSeq; ; ) {
      const heads = await chains.readHeads(chain, after, batch);
      own.push(...heads.filter((head) => head.keyId === key.id && isSignedBy(head, key.publicKey)));
      if (heads.length < batch) return own;
      after = heads.at(-1)?.seq ?? after;
    }
  }

  async function keep(heads: readonly SignedHead[]): Promise<void> {
    await file.append(heads.map((head) => ({ head }))).catch((cause: unknown) => {
      throw new HeadNotKept(`${file.path} cannot be written`, { cause });
    });
  }

  /** The file for the first time: until then only the database knew the heads. */
  async function makeFile(): Promise<void> {
    const known = await listOwnHeads(0);
    await keep(known);
    await store.addFile(marker);
    const counted = { chain: chain.name, file: file.path, heads: known.length };
    if (known.length === 0) log.info(counted, "signed heads are kept outside of the database from now on");
    else
      log.warn(
        counted,
        "signed heads were copied out of the database, once; they are kept outside of it from now on",
      );
  }

  async function findFault({ heads }: KeptHeads): Promise<{ fault: ChainFault | null; good: number }> {
    const lastRow = await store.findLastRow(chain);
    const missing: number[] = [];
    let good = 0;
    for (let from = 0; from < heads.length; from += batch) {
      const part = heads.slice(from, from + batch);
      const found = new Map(
        (
          await store.findAt(
            chain,
            part.map(({ seq }) => seq),
          )
        ).map((at) => [at.seq, at]),
      );
      for (const { seq, hash } of part) {
        const at = found.get(seq);
        if (seq > lastRow) return { fault: spanned("cutOff", lastRow + 1, heads.at(-1)?.seq ?? seq), good };
        if (at === undefined || at.row === null) return { fault: { kind: "deleted", seq }, good };
        if (at.row !== hash) return { fault: spanned("rewritten", good + 1, seq), good };
        if (at.head !== hash) missing.push(seq);
        good = seq;
      }
    }
    const [first] = missing;
    return {
      fault: first === undefined ? null : spanned("headMissing", first, missing.at(-1) ?? first),
      good,
    };
  }

  async function compare(part: "whole" | "end"): Promise<Comparison> {
    let read = await file.read(part);
    if (read.state === "missing" && !(await store.hasFile(marker))) {
      await makeFile();
      read = await file.read(part);
    }
    if (read.state === "missing") return { fault: { kind: "headsLost", seq: 0 }, good: 0, last: null };
    if (read.state === "damaged") {
      log.error({ chain: chain.name, reason: read.reason }, "the file of signed heads cannot be used");
      return { fault: { kind: "headsDamaged", seq: 0 }, good: 0, last: null };
    }
    const unkept = await listUnkept(read);
    if (unkept.length > 0) await keep(unkept);
    const heads = [...read.heads, ...unkept];
    const found = await findFault({ ...read, heads });
    // The end of the file does not say where the chain was last as it was signed.
    if (found.fault !== null && part === "end") return compare("whole");
    return { ...found, last: heads.at(-1) ?? null };
  }

  /** Those of before an accepted restore stay out, although somebody puts them back into the database. */
  async function listUnkept({ heads, restores }: KeptHeads): Promise<SignedHead[]> {
    const own = await listOwnHeads(heads.at(-1)?.seq ?? 0);
    const aside = new Set(restores.flatMap(({ setAside }) => setAside.map((head) => head.signature)));
    return own.filter((head) => !aside.has(head.signature));
  }

  return {
    /** Compares the chain with all kept heads, or with the last of them. */
    compare,

    /** Resolves once the head is on disk. The database has it already, so that no crash leaves it here alone. */
    keep: (head: SignedHead) => keep([head]),

    /** From now on only heads up to row `keepTo` count; a file that is lost or cannot be read is made again. */
    async accept({
      keepTo,
      reason,
      at,
      atMs,
    }: {
      keepTo: number;
      reason: string;
      at: string;
      atMs: number;
    }): Promise<void> {
      const read = await file.read("whole");
      if (read.state === "damaged") await file.setAside(atMs);
      const heads = read.state === "read" ? read.heads : [];
      const accepted = signAcceptance({ chain: chain.name, keep: keepTo, reason, at }, key);
      await file.append([{ accepted }]);
      await store.addFile(marker);
      for (const head of heads.filter(({ seq }) => seq <= keepTo)) await chains.addHead(head);
    },
  };
}
