import { type Kysely, sql } from "kysely";

/** Batches of measuring runs with their quality control, and the limits of control charts. */
export const qualityControl = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table assay_batch (
     id int generated always as identity primary key,
     unit_id int not null references dept(id),
     batch_no text not null,
     instrument text not null,
     method text not null,
     method_version text not null default '',
     run_at timestamptz not null,
     note text not null default '',
     criteria jsonb not null,
     made_by text not null,
     made_at timestamptz not null default now())`,
  "create unique index assay_batch_no on assay_batch (unit_id, batch_no)",
  "create index assay_batch_newest on assay_batch (run_at desc, id desc)",
  // Amounts in μg/L; what each of them is, follows from the kind.
  `create table control_result (
     id int generated always as identity primary key,
     batch_id int not null references assay_batch(id),
     unit_id int not null references dept(id),
     analyte text not null,
     kind text not null check (kind in ('calibration', 'proceduralBlank', 'fieldBlank', 'tripBlank', 'duplicate',
       'spike', 'control')),
     material text not null default '',
     value numeric check (value >= 0),
     figures jsonb not null)`,
  "create index control_result_batch on control_result (batch_id)",
  "create index control_result_chart on control_result (unit_id, analyte, material, batch_id) where kind = 'control'",
  `create table batch_verdict (
     batch_id int not null references assay_batch(id) on delete cascade,
     analyte text not null,
     checks jsonb not null,
     failed text[] not null,
     judged_at timestamptz not null default now(),
     primary key (batch_id, analyte))`,
  // Set again, never changed: the newest are in force.
  `create table control_limit (
     id int generated always as identity primary key,
     unit_id int not null references dept(id),
     analyte text not null,
     method text not null,
     instrument text not null,
     material text not null,
     mean double precision not null check (mean > 0),
     deviation double precision not null check (deviation > 0),
     reason text not null,
     set_at timestamptz not null default now(),
     set_by text not null)`,
  "create index control_limit_chart on control_limit (unit_id, analyte, method, instrument, material, id desc)",
  "alter table assay add column batch_id int references assay_batch(id)",
  // What had failed of the quality control when it was approved nonetheless.
  "alter table assay add column qc_failed text[] not null default '{}'",
  "create index assay_batch_of on assay (batch_id, analyte) where batch_id is not null",
];
