import { type Kysely, sql } from "kysely";

/**
 * Population markers of samples, what a laboratory knows of one inhabitant, and the uncertainty of a population, which
 * stays with the loads that were made with it.
 */
export const populations = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  // mg/L; `uncertainty` is expanded, k = 2, in mg/L.
  `create table marker_result (
     id int generated always as identity primary key,
     sampling_id int not null references water_sampling(id),
     unit_id int not null references dept(id),
     point_id int not null references sampling_point(id),
     sampled_on date not null,
     marker text not null check (marker in ('nh4n', 'bod5', 'cod', 'tkn', 'p')),
     value double precision not null check (value > 0),
     uncertainty double precision check (uncertainty > 0),
     source text not null default '',
     made_at timestamptz not null default now(),
     made_by text not null,
     unique (sampling_id, marker))`,
  "create index marker_result_point on marker_result (point_id, sampled_on)",
  // Never changed: the newest from a day on is in force. Without a value a built-in rule holds again.
  `create table population_setting (
     id int generated always as identity primary key,
     unit_id int not null references dept(id),
     parameter text not null,
     since date not null,
     value double precision check (value > 0),
     uncertainty double precision check (uncertainty > 0),
     is_design boolean not null default false,
     source text not null,
     made_at timestamptz not null default now(),
     made_by text not null)`,
  "create index population_setting_in_force on population_setting (unit_id, parameter, since desc, id desc)",
  // Percent, k = 1.
  "alter table sampling_point_figure add column uncertainty double precision check (uncertainty > 0)",
  "alter table load_result add column population_uncertainty double precision",
];
