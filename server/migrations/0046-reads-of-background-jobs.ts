import { type Kysely, sql } from "kysely";

/**
 * Retention finds what is old without reading all that is kept. These rows come about in the order of their time, so a
 * small index is enough.
 */
export const readsOfBackgroundJobs = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const [table, column] of [
      ["device_event", "ts"],
      ["telemetry_conflict", "ts"],
      ["telemetry_1d", "bucket"],
    ]) {
      await sql
        .raw(
          `create index ${table}_age on ${table} using brin (${column}) with (pages_per_range = 32, autosummarize = on)`,
        )
        .execute(db);
    }
  },
};
