/** The statements on the Merkle trees of a chain: tiles, the counts of things, signed checkpoints. */
import type { Tile } from "@tracewater/custody/tile-tree";
import { sql } from "kysely";
import { z } from "zod";
import type { Db, Trx } from "../store/database.ts";
import type { Chain } from "./chain.store.ts";

/** A row as its leaf needs it: `record` is the canonical text that was hashed. */
export type LeafRow = {
  seq: number;
  at: string;
  prev: string;
  hash: string;
  record: string;
  about: string[];
};
export type CountedThing = { about: string; index: number; events: number; last: number };
export type TilePlace = { level: number; index: number };

const leafRows = z.array(
  z.object({
    ...{ seq: z.coerce.number(), at: z.string(), prev: z.string(), hash: z.string(), record: z.string() },
    about: z.array(z.string()),
  }),
);

export function createLogTreeStore(db: Db, chain: Chain) {
  return {
    /** The size of both trees. Whoever else extends them or reads them for a proof waits until the transaction ends. */
    async lock(trx: Trx): Promise<{ size: number; things: number }> {
      const found = await trx
        .selectFrom("chainTree")
        .select(["size", "things"])
        .where("chain", "=", chain.name)
        .forUpdate()
        .executeTakeFirstOrThrow();
      return { size: Number(found.size), things: Number(found.things) };
    },

    async findLastSize(): Promise<number> {
      const found = await db
        .selectFrom("checkpoint")
        .select("size")
        .where("chain", "=", chain.name)
        .orderBy("size", "desc")
        .limit(1)
        .executeTakeFirst();
      return Number(found?.size ?? 0);
    },

    async saveSizes(trx: Trx, { size, things }: { size: number; things: number }): Promise<void> {
      await trx
        .updateTable("chainTree")
        .set({ size: String(size), things: String(things) })
        .where("chain", "=", chain.name)
        .execute();
    },

    async readRows(trx: Trx, afterSeq: number, upTo: number, limit: number): Promise<LeafRow[]> {
      const { rows } = await sql`
        select seq, at, prev, hash, record, coalesce(about, '[]') as about from ${sql.table(chain.table)}
        where seq > ${afterSeq}::bigint and seq <= ${upTo}::bigint order by seq limit ${limit}::int`.execute(
        trx,
      );
      return leafRows.parse(rows);
    },

    /** The rows about a thing up to one row. */
    async readAbout(trx: Trx, about: string, upTo: number, limit: number): Promise<LeafRow[]> {
      // First those about it, by the index of what rows are about: a limit would tempt the planner into a walk by seq.
      const { rows } = await sql`
        with own as materialized (
          select seq from ${sql.table(chain.table)} where about @> ${JSON.stringify([about])}::jsonb)
        select e.seq, e.at, e.prev, e.hash, e.record, e.about
        from (select seq from own where seq <= ${upTo}::bigint order by seq limit ${limit}::int) o
        join ${sql.table(chain.table)} e on e.seq = o.seq order by e.seq`.execute(trx);
      return leafRows.parse(rows);
    },

    /** These tiles of a tree, those that are there. */
    async readTiles(
      trx: Trx,
      tree: string,
      places: readonly TilePlace[],
    ): Promise<(TilePlace & { hashes: Buffer })[]> {
      if (places.length === 0) return [];
      const { rows } = await sql<{ level: number; idx: string; hashes: Buffer }>`
        select level, idx, hashes from hash_tile
        where tree = ${tree} and (level, idx) in (
          select * from unnest(${places.map((one) => one.level)}::smallint[],
            ${places.map((one) => one.index)}::bigint[]))`.execute(trx);
      return rows.map(({ level, idx, hashes }) => ({ level, index: Number(idx), hashes }));
    },

    async saveTiles(trx: Trx, tree: string, tiles: readonly Tile[]): Promise<void> {
      if (tiles.length === 0) return;
      const values = tiles.map(({ level, index, hashes }) => ({
        ...{ tree, level, idx: String(index), hashes: Buffer.from(hashes) },
      }));
      await trx
        .insertInto("hashTile")
        .values(values)
        .onConflict((conflict) =>
          conflict.columns(["tree", "level", "idx"]).doUpdateSet({ hashes: sql`excluded.hashes` }),
        )
        .execute();
    },

    async readThings(trx: Trx, about: readonly string[]): Promise<CountedThing[]> {
      if (about.length === 0) return [];
      const found = await trx
        .selectFrom("chainThing")
        .select(["about", "idx", "events", "lastSeq"])
        .where("chain", "=", chain.name)
        .where("about", "=", sql<string>`any(${[...about]}::text[])`)
        .execute();
      return found.map(({ idx, lastSeq, ...one }) => ({ ...one, index: Number(idx), last: Number(lastSeq) }));
    },

    async saveThings(trx: Trx, things: readonly CountedThing[]): Promise<void> {
      await sql`
        insert into chain_thing (chain, about, idx, events, last_seq)
        select ${chain.name}, * from unnest(${things.map((one) => one.about)}::text[],
          ${things.map((one) => one.index)}::bigint[], ${things.map((one) => one.events)}::int[],
          ${things.map((one) => one.last)}::bigint[])
        on conflict (chain, about) do update set events = excluded.events, last_seq = excluded.last_seq`.execute(
        trx,
      );
    },

    /** The note that was signed first for this size with this key. */
    async saveCheckpoint(
      trx: Trx,
      made: { size: number; key: string; note: string; at: Date },
    ): Promise<string> {
      const { size, key, note, at } = made;
      await trx
        .insertInto("checkpoint")
        .values({ chain: chain.name, size: String(size), key, note, madeAt: at })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const kept = await trx
        .selectFrom("checkpoint")
        .select("note")
        .where("chain", "=", chain.name)
        .where("size", "=", String(size))
        .where("key", "=", key)
        .executeTakeFirstOrThrow();
      return kept.note;
    },

    /** The name under which checkpoints are signed: an id of the installation. */
    async readOrigin(): Promise<string> {
      const found = await db
        .selectFrom("setting")
        .select("value")
        .where("key", "=", "checkpoint.origin")
        .executeTakeFirstOrThrow();
      return z.string().min(1).parse(found.value);
    },
  };
}
