import { canonicalize, type Json } from "@tracewater/custody/canonical";
import { type ChainEnd, type ChainRow, chainRow, linkRow } from "@tracewater/custody/chain";
import { type SignedHead, signedHead } from "@tracewater/custody/head";
import { sql, type Transaction } from "kysely";
import { z } from "zod";
import type { PrintMoment } from "../moments.ts";
import type { Db } from "../store/database.ts";
import type { Tables } from "../store/tables.ts";

/**
 * A chain and the table that its rows are used: `seq, at, prev, hash, record`, and nothing that is not read from
 * these.
 */
export type Chain = { name: string; table: string };

export const auditChain: Chain = { name: "audit", table: "audit_log" };
export const custodyChain: Chain = { name: "custody", table: "custody_event" };

export type ChainStore = ReturnType<typeof createChainStore>;

export function createChainStore(db: Db, printIso: PrintMoment) {
  return {
    /**
     * Appends records in the caller's own transaction, in their order; gives their numbers. Numbers have no gaps: the
     * end of the chain stays locked until the transaction ends, so append last. A row's time never falls behind the
     * row before it, whatever the clock does; a record that must keep the clock's word carries it itself.
     */
    async appendTo(
      chain: Chain,
      trx: Transaction<Tables>,
      records: readonly Json[],
      nowMs: number,
    ): Promise<number[]> {
      const end = await trx
        .selectFrom("chainEnd")
        .select(["seq", "hash", "atMs"])
        .where("chain", "=", chain.name)
        .forUpdate()
        .executeTakeFirstOrThrow();
      const atMs = Math.max(nowMs, Number(end.atMs));
      const at = printIso(new Date(atMs));
      const rows: ChainRow[] = [];
      let last: ChainEnd = { seq: Number(end.seq), hash: end.hash };
      for (const record of records) {
        const row = linkRow(chain.name, last, { at, record });
        rows.push(row);
        last = row;
      }
      await sql`
        insert into ${sql.table(chain.table)} (seq, at, prev, hash, record)
        select * from unnest(${rows.map((row) => row.seq)}::bigint[], ${rows.map((row) => row.at)}::text[],
          ${rows.map((row) => row.prev)}::text[], ${rows.map((row) => row.hash)}::text[],
          ${rows.map((row) => canonicalize(row.record))}::text[])`.execute(trx);
      await trx
        .updateTable("chainEnd")
        .set({ seq: String(last.seq), hash: last.hash, atMs: String(atMs) })
        .where("chain", "=", chain.name)
        .execute();
      return rows.map((row) => row.seq);
    },

    async findEnd(chain: Chain): Promise<ChainEnd> {
      const end = await db
        .selectFrom("chainEnd")
        .select(["seq", "hash"])
        .where("chain", "=", chain.name)
        .executeTakeFirstOrThrow();
      return { seq: Number(end.seq), hash: end.hash };
    },

    /** Rows in their order. What was put into the database as no JSON comes as a row that no hash fits. */
    async readRows(chain: Chain, afterSeq: number, limit: number): Promise<ChainRow[]> {
      const found = await sql<{ seq: string; at: string; prev: string; hash: string; record: string }>`
        select seq, at, prev, hash, record from ${sql.table(chain.table)}
        where seq > ${afterSeq}::bigint order by seq limit ${limit}::int`.execute(db);
      return found.rows.map((row) => {
        const read = { ...row, seq: Number(row.seq), record: parseRecord(row.record) };
        const parsed = chainRow.safeParse(read);
        return parsed.success ? parsed.data : { ...read, hash: "" };
      });
    },

    /** Heads in the order of the rows that they cover. */
    async readHeads(chain: Chain, afterSeq: number, limit: number): Promise<SignedHead[]> {
      const found = await sql`
        select chain, to_char(day, 'YYYY-MM-DD') as day, seq::float8 as seq, hash, signed_at, key_id, signature
        from chain_head where chain = ${chain.name} and seq > ${afterSeq}::bigint order by seq limit ${limit}::int`.execute(
        db,
      );
      return z.array(signedHead).parse(found.rows);
    },

    async findLastHead(chain: Chain): Promise<ChainEnd | null> {
      const found = await db
        .selectFrom("chainHead")
        .select(["seq", "hash"])
        .where("chain", "=", chain.name)
        .orderBy("seq", "desc")
        .limit(1)
        .executeTakeFirst();
      return found === undefined ? null : { seq: Number(found.seq), hash: found.hash };
    },

    /** A head that another node made meanwhile stays. */
    async addHead(head: SignedHead): Promise<void> {
      await db
        .insertInto("chainHead")
        .values({ ...head, seq: String(head.seq) })
        .onConflict((conflict) => conflict.columns(["chain", "seq"]).doNothing())
        .execute();
    },

    async addKey(key: { id: string; publicKey: string }): Promise<void> {
      await db
        .insertInto("chainKey")
        .values(key)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    async listKeys(): Promise<{ id: string; publicKey: string }[]> {
      return db.selectFrom("chainKey").select(["id", "publicKey"]).orderBy("since").limit(100).execute();
    },
  };
}

function parseRecord(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return null; // anyone who wrote this did not append it; its hash will not fit
  }
}
