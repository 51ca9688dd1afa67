import { type Kysely, sql } from "kysely";

/** What identified an analyte in a sample, and the share of its (+) form: results of before state none. */
export const identityOfResults = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table assay
      add column ion_ratio double precision check (ion_ratio > 0),
      add column retention_time double precision check (retention_time > 0),
      add column enantiomeric_fraction double precision check (enantiomeric_fraction between 0 and 1)`.execute(
      db,
    );
  },
};
