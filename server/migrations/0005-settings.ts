import { type Kysely, sql } from "kysely";

/** Dictionaries, configuration, notices, scheduled tasks. */
export const settings = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of [...dictionaries, ...configuration, ...notices, ...jobs])
      await sql.raw(statement).execute(db);
  },
};

const dictionaries = [
  `create table dict_type (
     id int generated always as identity primary key,
     built_in_key text unique,
     dict_name text not null,
     dict_name_zh text not null default '',
     dict_type text not null unique,
     status text not null default '0' check (status in ('0', '1')),
     remark text not null default '',
     created_at timestamptz not null default now())`,
  `create table dict_data (
     id int generated always as identity primary key,
     built_in_key text unique,
     dict_type text not null references dict_type(dict_type) on update cascade,
     dict_sort int not null default 0,
     dict_label text not null,
     dict_label_zh text not null default '',
     dict_value text not null,
     css_class text not null default '',
     list_class text not null default 'default',
     is_default text not null default '1' check (is_default in ('0', '1')),
     status text not null default '0' check (status in ('0', '1')),
     remark text not null default '',
     created_at timestamptz not null default now())`,
  "create unique index dict_data_value on dict_data (dict_type, dict_value)",
];

const configuration = [
  `create table config (
     id int generated always as identity primary key,
     config_name text not null,
     config_name_zh text not null default '',
     config_key text not null unique,
     config_value text not null,
     built_in boolean not null default false,
     is_public text not null default '1' check (is_public in ('0', '1')),
     remark text not null default '',
     remark_zh text not null default '',
     created_at timestamptz not null default now())`,
];

const notices = [
  `create table notice (
     id int generated always as identity primary key,
     origin_key text unique,
     notice_type text not null check (notice_type in ('1', '2')),
     title text not null,
     title_zh text not null default '',
     content text not null,
     content_zh text not null default '',
     status text not null default '1' check (status in ('0', '1')),
     audience text not null check (audience in ('all', 'units', 'administrators')),
     author_id int references sys_user(id) on delete set null,
     author_name text not null default '',
     created_at timestamptz not null default now(),
     published_at timestamptz)`,
  "comment on column notice.status is '0 published, 1 draft'",
  "create index notice_published on notice (published_at desc) where status = '0'",
  `create table notice_unit (
     notice_id int not null references notice(id) on delete cascade,
     unit_id int not null references dept(id) on delete cascade,
     primary key (notice_id, unit_id))`,
  "create index notice_of_unit on notice_unit (unit_id)",
  `create table notice_read (
     notice_id int not null references notice(id) on delete cascade,
     user_id int not null references sys_user(id) on delete cascade,
     read_at timestamptz not null default now(),
     primary key (notice_id, user_id))`,
  "create index notice_read_by on notice_read (user_id)",
];

const jobs = [
  `create table job (
     id int generated always as identity primary key,
     job_key text not null unique,
     cron text not null,
     misfire_policy text not null default '2' check (misfire_policy in ('1', '2', '3')),
     status text not null default '0' check (status in ('0', '1')),
     next_at timestamptz not null,
     created_at timestamptz not null default now())`,
  // One row for each firing; the key of job and tick is what makes it one over any number of nodes.
  `create table job_log (
     id bigint generated always as identity primary key,
     job_key text not null,
     tick timestamptz,
     asked_by text not null default '',
     node text not null,
     state text not null check (state in ('running', 'done', 'failed', 'interrupted')),
     started_at timestamptz not null default now(),
     alive_at timestamptz not null default now(),
     finished_at timestamptz,
     message_en text not null default '',
     message_zh text not null default '',
     error text not null default '')`,
  "create unique index job_log_tick on job_log (job_key, tick)",
  "create index job_log_started on job_log (started_at desc)",
  "create unique index job_log_running on job_log (job_key) where state = 'running'",
];
