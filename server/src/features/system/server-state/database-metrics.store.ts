import { sql } from "kysely";
import type { Db } from "../../../platform/store/database.ts";

export type DatabaseMetrics = {
  version: string;
  sizeBytes: number;
  connections: number;
  activeConnections: number;
  mostConnections: number;
  cacheHitPercent: number | null;
  tables: { name: string; sizeBytes: number; rows: number }[];
};

const biggest = 10;

export function createDatabaseMetricsStore(db: Db) {
  return {
    async read(): Promise<DatabaseMetrics> {
      const found = await sql<Omit<DatabaseMetrics, "tables">>`
        select current_setting('server_version') as version,
          pg_database_size(current_database())::float8 as size_bytes,
          (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
          (select count(*)::int from pg_stat_activity
           where datname = current_database() and state <> 'idle') as active_connections,
          current_setting('max_connections')::int as most_connections,
          (select round(100.0 * blks_hit / nullif(blks_hit + blks_read, 0), 2)::float8
           from pg_stat_database where datname = current_database()) as cache_hit_percent`.execute(db);
      const [facts] = found.rows;
      if (facts === undefined) throw new Error("the store told nothing of itself");
      return { ...facts, tables: await readTables(db) };
    },

    async countDevices(): Promise<number> {
      const counted = await sql<{ count: number }>`
        select count(*)::int as count from device_session`.execute(db);
      return counted.rows[0]?.count ?? 0;
    },
  };
}

/** Partitions count with the table that they are of; rows are the database's own estimate. */
async function readTables(db: Db) {
  const found = await sql<{ name: string; sizeBytes: number; rows: number }>`
    select coalesce(p.relname, c.relname) as name, sum(pg_total_relation_size(c.oid))::float8 as size_bytes,
      sum(greatest(c.reltuples, pg_stat_get_live_tuples(c.oid), 0))::float8 as rows
    from pg_class c
    left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
    group by 1 order by 2 desc limit ${biggest}`.execute(db);
  return found.rows.map((row) => ({ ...row, rows: Math.round(row.rows) }));
}
