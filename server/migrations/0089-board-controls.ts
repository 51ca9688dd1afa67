import { type Kysely, sql } from "kysely";

/** Control boards of detectors, the lockouts that follow from them, and several captures of one board. */
export const boardControls = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  // Null columns without a default: no row is rewritten.
  "alter table board_test add column control text check (control in ('positive', 'negative'))",
  "alter table board_test add column control_passed boolean",
  "alter table board_test add column withheld text check (withheld in ('controlFailed', 'checkFailed', 'controlOverdue'))",
  "alter table board_test add column override_id int",
  "alter table board_test add column capture_of int references board_test(id) on delete set null",
  "alter table board_lot add column nominal_contrast double precision",
  `create index board_test_control on board_test (device_id, control, measured_at desc, id desc)
     where control is not null`,
  "create index board_test_capture on board_test (capture_of) where capture_of is not null",
  "create index board_test_withheld on board_test (device_id) where withheld is not null",
  "create index board_test_sample_no on board_test (sample_no, unit_id) where sample_no <> ''",
  // Each handheld detector that ever reported a board; without an interval nothing is due.
  `create table board_control_plan (
     device_id int primary key references device(id) on delete cascade,
     interval_days int check (interval_days between 1 and 365),
     per_lot boolean not null default false,
     max_overrides int not null default 3 check (max_overrides between 0 and 20),
     override_hours int not null default 24 check (override_hours between 1 and 168),
     since timestamptz not null,
     set_by text not null default '')`,
  `create table board_lockout (
     id int generated always as identity primary key,
     device_id int not null references device(id) on delete cascade,
     cause text not null check (cause in ('controlFailed', 'checkFailed', 'controlOverdue')),
     is_locked boolean not null,
     began_at timestamptz not null,
     ended_at timestamptz)`,
  "create unique index board_lockout_open on board_lockout (device_id) where ended_at is null",
  `create table board_override (
     id int generated always as identity primary key,
     device_id int not null references device(id) on delete cascade,
     lockout_id int not null references board_lockout(id) on delete cascade,
     reason text not null,
     made_by text not null,
     made_at timestamptz not null,
     from_at timestamptz not null,
     until_at timestamptz not null)`,
  "create index board_override_device on board_override (device_id, until_at desc)",
  "create index board_override_lockout on board_override (lockout_id)",
];
