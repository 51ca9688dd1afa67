import { type Kysely, sql } from "kysely";

/** Commands that are tried again, batches of them, timed tasks, and each step of a command's life. */
export const commandOrders = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of [...orders, ...commands, ...steps]) await sql.raw(statement).execute(db);
  },
};

const orders = [
  `create table timed_task (
     id int generated always as identity primary key,
     type_key text not null,
     unit_id int references dept(id),
     name text not null,
     service text not null,
     params jsonb not null,
     device_id int references device(id) on delete cascade,
     tag text,
     cron text,
     once_at timestamptz,
     zone text not null,
     status text not null default '0' check (status in ('0', '1')),
     owner_id int references sys_user(id) on delete set null,
     owner_name text not null,
     reason text not null default '',
     expires_in_s int not null,
     timeout_s int,
     most_attempts int not null default 1,
     next_at timestamptz,
     created_at timestamptz not null default now(),
     check ((device_id is null) <> (tag is null)),
     check ((cron is null) <> (once_at is null)))`,
  "create index timed_task_due on timed_task (next_at) where status = '0'",
  "create index timed_task_device on timed_task (device_id)",
  "create index timed_task_family on timed_task (type_key, id)",
  `create table command_batch (
     id int generated always as identity primary key,
     type_key text not null,
     identifier text not null,
     params jsonb not null,
     selection jsonb not null,
     reason text not null default '',
     actor_id int references sys_user(id) on delete set null,
     actor_name text not null,
     timed_task_id int references timed_task(id) on delete set null,
     created_at timestamptz not null default now(),
     cancelled_at timestamptz)`,
  "create index command_batch_family on command_batch (type_key, id desc)",
];

const commands = [
  `alter table command
     add column attempts int not null default 0,
     add column most_attempts int not null default 1,
     add column idempotent boolean not null default false,
     add column node text not null default '',
     add column batch_id int references command_batch(id) on delete set null,
     add column timed_task_id int references timed_task(id) on delete set null,
     drop constraint command_state_check,
     add constraint command_state_check check
       (state in ('queued', 'sent', 'acknowledged', 'replied', 'failed', 'timedOut', 'expired', 'cancelled'))`,
  "update command set attempts = 1 where sent_at is not null",
  "create index command_batch_rows on command (batch_id, id) where batch_id is not null",
  "create index command_timed_task on command (timed_task_id) where timed_task_id is not null",
  "create index command_queued on command (device_id) where state = 'queued'",
  // A tick fires once: anyone who has its row has fired it. One that was missed may still be fired, when a clock goes
  // back.
  `create table timed_firing (
     id bigint generated always as identity primary key,
     timed_task_id int not null references timed_task(id) on delete cascade,
     tick timestamptz not null,
     at timestamptz not null,
     state text not null check (state in ('fired', 'missed', 'refused', 'failed')),
     missed int not null default 0,
     command_id bigint references command(id) on delete set null,
     batch_id int references command_batch(id) on delete set null,
     devices int not null default 0,
     node text not null,
     message_en text not null default '',
     message_zh text not null default '',
     unique (timed_task_id, tick))`,
];

const steps = [
  `create table command_step (
     id bigint generated always as identity primary key,
     command_id bigint not null references command(id) on delete cascade,
     at timestamptz not null default clock_timestamp(),
     step text not null,
     attempt int not null default 0,
     node text not null default '',
     actor text not null default '',
     code int)`,
  "create index command_step_command on command_step (command_id, id)",
  // What is known of commands from before: their times.
  `insert into command_step (command_id, at, step, attempt, actor)
     select id, queued_at, 'queued', 0, actor_name from command order by id`,
  `insert into command_step (command_id, at, step, attempt)
     select id, sent_at, 'sent', 1 from command where sent_at is not null order by id`,
  `insert into command_step (command_id, at, step, attempt)
     select id, acknowledged_at, 'acknowledged', 1 from command where acknowledged_at is not null order by id`,
  `insert into command_step (command_id, at, step, attempt, code)
     select id, finished_at, state, attempts, code from command where finished_at is not null order by id`,
];
