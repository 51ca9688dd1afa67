import { type Kysely, sql } from "kysely";

/**
 * Control charts of more than control materials, whose points keep the limits that they were judged by; and proficiency
 * rounds.
 */
export const qualityRounds = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  // Limits judge what is entered after them; the first ones judge the results that they were made from as well.
  "alter table control_result add column entered_at timestamptz not null default now()",
  "update control_result c set entered_at = b.made_at from assay_batch b where b.id = c.batch_id",
  `create index control_result_kind on control_result (unit_id, analyte, kind, batch_id)
     where kind in ('proceduralBlank', 'spike', 'duplicate')`,
  `alter table control_limit
     add column kind text not null default 'control'
       check (kind in ('control', 'blank', 'recovery', 'range', 'internalStandard')),
     add column is_provisional boolean not null default false`,
  "drop index control_limit_chart",
  "create index control_limit_chart on control_limit (unit_id, analyte, kind, method, instrument, material, id desc)",
  // μg/L; uncertainties are expanded, k = 2, in μg/L.
  `create table proficiency_result (
     id int generated always as identity primary key,
     unit_id int not null references dept(id),
     provider text not null,
     round text not null,
     sample text not null default '',
     analyte text not null,
     held_on date not null,
     assigned numeric not null check (assigned > 0),
     sigma numeric not null check (sigma > 0),
     assigned_uncertainty numeric check (assigned_uncertainty > 0),
     value numeric not null check (value >= 0),
     uncertainty numeric check (uncertainty > 0),
     source text not null,
     note text not null default '',
     made_at timestamptz not null default now(),
     made_by text not null,
     unique (unit_id, provider, round, sample, analyte))`,
  "create index proficiency_result_newest on proficiency_result (unit_id, held_on desc, id desc)",
];
