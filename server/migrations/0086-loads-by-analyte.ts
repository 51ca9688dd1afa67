import { type Kysely, sql } from "kysely";

/** The situation screens read the loads of all points over some weeks: an index holds what their means are made of. */
export const loadsByAnalyte = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create index load_result_by_analyte on load_result (analyte, sampled_on)
      include (phase, source, point_id, unit_id, per1000, population, flag, sample_kind) where in_force`.execute(
      db,
    );
  },
};
