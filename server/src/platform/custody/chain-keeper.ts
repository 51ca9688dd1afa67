/*
 * Keeps a chain: signs its head at the end of each day and whenever it is shown to somebody, walks it to see whether
 * it is whole, and writes it out as a file for `custody-verify`. It signs nothing while the chain does not lead to the
 * heads that are kept outside of the database (head-guard.ts).
 */
import { chainStart } from "@tracewater/custody/chain";
import { type ChainFault, checkChain } from "@tracewater/custody/chain-check";
import { writeLine } from "@tracewater/custody/chain-file";
import type { SigningKey } from "@tracewater/custody/head";
import type { Log } from "../log.ts";
import type { PrintMoment } from "../moments.ts";
import type { Chain, ChainStore } from "./chain.store.ts";
import { createChainReader } from "./chain-reader.ts";
import { createChainSigner, type SigningRefusal } from "./chain-signer.ts";
import type { HeadGuard } from "./head-guard.ts";

const lookEveryMs = 60_000;

export type ChainCheck = {
  checkedAt: Date;
  /** The first bad row and how it is bad; null where the chain is whole. */
  fault: ChainFault | null;
  /** How far the chain was walked, and up to where its heads cover it. */
  rows: number;
  signedTo: number;
};

export type ChainKeeper = ReturnType<typeof createChainKeeper>;

export function createChainKeeper(options: {
  store: ChainStore;
  guard: HeadGuard;
  chain: Chain;
  key: SigningKey;
  printIso: PrintMoment;
  now: () => number;
  log: Log;
}) {
  const { store, guard, chain, key, printIso, now, log } = options;
  const { eachRow, eachLine } = createChainReader(store, chain);
  let timer: NodeJS.Timeout | null = null;
  let checking: Promise<ChainCheck> | null = null;
  const { signDue, refusal, hasSignedToday } = createChainSigner({ ...options, eachRow });

  async function walk(): Promise<ChainCheck> {
    await signDue(true);
    const checkedAt = new Date(now());
    const walked = await walkRows();
    const { fault: differs } = await guard.compare("whole");
    const first = firstOf(walked.fault, differs);
    if (first !== null) log.error({ chain: chain.name, fault: first }, "a chain is broken");
    return { checkedAt, fault: first, rows: walked.rows, signedTo: walked.signedTo };
  }

  /** The chain by itself: its rows, its heads in the database, its end. */
  async function walkRows(): Promise<Omit<ChainCheck, "checkedAt">> {
    const keys = new Map((await trustedKeys()).map((one) => [one.id, one.publicKey]));
    const check = checkChain({ chain: chain.name, keys });
    // Before the walk: rows that are appended meanwhile are met by it, and none can be missing.
    const known = await store.findEnd(chain);
    for await (const line of eachLine()) {
      if ("row" in line) check.row(line.row);
      else if ("head" in line) check.head(line.head);
      if (check.result({ mayEndUnsigned: true }).fault !== null) break;
    }
    const { fault, end, signed } = check.result({ mayEndUnsigned: true });
    const cut: ChainFault | null =
      known.seq > end.seq ? { kind: "cutOff", seq: end.seq + 1, until: known.seq } : null;
    return { fault: fault ?? cut, rows: end.seq, signedTo: signed };
  }

  /** This platform's own key and those of its other nodes, as the database knows them. */
  async function trustedKeys(): Promise<{ id: string; publicKey: string }[]> {
    const known = await store.listKeys();
    return [{ id: key.id, publicKey: key.publicKey }, ...known.filter((one) => one.id !== key.id)];
  }

  return {
    /** Signs the days past; from then on looks each minute whether a day is over. */
    async start(): Promise<void> {
      await store.addKey({ id: key.id, publicKey: key.publicKey });
      await signDue(false, "end");
      timer = setInterval(() => {
        if (hasSignedToday()) return;
        signDue(false).catch((error: unknown) => log.error({ err: error }, "a chain's head was not signed"));
      }, lookEveryMs).unref();
    },

    async stop(): Promise<void> {
      if (timer !== null) clearInterval(timer);
    },

    async state(): Promise<{ end: number; signedTo: number }> {
      const [end, head] = await Promise.all([store.findEnd(chain), store.findLastHead(chain)]);
      return { end: end.seq, signedTo: head?.seq ?? 0 };
    },

    /** Why nothing is signed at present; null where nothing is in the way. */
    refusal,

    /** A signed head of the chain as it is now, or why there is none. */
    async signNow(): Promise<
      { state: "signed"; seq: number; hash: string; signedAt: string } | { state: "empty" | "refused" }
    > {
      if (!(await signDue(true))) return { state: "refused" };
      const { last } = await guard.compare("end");
      if (last === null) return { state: "empty" };
      const { seq, hash, signedAt } = last;
      return { state: "signed", seq, hash, signedAt };
    },

    /** The chain by itself, without the heads that are kept outside of the database. */
    walkRows,

    /** Walks the whole chain; who asks while it is being walked gets the same answer. */
    check(): Promise<ChainCheck> {
      checking ??= walk().finally(() => {
        checking = null;
      });
      return checking;
    },

    /** The chain as the lines of its file, its present end signed; rows that come meanwhile are left out. */
    async *export(): AsyncGenerator<string> {
      const isWhole = await signDue(true);
      const upTo = isWhole ? (await store.findLastHead(chain))?.seq : undefined;
      yield writeLine({
        header: {
          format: "tracewater-chain",
          version: 1,
          chain: chain.name,
          exportedAt: printIso(new Date(now())),
          keys: (await trustedKeys()).map((one) => one.publicKey),
          from: chainStart,
        },
      });
      for await (const line of eachLine(upTo)) yield writeLine(line);
    },
  };
}

/** As a chain's state shows it. */
export function showRefusal(refusal: SigningRefusal | null, print: PrintMoment) {
  return refusal === null ? null : { fault: refusal.fault, since: print(refusal.since) };
}

/** The one that is met first; a walk by rows names it more exactly than heads do. */
function firstOf(walked: ChainFault | null, differs: ChainFault | null): ChainFault | null {
  if (walked === null || differs === null) return walked ?? differs;
  return differs.seq > 0 && differs.seq < walked.seq ? differs : walked;
}
