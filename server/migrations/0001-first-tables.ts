import { type Kysely, sql } from "kysely";

/** The tables of the first release. Written out in SQL: it is what an operator reads. */
export const firstTables = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of [...access, ...points, ...fleet, ...readings])
      await sql.raw(statement).execute(db);
  },
};

const access = [
  `create table dept (
     id int generated always as identity primary key,
     parent_id int references dept(id),
     name text not null,
     order_num int not null default 0,
     status text not null default '0' check (status in ('0', '1')),
     created_at timestamptz not null default now())`,
  "create index dept_parent on dept (parent_id)",
  `create table sys_user (
     id int generated always as identity primary key,
     dept_id int references dept(id),
     user_name text not null,
     nick_name text not null,
     avatar_url text not null default '',
     password_hash text not null,
     status text not null default '0' check (status in ('0', '1')),
     created_at timestamptz not null default now())`,
  "create unique index sys_user_name on sys_user (lower(user_name))",
  `create table role (
     id int generated always as identity primary key,
     role_key text not null unique,
     name text not null,
     data_scope text not null check (data_scope in ('all', 'chosen', 'unit', 'unitAndBelow', 'own')),
     built_in boolean not null default false,
     status text not null default '0' check (status in ('0', '1')))`,
  `create table user_role (
     user_id int not null references sys_user(id) on delete cascade,
     role_id int not null references role(id),
     primary key (user_id, role_id))`,
  `create table role_dept (
     role_id int not null references role(id) on delete cascade,
     dept_id int not null references dept(id) on delete cascade,
     primary key (role_id, dept_id))`,
  `create table menu (
     id int generated always as identity primary key,
     built_in_key text unique,
     parent_id int references menu(id) on delete cascade,
     kind text not null check (kind in ('directory', 'page', 'action')),
     title text not null,
     path text not null default '',
     component text,
     query text,
     icon text not null default '',
     permission text,
     order_num int not null default 0,
     visible boolean not null default true,
     status text not null default '0' check (status in ('0', '1')))`,
  `create table role_menu (
     role_id int not null references role(id) on delete cascade,
     menu_id int not null references menu(id) on delete cascade,
     primary key (role_id, menu_id))`,
  `create table session (
     id bigint generated always as identity primary key,
     token_hash bytea not null unique,
     cookie_hash bytea,
     user_id int not null references sys_user(id) on delete cascade,
     address text not null,
     agent text not null,
     created_at timestamptz not null default now(),
     last_seen_at timestamptz not null default now(),
     expires_at timestamptz not null)`,
  "create index session_of_user on session (user_id)",
  "create table captcha (uuid text primary key, answer text not null, expires_at timestamptz not null)",
  `create table login_failure (
     key text primary key, failures int not null, last_at timestamptz not null)`,
  "create table setting (key text primary key, value jsonb not null)",
];

const points = [
  `create table sampling_point (
     id int generated always as identity primary key,
     code text not null unique,
     name text not null,
     kind text not null check (kind in ('plantInlet', 'plantOutlet', 'sewerNode', 'outfall', 'other')),
     unit_id int not null references dept(id),
     latitude double precision check (latitude between -90 and 90),
     longitude double precision check (longitude between -180 and 180),
     country text not null default '',
     place text not null default '',
     population int check (population >= 0),
     design_flow double precision check (design_flow >= 0),
     source text not null default '',
     created_at timestamptz not null default now())`,
  "comment on column sampling_point.design_flow is 'm3/d'",
  "create index sampling_point_unit on sampling_point (unit_id)",
];

const fleet = [
  `create table product (
     id int generated always as identity primary key,
     product_key text not null unique,
     type_key text not null,
     name text not null,
     name_zh text not null,
     model jsonb not null,
     created_at timestamptz not null default now())`,
  `create table device (
     id int generated always as identity primary key,
     product_id int not null references product(id),
     device_name text not null unique,
     nickname text not null default '',
     unit_id int not null references dept(id),
     point_id int references sampling_point(id),
     secret_sealed bytea not null,
     status text not null default '0' check (status in ('0', '1')),
     tags text[] not null default '{}',
     firmware text,
     latitude double precision,
     longitude double precision,
     created_at timestamptz not null default now(),
     activated_at timestamptz,
     last_online_at timestamptz,
     last_connect_at timestamptz,
     last_connect_address text,
     last_connect_outcome text,
     last_connect_sdk text)`,
  "create index device_product on device (product_id, device_name)",
  "create index device_unit_id on device (unit_id)",
  "create index device_point_id on device (point_id)",
  // A reading belongs to the unit and the point of its time; moving a device leaves the past where it was.
  `create table device_unit (
     device_id int not null references device(id) on delete cascade,
     unit_id int not null references dept(id),
     since timestamptz not null,
     until timestamptz,
     primary key (device_id, since))`,
  `create table device_point (
     device_id int not null references device(id) on delete cascade,
     point_id int not null references sampling_point(id),
     since timestamptz not null,
     until timestamptz,
     primary key (device_id, since))`,
  // One row for each connected device: the node that holds it. Its epoch rises with every takeover.
  `create table device_session (
     device_id int primary key references device(id) on delete cascade,
     node text not null,
     epoch bigint not null,
     since timestamptz not null)`,
  `create table command (
     id bigint generated always as identity primary key,
     device_id int not null references device(id) on delete cascade,
     unit_id int not null references dept(id),
     kind text not null check (kind in ('service', 'propertySet', 'propertyGet')),
     identifier text not null,
     call_type text not null check (call_type in ('async', 'sync')),
     params jsonb not null,
     reason text not null default '',
     actor_id int references sys_user(id) on delete set null,
     actor_name text not null,
     state text not null check
       (state in ('queued', 'sent', 'acknowledged', 'replied', 'failed', 'timedOut', 'expired')),
     late boolean not null default false,
     timeout_s int not null,
     queued_at timestamptz not null default now(),
     sent_at timestamptz,
     acknowledged_at timestamptz,
     finished_at timestamptz,
     expires_at timestamptz not null,
     reply_by timestamptz,
     code int,
     message text,
     reply jsonb)`,
  "create index command_device on command (device_id, id desc)",
  "create index command_open on command (device_id, id) where state in ('queued', 'sent', 'acknowledged')",
];

const readings = [
  "create table metric (id smallint generated always as identity primary key, identifier text not null unique)",
  // Key first, then fixed-width columns in the order that leaves no padding: 96 to 104 bytes a row with its key.
  `create table telemetry (
     device_id int not null,
     metric smallint not null,
     flags smallint not null,
     ts timestamptz not null,
     value double precision,
     received_at timestamptz not null,
     value_json jsonb,
     primary key (device_id, metric, ts)) partition by range (ts)`,
  "create table telemetry_default partition of telemetry default",
  `create table telemetry_latest (
     device_id int not null,
     metric smallint not null,
     flags smallint not null,
     ts timestamptz not null,
     value double precision,
     received_at timestamptz not null,
     value_json jsonb,
     primary key (device_id, metric)) with (fillfactor = 60)`,
  `create table telemetry_conflict (
     device_id int not null,
     metric smallint not null,
     flags smallint not null,
     ts timestamptz not null,
     value double precision,
     received_at timestamptz not null,
     value_json jsonb,
     seen_at timestamptz not null default now())`,
  `create unique index telemetry_conflict_key on telemetry_conflict
     (device_id, metric, ts, md5(coalesce(value::text, '') || coalesce(value_json::text, '')))`,
  `create table device_event (
     id bigint generated always as identity primary key,
     device_id int not null,
     unit_id int not null,
     identifier text not null,
     kind text not null,
     ts timestamptz not null,
     received_at timestamptz not null,
     params jsonb not null)`,
  // The same event again is a duplicate; another one of the same moment is not.
  `create unique index device_event_key on device_event (device_id, ts, identifier, md5(params::text))`,
  `create table message_log (
     id bigint generated always as identity,
     device_id int not null,
     direction smallint not null,
     kind smallint not null,
     received_at timestamptz not null,
     code int,
     packet_id int,
     topic text not null,
     payload jsonb not null)`,
  "create index message_log_device on message_log (device_id, received_at desc)",
  "create index message_log_time on message_log using brin (received_at)",
];
