import { type Kysely, sql } from "kysely";

/** Versions of thing models, self-registration of devices, devices behind gateways, firmware and its upgrades. */
export const gatewaysAndFirmware = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of [...products, ...gateways, ...firmware]) await sql.raw(statement).execute(db);
  },
};

const products = [
  // The product's own secret lets a device fetch its first secret by itself, once, where the switch is on.
  `alter table product
     add column dynamic_registration boolean not null default false,
     add column secret_sealed bytea`,
  `create table product_model_version (
     product_id int not null references product(id) on delete cascade,
     version text not null,
     model jsonb not null,
     source text not null check (source in ('shipped', 'edited')),
     note text not null default '',
     actor_name text not null default '',
     published_at timestamptz not null default now(),
     primary key (product_id, version))`,
  `insert into product_model_version (product_id, version, model, source)
     select id, model->>'version', model,
       case when shipped_digest = md5(model::text) then 'shipped' else 'edited' end
     from product`,
];

const gateways = [
  // Which gateway a sub-device is behind: at most one at a time.
  `create table device_gateway (
     device_id int primary key references device(id) on delete cascade,
     gateway_id int not null references device(id) on delete cascade,
     since timestamptz not null default now(),
     check (device_id <> gateway_id))`,
  "create index device_gateway_of on device_gateway (gateway_id)",
];

const openStates = "('queued', 'told', 'downloading', 'installed')";

const firmware = [
  `create table firmware (
     id int generated always as identity primary key,
     product_id int not null references product(id),
     module text not null,
     version text not null,
     file_name text not null,
     size bigint not null check (size > 0),
     sha256 text not null,
     md5 text not null,
     notes text not null default '',
     actor_name text not null,
     created_at timestamptz not null default now(),
     unique (product_id, module, version))`,
  // What each module of a device runs by its own word, and what it ran before.
  `create table device_firmware (
     device_id int not null references device(id) on delete cascade,
     module text not null,
     version text not null,
     since timestamptz not null,
     informed_at timestamptz not null,
     primary key (device_id, module))`,
  "create index device_firmware_version on device_firmware (module, version)",
  `create table device_firmware_past (
     id bigint generated always as identity primary key,
     device_id int not null references device(id) on delete cascade,
     module text not null,
     version text not null,
     since timestamptz not null)`,
  "create index device_firmware_past_device on device_firmware_past (device_id, id desc)",
  `create table firmware_batch (
     id int generated always as identity primary key,
     firmware_id int not null references firmware(id),
     name text not null,
     selection jsonb not null,
     at_once int not null check (at_once > 0),
     patience_s int not null check (patience_s > 0),
     actor_id int references sys_user(id) on delete set null,
     actor_name text not null,
     created_at timestamptz not null default now(),
     waits_until timestamptz not null)`,
  "create index firmware_batch_firmware on firmware_batch (firmware_id, id desc)",
  `create table firmware_upgrade (
     id bigint generated always as identity primary key,
     batch_id int not null references firmware_batch(id) on delete cascade,
     firmware_id int not null references firmware(id),
     device_id int not null references device(id) on delete cascade,
     unit_id int not null references dept(id),
     module text not null,
     attempt int not null default 1,
     retried boolean not null default false,
     version_before text,
     state text not null default 'queued' check (state in
       ('queued', 'told', 'downloading', 'installed', 'succeeded', 'failed', 'cancelled', 'timedOut')),
     progress int not null default 0 check (progress between 0 and 100),
     tellings int not null default 0,
     reason text,
     message text,
     queued_at timestamptz not null,
     told_at timestamptz,
     received_at timestamptz,
     downloading_at timestamptz,
     installed_at timestamptz,
     last_sign_at timestamptz,
     finished_at timestamptz,
     unique (batch_id, device_id, attempt))`,
  // A module of a device is upgraded once at a time.
  `create unique index firmware_upgrade_open on firmware_upgrade (device_id, module) where state in ${openStates}`,
  "create index firmware_upgrade_device on firmware_upgrade (device_id, id desc)",
  "create index firmware_upgrade_batch on firmware_upgrade (batch_id, state) where not retried",
  `create index firmware_upgrade_waiting on firmware_upgrade (batch_id, id) where state in ${openStates}`,
];
