import { type Kysely, sql } from "kysely";

/** Loads with everything they were made of: a row is never changed, only replaced by that of a later calculation. */
export const loads = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table load_run (
     id int generated always as identity primary key,
     unit_id int not null references dept(id),
     point_id int not null references sampling_point(id),
     parameters jsonb not null,
     made_at timestamptz not null default now(),
     made_by text not null)`,
  "create index load_run_point on load_run (point_id, id desc)",
  `create table load_result (
     id int generated always as identity primary key,
     run_id int not null references load_run(id),
     assay_id int not null references assay(id),
     unit_id int not null references dept(id),
     point_id int not null references sampling_point(id),
     sampled_on date not null,
     analyte text not null,
     phase text not null,
     source text not null,
     flag text not null,
     concentration numeric not null check (concentration >= 0),
     chemistry double precision,
     substituted boolean not null,
     substitution text not null,
     flow numeric not null check (flow >= 0),
     flow_method text not null,
     flow_since date,
     population int check (population > 0),
     population_method text,
     load numeric not null,
     per1000 numeric,
     factor_id int references analyte_factor(id),
     factor numeric,
     dose_mg numeric,
     consumption double precision,
     doses double precision,
     expanded double precision,
     warnings text[] not null,
     formula text not null,
     in_force boolean not null default true)`,
  `create unique index load_result_now on load_result (point_id, analyte, sampled_on, phase, source)
     where in_force`,
  "create index load_result_unit on load_result (unit_id, sampled_on desc, id desc) where in_force",
  "create index load_result_newest on load_result (sampled_on desc, id desc) where in_force",
  "create index load_result_run on load_result (run_id, sampled_on)",
  "create index load_result_assay on load_result (assay_id)",
];
