import { type Kysely, sql } from "kysely";

/** Browsers that show situation screens with a session of their own, and how they are paired. */
export const displays = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table display (
     id int generated always as identity primary key,
     name text not null,
     unit_id int not null references dept(id),
     screens text[] not null,
     seconds int not null check (seconds between 15 and 3600),
     map_theme text not null,
     demo_mode boolean not null,
     -- What its screens ask for and the person who paired it held.
     permissions text[] not null,
     -- SHA-256, both set when its browser fetched the pairing: a token without its cookie opens nothing.
     token_hash bytea unique,
     cookie_hash bytea not null,
     address text not null,
     agent text not null,
     paired_by text not null,
     paired_at timestamptz not null,
     heartbeat_at timestamptz,
     report jsonb,
     -- Its alarms stay; nothing else of it is ever seen again.
     revoked_at timestamptz)`,
  "create unique index display_name on display (unit_id, lower(name)) where revoked_at is null",
  "create index display_heartbeat on display (heartbeat_at) where revoked_at is null",
  `create table display_pairing (
     id int generated always as identity primary key,
     code text not null unique,
     -- SHA-256 of the cookie of the browser that shows the digits.
     cookie_hash bytea not null unique,
     address text not null,
     agent text not null,
     display_id int references display(id) on delete cascade,
     expires_at timestamptz not null)`,
  "create index display_pairing_over on display_pairing (expires_at)",
  `create table display_pairing_try (
     id bigint generated always as identity primary key,
     user_id int not null references sys_user(id) on delete cascade,
     at timestamptz not null)`,
  "create index display_pairing_try_of on display_pairing_try (user_id, at)",
];
