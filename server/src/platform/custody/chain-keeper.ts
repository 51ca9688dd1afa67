/*
 * Keeps a chain: signs its head at the end of each day and whenever it is shown to somebody, walks it to see whether
 * it is whole, and writes it out as a file for `custody-verify`.
 */
import { type ChainEnd, type ChainRow, chainStart } from "@tracewater/custody/chain";
import { type ChainFault, checkChain } from "@tracewater/custody/chain-check";
import { type ChainLine, writeLine } from "@tracewater/custody/chain-file";
import { type SigningKey, signHead } from "@tracewater/custody/head";
import type { Log } from "../log.ts";
import type { PrintMoment } from "../moments.ts";
import type { Chain, ChainStore } from "./chain.store.ts";

const batch = 500;
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
  chain: Chain;
  key: SigningKey;
  printIso: PrintMoment;
  now: () => number;
  log: Log;
}) {
  const { store, chain, key, printIso, now, log } = options;
  let timer: NodeJS.Timeout | null = null;
  let lastDay = "";
  let checking: Promise<ChainCheck> | null = null;

  async function sign(end: ChainEnd, day: string): Promise<void> {
    const said = {
      chain: chain.name,
      day,
      seq: end.seq,
      hash: end.hash,
      signedAt: printIso(new Date(now())),
    };
    await store.addHead(signHead(said, key));
  }

  /**
   * Signs the last row of each day that is over, and with `upToNow` the end as it is. Never signs over a break: then
   * it answers false.
   */
  async function signDue(upToNow: boolean): Promise<boolean> {
    const today = dayOf(printIso(new Date(now())));
    const from = (await store.findLastHead(chain)) ?? chainStart;
    const check = checkChain({ chain: chain.name, keys: new Map(), from });
    let last: ChainRow | null = null;
    for await (const row of eachRow(from.seq)) {
      check.row(row);
      const { fault } = check.result({ mayEndUnsigned: true });
      if (fault !== null) {
        log.error({ chain: chain.name, fault }, "a chain is broken: nothing is signed beyond the break");
        return false;
      }
      if (last !== null && dayOf(last.at) < dayOf(row.at)) await sign(last, dayOf(last.at));
      last = row;
    }
    if (last !== null && (upToNow || dayOf(last.at) < today)) await sign(last, dayOf(last.at));
    lastDay = today;
    return true;
  }

  async function* eachRow(afterSeq: number): AsyncGenerator<ChainRow> {
    for (let after = afterSeq; ; ) {
      const rows = await store.readRows(chain, after, batch);
      yield* rows;
      if (rows.length < batch) return;
      after = rows.at(-1)?.seq ?? after;
    }
  }

  /** The chain's rows up to one and all heads, as lines of its file, each head behind its row. */
  async function* eachLine(upTo = Number.MAX_SAFE_INTEGER): AsyncGenerator<ChainLine> {
    let heads = await store.readHeads(chain, 0, batch);
    async function* headsUpTo(seq: number): AsyncGenerator<ChainLine> {
      for (let head = heads[0]; head !== undefined && head.seq <= seq; head = heads[0]) {
        yield { head };
        heads = heads.length > 1 ? heads.slice(1) : await store.readHeads(chain, head.seq, batch);
      }
    }
    for await (const row of eachRow(0)) {
      if (row.seq > upTo) break;
      yield* headsUpTo(row.seq - 1);
      yield { row };
      yield* headsUpTo(row.seq);
    }
    yield* headsUpTo(Number.MAX_SAFE_INTEGER);
  }

  async function walk(): Promise<ChainCheck> {
    await signDue(true);
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
    const first = fault ?? cut;
    if (first !== null) log.error({ chain: chain.name, fault: first }, "a chain is broken");
    return { checkedAt: new Date(now()), fault: first, rows: end.seq, signedTo: signed };
  }

  /** This platform's own key and those of its other nodes, as the store knows them. */
  async function trustedKeys(): Promise<{ id: string; publicKey: string }[]> {
    const known = await store.listKeys();
    return [{ id: key.id, publicKey: key.publicKey }, ...known.filter((one) => one.id !== key.id)];
  }

  return {
    /** Signs the days past; from then on looks each minute whether a day is over. */
    async start(): Promise<void> {
      await store.addKey({ id: key.id, publicKey: key.publicKey });
      await signDue(false);
      timer = setInterval(() => {
        if (dayOf(printIso(new Date(now()))) === lastDay) return;
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

/** `2026-11-21` of an ISO time. */
function dayOf(iso: string): string {
  return iso.slice(0, 10);
}
