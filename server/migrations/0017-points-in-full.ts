import { type Kysely, sql } from "kysely";

/** What is drawn and dated of a sampling point; the operation log found by the thing that was touched. */
export const pointsInFull = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table sampling_point_area (
     point_id int primary key references sampling_point(id) on delete cascade,
     area jsonb not null,
     square_km double precision not null,
     changed_at timestamptz not null default now(),
     changed_by text not null)`,
  // Dated figures: how many people live there and how much water comes, by which method, from where.
  `create table sampling_point_figure (
     id int generated always as identity primary key,
     point_id int not null references sampling_point(id) on delete cascade,
     kind text not null check (kind in ('population', 'flow')),
     since date not null,
     value double precision not null check (value >= 0),
     method text not null,
     source text not null default '',
     made_at timestamptz not null default now(),
     made_by text not null,
     unique (point_id, kind, since, method))`,
  "create index audit_log_of on audit_log (thing text_pattern_ops, seq desc)",
];
