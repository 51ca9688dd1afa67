import { type Kysely, sql } from "kysely";

/** Users of the APP: accounts that come in by the calls under /v3 alone, with their phones and their last position. */
export const appUsers = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  "alter table sys_user add column app_user boolean not null default false",
  "create index sys_user_app on sys_user (id desc) where app_user",
  "create index sys_user_app_name on sys_user (user_name) where app_user",
  // A code goes to one account: no two of them share a number or an address.
  "create unique index sys_user_app_phone on sys_user (phonenumber) where app_user and deleted_at is null and phonenumber <> ''",
  "create unique index sys_user_app_email on sys_user (lower(email)) where app_user and deleted_at is null and email <> ''",
  `create table app_position (
     user_id int primary key references sys_user(id) on delete cascade,
     latitude double precision not null,
     longitude double precision not null,
     accuracy real,
     at timestamptz not null)`,
  `create table app_device (
     id bigint generated always as identity primary key,
     user_id int not null references sys_user(id) on delete cascade,
     -- What the phone says of itself: the number of its installation, or its program and system.
     mark text not null,
     name text not null,
     agent text not null,
     address text not null,
     first_at timestamptz not null,
     last_at timestamptz not null,
     unique (user_id, mark))`,
  "create index if not exists login_log_user on login_log (user_id, id desc)",
];
