/* Reads a whole chain in small parts, so that nobody waits for it. */
import type { ChainRow } from "@tracewater/custody/chain";
import type { ChainLine } from "@tracewater/custody/chain-file";
import { createBreather } from "../breather.ts";
import type { Chain, ChainStore } from "./chain.store.ts";

/** A few milliseconds of reading. */
const batch = 100;

export function createChainReader(
  store: Pick<ChainStore, "readRows" | "readHeads" | "findLastHead">,
  chain: Chain,
) {
  async function* eachRow(afterSeq: number): AsyncGenerator<ChainRow> {
    const breathe = createBreather();
    for (let after = afterSeq; ; ) {
      const rows = await store.readRows(chain, after, batch);
      for (const row of rows) {
        yield row;
        await breathe();
      }
      if (rows.length < batch) return;
      after = rows.at(-1)?.seq ?? after;
    }
  }

  /** The chain's rows up to one and all heads, as lines of its file, each head behind its row. */
  async function* eachLine(upTo = Number.MAX_SAFE_INTEGER): AsyncGenerator<ChainLine> {
    // Before the rows: a head that is signed meanwhile may cover rows that came after the last one that was read.
    const signedTo = (await store.findLastHead(chain))?.seq ?? 0;
    let heads = await store.readHeads(chain, 0, batch);
    let last = 0;
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
      last = row.seq;
    }
    yield* headsUpTo(Math.min(upTo, Math.max(signedTo, last)));
  }

  return { eachRow, eachLine };
}
