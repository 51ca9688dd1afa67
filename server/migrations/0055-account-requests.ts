import { type Kysely, sql } from "kysely";

/** One-time codes by mail and text message, requests for accounts, and accounts that end. */
export const accountRequests = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `alter table sys_user add column valid_until date`,
  "comment on column sys_user.valid_until is 'the last day on which they may come in; null: without an end'",
  `create table one_time_code (
     id uuid primary key default gen_random_uuid(),
     purpose text not null check (purpose in ('register', 'password', 'appLogIn')),
     -- What it was asked for with: an address, a phone number, a user name.
     target text not null,
     -- Null: the target is nobody's, and no code is right.
     user_id int references sys_user(id) on delete cascade,
     code_sealed bytea not null,
     network text not null,
     tries int not null default 0,
     created_at timestamptz not null,
     expires_at timestamptz not null,
     used_at timestamptz)`,
  "create index one_time_code_target on one_time_code (purpose, target, created_at desc)",
  "create index one_time_code_network on one_time_code (network, created_at)",
  "create index one_time_code_made on one_time_code (created_at)",
  `create table account_request (
     id int generated always as identity primary key,
     state text not null default 'waiting' check (state in ('waiting', 'approved', 'refused', 'withdrawn', 'expired')),
     -- SHA-256 of the key in the applicant's link.
     key_hash bytea not null unique,
     user_name text not null,
     nick_name text not null,
     -- Gone once the request is decided.
     password_hash text,
     -- The unit as it was typed; the unit itself where that names one.
     unit_text text not null,
     dept_id int references dept(id) on delete set null,
     email text not null,
     email_confirmed_at timestamptz,
     phonenumber text not null,
     purpose text not null,
     network text not null,
     created_at timestamptz not null,
     expires_at timestamptz not null,
     decided_at timestamptz,
     decided_by text not null default '',
     reason text not null default '',
     valid_until date,
     user_id int references sys_user(id) on delete set null)`,
  "create index account_request_state on account_request (state, id desc)",
  "create index account_request_unit on account_request (dept_id, id desc)",
  "create index account_request_waiting_name on account_request (lower(user_name)) where state = 'waiting'",
  "create index account_request_waiting_email on account_request (lower(email)) where state = 'waiting' and email <> ''",
  "create index account_request_network on account_request (network, created_at)",
  "create index sys_user_email on sys_user (lower(email)) where deleted_at is null and email <> ''",
  "create index sys_user_phone on sys_user (phonenumber) where deleted_at is null and phonenumber <> ''",
];
