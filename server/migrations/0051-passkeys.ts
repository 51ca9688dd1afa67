import { type Kysely, sql } from "kysely";

const statements = [
  // What authenticators know a user by: random, and the same for all of their passkeys.
  `create table passkey_user (
     user_id int primary key references sys_user(id) on delete cascade,
     handle bytea not null unique)`,
  `create table passkey (
     id int generated always as identity primary key,
     user_id int not null references sys_user(id) on delete cascade,
     credential_id text not null unique,
     public_key bytea not null,
     -- How often its authenticator reports to have signed; 0 where it does not count.
     counter bigint not null,
     transports text[] not null default '{}',
     aaguid text not null default '',
     -- Whether it can be copied to other devices of its user, and whether it was.
     syncable boolean not null,
     backed_up boolean not null,
     name text not null,
     created_at timestamptz not null default now(),
     last_used_at timestamptz)`,
  "create index passkey_of_user on passkey (user_id)",
  `create table passkey_challenge (
     challenge text primary key,
     kind text not null check (kind in ('register', 'logIn', 'confirm')),
     session_id bigint references session(id) on delete cascade,
     act text not null default '',
     expires_at timestamptz not null)`,
  "create index passkey_challenge_expiry on passkey_challenge (expires_at)",
];

/** Passkeys, and the challenges that wait for an answer. */
export const passkeys = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
