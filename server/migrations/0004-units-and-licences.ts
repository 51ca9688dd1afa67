import { type Kysely, sql } from "kysely";

/** What is known of an enterprise unit, the authorizations that units hold, and the posts that people hold. */
export const unitsAndLicences = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of [...units, ...licences, ...posts, ...menus]) await sql.raw(statement).execute(db);
  },
};

const units = [
  `alter table dept
     add column leader text not null default '',
     add column phone text not null default '',
     add column email text not null default '',
     add column address text not null default '',
     add column credit_code text not null default '',
     add column remark text not null default ''`,
  // Enterprise units are known by their names; of two that had one name before, the younger gets its number behind it.
  `update dept set name = name || ' (' || id || ')' where parent_id is null and exists
     (select 1 from dept other where other.parent_id is null and other.name = dept.name and other.id < dept.id)`,
  "create unique index dept_unit_name on dept (name) where parent_id is null",
  "create unique index dept_credit_code on dept (credit_code) where credit_code <> ''",
];

const licences = [
  // What an enterprise unit may use the platform for: given when the unit is made, or by a code that was entered.
  `create table licence (
     id int generated always as identity primary key,
     unit_id int not null references dept(id) on delete cascade,
     valid_from date not null,
     valid_until date not null,
     most_devices int check (most_devices >= 0),
     most_users int check (most_users >= 0),
     code_hash bytea unique,
     enter_by timestamptz,
     issued_by int references sys_user(id) on delete set null,
     issued_by_name text not null,
     issued_at timestamptz not null,
     entered_by int references sys_user(id) on delete set null,
     entered_by_name text,
     entered_at timestamptz,
     withdrawn_by_name text,
     withdrawn_at timestamptz,
     warned_days int,
     check (valid_from <= valid_until),
     check ((code_hash is null) = (enter_by is null)),
     check ((withdrawn_at is null) = (withdrawn_by_name is null)))`,
  "comment on column licence.valid_until is 'the last day, in the zone of the server'",
  "comment on column licence.warned_days is 'the nearest warning that was given: 30, 7 or 1 days ahead'",
  "create index licence_unit on licence (unit_id, entered_at desc)",
  `create table licence_try (
     unit_id int not null references dept(id) on delete cascade,
     user_id int not null references sys_user(id) on delete cascade,
     tries timestamptz[] not null,
     primary key (unit_id, user_id))`,
  // Units that were there before authorizations were: a year to arrange one in.
  `insert into licence (unit_id, valid_from, valid_until, issued_by_name, issued_at, entered_at)
   select id, current_date - 1, current_date + 365, '', now(), now() from dept where parent_id is null`,
];

const posts = [
  `create table post (
     id int generated always as identity primary key,
     post_code text not null unique,
     post_name text not null,
     post_sort int not null default 0,
     status text not null default '0' check (status in ('0', '1')),
     remark text not null default '',
     created_at timestamptz not null default now())`,
  `create table user_post (
     user_id int not null references sys_user(id) on delete cascade,
     post_id int not null references post(id),
     primary key (user_id, post_id))`,
  "create index user_post_post on user_post (post_id)",
];

const menus = [
  `alter table menu
     add column cached boolean not null default true,
     add column redirect text not null default '',
     add column remark text not null default ''`,
];
