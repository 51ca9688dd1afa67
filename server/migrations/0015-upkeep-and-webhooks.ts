import { type Kysely, sql } from "kysely";

/** What goes out of the platform (mail, webhooks), and what wears out or has to be calibrated. */
export const maintenanceAndWebhooks = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table webhook (
     id int generated always as identity primary key,
     name text not null unique,
     url text not null,
     secret_sealed bytea not null,
     topics text[] not null,
     min_severity text not null default 'info' check (min_severity in ('info', 'warning', 'major', 'critical')),
     status text not null default '0' check (status in ('0', '1')),
     -- Results and telemetry are sent from here on.
     result_after bigint not null,
     telemetry_after timestamptz not null,
     created_at timestamptz not null default now())`,
  `create table delivery (
     id bigint generated always as identity primary key,
     webhook_id int references webhook(id) on delete cascade,
     -- Of mail: to whom. A delivery goes to one place.
     address text not null default '',
     topic text not null,
     subject text not null default '',
     body text not null,
     state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
     attempts int not null default 0,
     next_at timestamptz not null default now(),
     -- Whoever sends it has it until then.
     taken_until timestamptz,
     status_code int,
     error text not null default '',
     created_at timestamptz not null default now(),
     finished_at timestamptz,
     check ((webhook_id is null) = (address <> '')))`,
  "create index delivery_due on delivery (next_at) where state = 'waiting'",
  "create index delivery_of on delivery (webhook_id, id desc)",
  `create table upkeep_item (
     id int generated always as identity primary key,
     device_id int not null references device(id) on delete cascade,
     name text not null,
     kind text not null check (kind in ('consumable', 'calibration')),
     interval_days int check (interval_days > 0),
     due_on date,
     -- A property that counts: what has been used since it was done, or what is left.
     counter text not null default '',
     counter_mode text not null default 'used' check (counter_mode in ('used', 'left')),
     counter_limit double precision,
     counter_from double precision,
     warn_days int not null default 7,
     remark text not null default '',
     done_at timestamptz,
     done_by text not null default '',
     created_at timestamptz not null default now(),
     unique (device_id, name),
     check (due_on is not null or counter <> '' or done_at is not null),
     check ((counter = '') = (counter_limit is null)))`,
  `create table upkeep_done (
     id bigint generated always as identity primary key,
     item_id int not null references upkeep_item(id) on delete cascade,
     at timestamptz not null,
     by_name text not null,
     note text not null default '',
     counter_value double precision)`,
  "create index upkeep_done_of on upkeep_done (item_id, id desc)",
];
