import { type Kysely, sql } from "kysely";

/**
 * What a load says of its sample and of its uncertainty, from formula version wbe-2 on; and what a factor says of its own.
 * Rows of before keep nothing there, and their formula version.
 */
export const samplesOfLoads = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `alter table analyte_factor
     add column factor_uncertainty numeric check (factor_uncertainty > 0),
     add column dose_uncertainty numeric check (dose_uncertainty > 0),
     add column therapeutic_share numeric check (therapeutic_share > 0 and therapeutic_share < 1)`,
  `alter table load_result
     add column sampling_id int references water_sampling(id),
     add column sample_kind text,
     add column duplicate_id int references assay(id),
     add column pair_difference double precision,
     -- Where it differs from that of the run.
     add column assumed jsonb,
     add column sampling_growth double precision not null default 1,
     add column flow_cancels boolean not null default false,
     add column methamphetamine numeric,
     add column therapeutic_share numeric,
     add column factor_uncertainty numeric,
     add column dose_uncertainty numeric,
     add column consumption_bar text,
     add column subtracted numeric,
     add column consumption_expanded double precision,
     add column doses_expanded double precision`,
  "create index load_result_sampling on load_result (sampling_id) where sampling_id is not null",
  "create index load_result_duplicate on load_result (duplicate_id) where duplicate_id is not null",
];
