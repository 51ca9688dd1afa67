import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/store/database.ts";
import type { Partition, PartitionedTable } from "./partition.model.ts";

/** Tables without partitions whose rows go one by one, and the column that reports their time. */
export type PlainTable =
  | { table: "telemetry_1d"; time: "bucket" }
  | { table: "telemetry_conflict" | "device_event"; time: "ts" };

/** Rows that one statement deletes: short enough that nobody waits for it. */
export const deletedAtOnce = 20_000;

export type PartitionStore = ReturnType<typeof createPartitionStore>;

/** Partitions as the catalogue has them; the functions of the database make and drop them for the program. */
export function createPartitionStore(db: Db) {
  return {
    async list({ table }: PartitionedTable): Promise<Partition[]> {
      const found = await sql<Partition>`
        select name, bounds[1]::timestamptz as begin, bounds[2]::timestamptz as "end" from (
          select c.relname as name,
            regexp_match(pg_get_expr(c.relpartbound, c.oid), 'FROM \\(''([^'']+)''\\) TO \\(''([^'']+)''\\)') as bounds
          from pg_inherits i join pg_class c on c.oid = i.inhrelid
          where i.inhparent = ${table}::regclass) p
        where bounds is not null order by 2 limit 10000`.execute(db);
      return found.rows;
    },

    /** Makes it where it is not there; how many rows it took over from the default partition. */
    async make({ table }: PartitionedTable, { name, begin, end }: Partition): Promise<number> {
      const made = await sql<{ moved: number }>`
        select make_partition(${table}, ${name}, ${begin}, ${end})::float8 as moved`.execute(db);
      return made.rows[0]?.moved ?? 0;
    },

    /** Moments of rows in the default partition, one for each partition that they should have. */
    async listStray({ table, time, step }: PartitionedTable): Promise<Date[]> {
      const found = await sql<{ at: Date }>`
        select min(${sql.ref(time)}) as at from ${sql.table(`${table}_default`)}
        group by date_trunc(${step}, ${sql.ref(time)} at time zone 'UTC') order by 1 limit 1000`.execute(db);
      return found.rows.map((row) => row.at);
    },

    async isHeld({ begin, end }: Partition): Promise<boolean> {
      const found = await sql`select 1 from reading_hold where lifted_at is null
        and begin_at < ${end} and coalesce(end_at, 'infinity') > ${begin} limit 1`.execute(db);
      return found.rows.length > 0;
    },

    async drop({ table }: PartitionedTable, { name, begin, end }: Partition): Promise<void> {
      await sql`select drop_partition(${table}, ${name}, ${begin}, ${end})`.execute(db);
    },

    /** Deletes some of the rows of one partition that no hold keeps; the bounds leave only that one to look at. */
    async deleteFrom({ table, time }: PartitionedTable, { begin, end }: Partition): Promise<number> {
      const inside = sql`${sql.ref(time)} >= ${begin} and ${sql.ref(time)} < ${end}`;
      return deleteSome(sql`
        delete from ${sql.table(table)} where ${inside} and ctid = any(array(
          select ctid from ${sql.table(table)} t where ${inside} and ${unheld(time)} limit ${deletedAtOnce}))`);
    },

    /** Deletes some of the rows before a moment that no hold keeps. */
    async deleteBefore({ table, time }: PlainTable, before: Date): Promise<number> {
      return deleteSome(sql`
        delete from ${sql.table(table)} where ctid = any(array(
          select ctid from ${sql.table(table)} t
          where ${sql.ref(time)} < ${before} and ${unheld(time)} limit ${deletedAtOnce}))`);
    },

    /** From now on nothing is recalculated from readings, or from minutes, before this moment. */
    async raiseFloor(of: "raw_floor" | "minute_floor", to: Date): Promise<void> {
      await sql`update rollup_state set ${sql.ref(of)} = greatest(${sql.ref(of)}, ${to})`.execute(db);
    },
  };

  async function deleteSome(statement: RawBuilder<unknown>): Promise<number> {
    return Number((await statement.execute(db)).numAffectedRows ?? 0n);
  }
}

function unheld(time: string): RawBuilder<boolean> {
  return sql<boolean>`not exists (select from reading_hold h where h.device_id = t.device_id and h.lifted_at is null
    and t.${sql.ref(time)} >= h.begin_at and t.${sql.ref(time)} < coalesce(h.end_at, 'infinity'))`;
}
