import { sql } from "kysely";
import type { Db } from "../store/database.ts";
import type { Chain } from "./chain.store.ts";
import type { MadeCheckpoint } from "./log-tree.ts";

export type KeptStamp = { size: number; text: string; token: Buffer };

/** Days after which a checkpoint that was never stamped is no longer tried. */
const triedDays = 30;

/** The statements on time stamps of checkpoints. */
export function createStampStore(db: Db, chain: Chain) {
  const waiting = sql`from checkpoint c where c.chain = ${chain.name}
    and c.made_at > now() - make_interval(days => ${triedDays}::int) and not exists (
      select from checkpoint_stamp s where s.chain = c.chain and s.size = c.size and s.key = c.key)`;
  return {
    async find({ size, key }: { size: number; key: string }): Promise<KeptStamp | undefined> {
      const found = await sql<KeptStamp>`select size::float8 as size, text, token from checkpoint_stamp
        where chain = ${chain.name} and size = ${size}::bigint and key = ${key}`.execute(db);
      return found.rows[0];
    },

    async keep(made: {
      size: number;
      key: string;
      text: string;
      token: Uint8Array;
      at: Date;
    }): Promise<void> {
      await sql`insert into checkpoint_stamp (chain, size, key, text, token, stamped_at)
        values (${chain.name}, ${made.size}::bigint, ${made.key}, ${made.text}, ${Buffer.from(made.token)}, ${made.at})
        on conflict do nothing`.execute(db);
    },

    /** Checkpoints without a stamp, the oldest first. */
    async listWaiting(limit: number): Promise<MadeCheckpoint[]> {
      const found = await sql<MadeCheckpoint>`select c.note, c.key, c.size::float8 as size ${waiting}
        order by c.size limit ${limit}::int`.execute(db);
      return found.rows;
    },

    async state(): Promise<{ waiting: number; since: Date | null; last: Date | null }> {
      const found = await sql<{ waiting: number; since: Date | null; last: Date | null }>`
        select count(*)::int as waiting, min(c.made_at) as since,
          (select max(stamped_at) from checkpoint_stamp where chain = ${chain.name}) as last ${waiting}`.execute(
        db,
      );
      return found.rows[0] ?? { waiting: 0, since: null, last: null };
    },

    /** For each of these rows the first stamped checkpoint that covers it, at most `limit` of them. */
    async listCovering(seqs: readonly number[], limit: number): Promise<KeptStamp[]> {
      const found = await sql<KeptStamp>`
        select distinct on (s.size) s.size::float8 as size, s.text, s.token
        from unnest(${[...seqs]}::bigint[]) as row(seq)
        cross join lateral (select size, text, token from checkpoint_stamp
          where chain = ${chain.name} and size >= row.seq order by size limit 1) s
        order by s.size limit ${limit}::int`.execute(db);
      return found.rows;
    },
  };
}
