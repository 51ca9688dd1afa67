import { type Kysely, sql } from "kysely";

/** What the aliquots of an automatic sample stand for: the longest gap in minutes, the share of the flow in percent. */
export const coverageOfSamples = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table water_sampling add column max_gap double precision,
      add column flow_sampled double precision`.execute(db);
  },
};
