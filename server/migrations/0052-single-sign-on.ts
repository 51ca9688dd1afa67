import { type Kysely, sql } from "kysely";

const statements = [
  // Whose an identity is. An e-mail address never says that: providers let people choose theirs.
  `create table sign_on_identity (
     id int generated always as identity primary key,
     user_id int not null references sys_user(id) on delete cascade,
     issuer text not null,
     subject text not null,
     -- As the provider named the person when it was linked; shown, never compared.
     name text not null default '',
     created_at timestamptz not null default now(),
     last_used_at timestamptz,
     unique (issuer, subject))`,
  "create index sign_on_identity_of_user on sign_on_identity (user_id)",
  `create table sign_on_flow (
     state_hash bytea primary key,
     provider text not null,
     -- Null at the log-in; the session that links an identity otherwise.
     session_id bigint references session(id) on delete cascade,
     nonce text not null,
     verifier text not null,
     cookie_hash bytea not null,
     expires_at timestamptz not null)`,
  "create index sign_on_flow_expiry on sign_on_flow (expires_at)",
  "alter table session add column sso_issuer text, add column sso_subject text, add column sso_sid text",
  "create index session_of_subject on session (sso_issuer, sso_subject) where sso_issuer is not null",
];

/** Identities at OpenID Connect providers, and log-ins that are on their way there. */
export const singleSignOn = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
