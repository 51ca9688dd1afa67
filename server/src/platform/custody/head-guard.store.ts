import { sql } from "kysely";
import type { Db } from "../store/database.ts";
import type { Chain } from "./chain.store.ts";

/** What the database holds where a head says that a chain had a row: hashes, null where nothing is. */
export type FoundAt = { seq: number; row: string | null; head: string | null };

/** What the guard of a chain's heads asks of the database. */
export function createHeadGuardStore(db: Db) {
  return {
    async findAt(chain: Chain, seqs: readonly number[]): Promise<FoundAt[]> {
      const { rows } = await sql<{ seq: number; row: string | null; head: string | null }>`
        select t.seq::float8 as seq, r.hash as "row", h.hash as head from unnest(${[...seqs]}::bigint[]) as t(seq)
        left join ${sql.table(chain.table)} r on r.seq = t.seq
        left join chain_head h on h.chain = ${chain.name} and h.seq = t.seq`.execute(db);
      return rows;
    },

    async findLastRow(chain: Chain): Promise<number> {
      const { rows } = await sql<{ seq: number }>`
        select coalesce(max(seq), 0)::float8 as seq from ${sql.table(chain.table)}`.execute(db);
      return rows[0]?.seq ?? 0;
    },

    /** Remembers that a file of heads was made for this key; false where it was before. */
    async addFile(key: string): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto("setting")
        .values({ key, value: sql`'true'::jsonb` })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return (numInsertedOrUpdatedRows ?? 0n) > 0n;
    },

    async hasFile(key: string): Promise<boolean> {
      const found = await db.selectFrom("setting").select("key").where("key", "=", key).executeTakeFirst();
      return found !== undefined;
    },
  };
}
