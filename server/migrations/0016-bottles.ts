import { type Kysely, sql } from "kysely";

/** Bottles with their caps, where they were and what was scanned. */
export const bottleTables = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table bottle (
     id int generated always as identity primary key,
     body_code text not null unique,
     unit_id int not null references dept(id),
     material text not null default 'HDPE' check (material in ('HDPE', 'PP', 'glass')),
     volume int not null default 1000 check (volume between 1 and 20000),
     lot text not null default '',
     cleaned_at date,
     state text not null default 'new' check (state in ('new', 'bound', 'inSampler', 'filled', 'sealed', 'inTransit',
       'received', 'opened', 'reserve', 'destroyed')),
     created_at timestamptz not null default now())`,
  "create index bottle_unit on bottle (unit_id, body_code)",
  // A body has one cap and a cap one body, until the pair is broken; what was stays on record.
  `create table bottle_pair (
     id bigint generated always as identity primary key,
     bottle_id int not null references bottle(id) on delete cascade,
     cap_code text not null,
     bound_at timestamptz not null,
     bound_by text not null,
     broken_at timestamptz,
     broken_by text,
     reason text not null default '')`,
  "create unique index bottle_pair_body on bottle_pair (bottle_id) where broken_at is null",
  "create unique index bottle_pair_cap on bottle_pair (cap_code) where broken_at is null",
  "create index bottle_pair_of on bottle_pair (bottle_id, bound_at desc)",
  // Which bottle was in which slot, in dated spans.
  `create table bottle_place (
     id bigint generated always as identity primary key,
     device_id int not null references device(id) on delete cascade,
     slot smallint not null check (slot between 1 and 32),
     bottle_id int not null references bottle(id),
     since timestamptz not null,
     until timestamptz,
     put_by text not null,
     taken_by text,
     delivery_no text)`,
  "create unique index bottle_place_slot on bottle_place (device_id, slot) where until is null",
  "create unique index bottle_place_bottle on bottle_place (bottle_id) where until is null",
  "create index bottle_place_device on bottle_place (device_id, since desc)",
  "create index bottle_place_of on bottle_place (bottle_id, since desc)",
  "create index bottle_place_delivery on bottle_place (delivery_no) where delivery_no is not null",
  // When a slot's volume was set back, on the device and here at once.
  `create table slot_clear (
     device_id int not null references device(id) on delete cascade,
     slot smallint not null check (slot between 1 and 32),
     cleared_at timestamptz not null,
     primary key (device_id, slot))`,
  `create table bottle_entry (
     id bigint generated always as identity primary key,
     device_id int not null references device(id) on delete cascade,
     unit_id int not null references dept(id),
     slot smallint not null check (slot between 1 and 32),
     part text not null check (part in ('body', 'cap')),
     code text not null,
     clear_volume boolean not null,
     command_id bigint,
     state text not null check (state in ('waiting', 'entered', 'refused', 'failed', 'unanswered')),
     reason_en text,
     reason_zh text,
     actor text not null,
     asked_at timestamptz not null default now(),
     ended_at timestamptz)`,
  "create index bottle_entry_device on bottle_entry (device_id, id desc)",
  "create index bottle_entry_open on bottle_entry (device_id) where state in ('waiting', 'unanswered')",
  // Two hands cannot enter one code at once.
  "create unique index bottle_entry_code on bottle_entry (code) where state = 'waiting'",
];
