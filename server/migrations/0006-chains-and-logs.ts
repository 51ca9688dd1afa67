import { type Kysely, sql } from "kysely";

/** Hash chains with their signed heads, the audit log as the first chain, the log of log-ins, API keys. */
export const chainsAndLogs = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of [...chains, ...auditLog, ...others]) await sql.raw(statement).execute(db);
  },
};

const chains = [
  // Where each chain ends: locked by anyone who appends, so that numbers have no gaps.
  `create table chain_end (
     chain text primary key,
     seq bigint not null default 0,
     hash text not null default repeat('0', 64),
     at_ms bigint not null default 0)`,
  `create table chain_head (
     chain text not null references chain_end(chain),
     seq bigint not null,
     day date not null,
     hash text not null,
     signed_at text not null,
     key_id text not null,
     signature text not null,
     primary key (chain, seq))`,
  `create table chain_key (
     id text primary key,
     public_key text not null unique,
     since timestamptz not null default now())`,
  // Rows of a chain are written once. Roles that may not change them are the first guard, this is the second: it
  // stops the owner too, unless they take it off. What a superuser does is what the chain shows.
  `create function refuse_change() returns trigger language plpgsql as $$
   begin raise exception 'rows of % are written once', tg_table_name using errcode = 'insufficient_privilege'; end $$`,
  ...keptForEver("chain_head"),
  ...keptForEver("chain_key"),
];

const auditLog = [
  "insert into chain_end (chain) values ('audit')",
  // `record` is the canonical text that was hashed; what is searched by is read from it and cannot differ from it.
  `create table audit_log (
     seq bigint primary key,
     at text not null,
     prev text not null,
     hash text not null,
     record text not null,
     request_id text generated always as ((record::jsonb) ->> 'id') stored,
     time_ms bigint generated always as (((record::jsonb) ->> 'time')::bigint) stored,
     user_name text generated always as (coalesce((record::jsonb) #>> '{user,name}', '')) stored,
     unit_id int generated always as (((record::jsonb) ->> 'unitId')::int) stored,
     call text generated always as ((record::jsonb) ->> 'call') stored,
     code int generated always as (((record::jsonb) ->> 'code')::int) stored,
     address text generated always as ((record::jsonb) ->> 'address') stored,
     thing text generated always as ((record::jsonb) ->> 'thing') stored)`,
  // Every search is answered from this index alone: it is a tenth of the table.
  `create index audit_log_search on audit_log (seq desc)
     include (time_ms, unit_id, user_name, call, code, address, thing)`,
  "create index audit_log_unit on audit_log (unit_id, seq desc)",
  "create index audit_log_request on audit_log (request_id)",
  ...keptForEver("audit_log"),
];

const others = [
  `create table login_log (
     id bigint generated always as identity primary key,
     at timestamptz not null,
     user_name text not null,
     user_id int,
     unit_id int,
     kind text not null check (kind in ('logIn', 'logOut')),
     ok boolean not null,
     reason text not null,
     address text not null,
     agent text not null)`,
  "create index login_log_time on login_log (at)",
  "create index login_log_unit on login_log (unit_id, id desc)",
  "create index login_log_search on login_log (id desc) include (at, unit_id, user_name, ok, reason, address)",
  `create table api_key (
     id int generated always as identity primary key,
     name text not null,
     token_hash bytea not null unique,
     hint text not null,
     user_id int not null references sys_user(id) on delete cascade,
     maker_id int not null references sys_user(id) on delete cascade,
     permissions text[] not null,
     created_at timestamptz not null default now(),
     expires_at timestamptz not null,
     last_used_at timestamptz,
     last_address text,
     revoked_at timestamptz)`,
  "create index api_key_user on api_key (user_id)",
  "create index api_key_maker on api_key (maker_id)",
  // Partitions belong to the owner of the table; the program's own role may ask for the one of a month.
  `create function make_telemetry_month(first date) returns void language plpgsql security definer
     set search_path = public, pg_temp as $$
   begin
     perform pg_advisory_xact_lock(hashtext('telemetry partitions'));
     execute format('create table if not exists %I partition of telemetry for values from (%L) to (%L)',
       'telemetry_' || to_char(first, 'YYYY_MM'), to_char(first, 'YYYY-MM-01') || ' 00:00:00+00',
       to_char(first + interval '1 month', 'YYYY-MM-01') || ' 00:00:00+00');
   end $$`,
];

function keptForEver(table: string): string[] {
  return [
    `create trigger written_once before update or delete on ${table} for each row execute function refuse_change()`,
    `create trigger never_emptied before truncate on ${table} for each statement execute function refuse_change()`,
  ];
}
