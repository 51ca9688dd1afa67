import { type Kysely, sql } from "kysely";

/** Reports of sampling points: each with its own calculation, its parameters and the digests of its files. */
export const reports = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table report_schedule (
     id int generated always as identity primary key,
     unit_id int not null references dept(id),
     point_id int not null references sampling_point(id),
     every text not null check (every in ('week', 'month')),
     parameters jsonb not null,
     created_at timestamptz not null default now(),
     created_by text not null,
     ended_at timestamptz)`,
  "create index report_schedule_unit on report_schedule (unit_id, id desc) where ended_at is null",
  "create index report_schedule_point on report_schedule (point_id)",
  `create table point_report (
     id int generated always as identity primary key,
     unit_id int not null references dept(id),
     point_id int not null references sampling_point(id),
     run_id int references load_run(id),
     schedule_id int references report_schedule(id),
     from_day date not null,
     until_day date not null check (until_day >= from_day),
     parameters jsonb not null,
     subject jsonb not null,
     state text not null default 'running' check (state in ('running', 'done', 'cancelled', 'failed')),
     progress int not null default 0 check (progress between 0 and 100),
     reason_en text not null default '',
     reason_zh text not null default '',
     figures jsonb,
     layout text not null,
     pdf_name text,
     pdf_sha256 text,
     pdf_bytes int,
     xlsx_name text,
     xlsx_sha256 text,
     xlsx_bytes int,
     node text not null,
     made_at timestamptz not null,
     made_by text not null)`,
  "create index point_report_unit on point_report (unit_id, id desc)",
  "create index point_report_point on point_report (point_id, id desc)",
  "create index point_report_run on point_report (run_id)",
  "create index point_report_running on point_report (node) where state = 'running'",
  `create unique index point_report_scheduled on point_report (schedule_id, from_day)
     where schedule_id is not null and state in ('running', 'done')`,
];
