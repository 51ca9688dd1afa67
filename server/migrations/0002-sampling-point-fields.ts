import { type Kysely, sql } from "kysely";

/** What else is known of a sampling point: address, where its population is from, contact, whether it is in use. */
export const samplingPointFields = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table sampling_point
      add column address text not null default '',
      add column population_method text check
        (population_method in ('census', 'design', 'cotinine', 'nh4n', 'mobile', 'hydrochem')),
      add column population_date date,
      add column contact text not null default '',
      add column status text not null default '0' check (status in ('0', '1'))`.execute(db);
  },
};
