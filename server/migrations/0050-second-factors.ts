import { type Kysely, sql } from "kysely";

const statements = [
  `create table second_factor (
     user_id int primary key references sys_user(id) on delete cascade,
     -- Sealed under the key that is not in the database.
     secret bytea not null,
     -- The 30 seconds of the last code that was taken: each code counts once.
     last_step bigint not null,
     enrolled_at timestamptz not null default now())`,
  `create table second_factor_offer (
     user_id int primary key references sys_user(id) on delete cascade,
     secret bytea not null,
     expires_at timestamptz not null)`,
  // The mark is the code's first letter, which no two codes of a user share: one hash is computed for a try.
  `create table recovery_code (
     user_id int not null references second_factor(user_id) on delete cascade,
     mark text not null,
     hash text not null,
     primary key (user_id, mark))`,
  `alter table session
     add column way text not null default 'password',
     add column factor text not null default 'none',
     -- What its user confirmed: the name of the call, and when.
     add column confirmed_acts jsonb not null default '{}'`,
  `alter table login_log add column way text not null default 'password', add column factor text not null default 'none'`,
  "create index login_log_user on login_log (user_id, id desc)",
  `alter table role add column required_factor text not null default 'none'
     check (required_factor in ('none', 'any', 'passkey'))`,
];

/** One-time codes of an authenticator app with their recovery codes; by which way a session was opened. */
export const secondFactors = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
