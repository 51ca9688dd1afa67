import { type Kysely, sql } from "kysely";

/**
 * What the device protocol keeps besides readings: attempts to connect, desired values, shadows, logs, configuration.
 */
export const deviceLink = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of [...attempts, ...states, ...logs, ...configuration])
      await sql.raw(statement).execute(db);
  },
};

const attempts = [
  // The last CONNECTs of each device, whether it was let in or not: as many as the link keeps, no more.
  `create table connect_attempt (
     id bigint generated always as identity primary key,
     device_id int not null references device(id) on delete cascade,
     at timestamptz not null,
     address text not null,
     outcome text not null check (outcome in ('accepted', 'wrongSecret', 'disabled', 'wrongProduct')),
     sdk text,
     took_over boolean not null default false)`,
  "create index connect_attempt_device on connect_attempt (device_id, id desc)",
  // Names that nobody here has: the newest few hundred.
  `create table unknown_connect (
     product_key text not null,
     device_name text not null,
     address text not null,
     times int not null,
     first_at timestamptz not null,
     last_at timestamptz not null,
     primary key (product_key, device_name))`,
  "create index unknown_connect_last on unknown_connect (last_at desc)",
  // Set when a device fetched its secret by its product's: that is given out once.
  "alter table device add column registered_at timestamptz",
];

const states = [
  // A value that was wished and is wished no more stays as null: its version goes on from there.
  `create table desired_property (
     device_id int not null references device(id) on delete cascade,
     identifier text not null,
     value jsonb,
     version int not null,
     changed_at timestamptz not null,
     actor_name text not null,
     primary key (device_id, identifier))`,
  // What a device reports of itself in words: Alink calls them tags.
  `create table device_attribute (
     device_id int not null references device(id) on delete cascade,
     key text not null,
     value text not null,
     told_at timestamptz not null,
     primary key (device_id, key))`,
  `create table device_shadow (
     device_id int primary key references device(id) on delete cascade,
     version bigint not null,
     reported jsonb not null,
     desired jsonb not null,
     metadata jsonb not null,
     changed_at timestamptz not null)`,
];

const logs = [
  `create table device_log (
     id bigint generated always as identity primary key,
     device_id int not null references device(id) on delete cascade,
     at timestamptz not null,
     received_at timestamptz not null,
     level text not null,
     module text not null,
     code text not null,
     trace text not null,
     content text not null)`,
  "create index device_log_device on device_log (device_id, id desc)",
  "create index device_log_time on device_log using brin (received_at)",
  // Whether a device is asked to send its log; without a row it is not.
  `create table device_log_switch (
     device_id int primary key references device(id) on delete cascade,
     is_on boolean not null,
     changed_at timestamptz not null,
     actor_name text not null)`,
];

const configuration = [
  // The configuration file of a product: each version stays, the highest one is in force.
  `create table product_config (
     id int generated always as identity primary key,
     product_id int not null references product(id) on delete cascade,
     version int not null,
     content text not null,
     size int not null,
     sha256 text not null,
     note text not null default '',
     actor_name text not null,
     created_at timestamptz not null default now(),
     unique (product_id, version))`,
];
