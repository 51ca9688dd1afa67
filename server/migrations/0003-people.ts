import { type Kysely, sql } from "kysely";

/** What is known of users and roles, and what their lists are searched by. */
export const people = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of [...users, ...roles, ...search]) await sql.raw(statement).execute(db);
  },
};

const users = [
  `alter table sys_user
     alter column password_hash drop not null,
     add column password_until timestamptz,
     add column phonenumber text not null default '',
     add column email text not null default '',
     add column sex text not null default '2' check (sex in ('0', '1', '2')),
     add column remark text not null default '',
     add column deleted_at timestamptz,
     add column search_text text generated always as
       (user_name || E'\\n' || nick_name || E'\\n' || phonenumber || E'\\n' || email) stored`,
  "comment on column sys_user.password_hash is 'null: nobody logs in as this user before a one-time password was made'",
  "comment on column sys_user.password_until is 'set for a one-time password, which has to be changed at the first log-in'",
  "create index sys_user_dept on sys_user (dept_id, id) where deleted_at is null",
  "create index sys_user_by_name on sys_user (user_name, id) where deleted_at is null",
  "create index sys_user_by_time on sys_user (created_at, id) where deleted_at is null",
  "create index user_role_role on user_role (role_id, user_id)",
];

const roles = [
  `alter table role
     add column dept_id int references dept(id) on delete cascade,
     add column role_sort int not null default 0,
     add column remark text not null default '',
     add column forbid_unbound boolean not null default false,
     add column menu_check_strictly boolean not null default true,
     add column dept_check_strictly boolean not null default true,
     add column created_at timestamptz not null default now()`,
  "comment on column role.dept_id is 'the unit whose role it is; null: one of the whole platform'",
  "comment on column role.forbid_unbound is 'sessions without a cookie of their browser are refused'",
  "create index session_by_expiry on session (expires_at)",
];

const search = [
  // Trusted since PostgreSQL 13; a database that refuses it searches without an index.
  `do $$ begin
     create extension if not exists pg_trgm;
     create index sys_user_search on sys_user using gin (search_text gin_trgm_ops);
   exception when insufficient_privilege or undefined_file or feature_not_supported then
     raise notice 'pg_trgm is not to be had: searches read the whole table';
   end $$`,
];
