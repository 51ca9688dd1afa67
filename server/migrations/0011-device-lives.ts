import { type Kysely, sql } from "kysely";

/** What becomes of a device: when it was connected, what was done with it, its label, its retirement. */
export const deviceLives = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of [...devices, ...records, ...connections]) await sql.raw(statement).execute(db);
  },
};

const devices = [
  `alter table device
     add column retired_at timestamptz,
     add column replaced_by int references device(id) on delete set null,
     add column claim_hash bytea unique,
     add check (retired_at is null or status = '1')`,
  "comment on column device.claim_hash is 'SHA-256 of the claim code on its label; null where none is in force'",
  "create index device_replaced_by on device (replaced_by) where replaced_by is not null",
  "create index device_unit_unit on device_unit (unit_id, device_id)",
  "create index device_point_point on device_point (point_id, device_id)",
];

const records = [
  // What was done with a device, in the unit whose it was then.
  `create table device_record (
     id bigint generated always as identity primary key,
     device_id int not null references device(id) on delete cascade,
     unit_id int not null,
     at timestamptz not null,
     kind text not null,
     actor text not null default '',
     facts jsonb not null default '{}')`,
  "create index device_record_device on device_record (device_id, at desc)",
  `insert into device_record (device_id, unit_id, at, kind)
     select d.id, u.unit_id, d.created_at, 'registered' from device d
     join lateral (select unit_id from device_unit where device_id = d.id order by since limit 1) u on true`,
];

/*
 * The connection record: one row from each greeting to its farewell. It follows from `device_session` and
 * `device.last_online_at`, anyone who writes them (connections of a device's own, sub-devices, the clean-up after a
 * crash), so it is written here and by nobody else.
 */
const connections = [
  `create table device_connection (
     device_id int not null references device(id) on delete cascade,
     since timestamptz not null,
     until timestamptz,
     taken_over boolean not null default false,
     primary key (device_id, since),
     check (until >= since))`,
  "create unique index device_connection_open on device_connection (device_id) where until is null",
  "create index device_connection_until on device_connection (until)",
  "insert into device_connection (device_id, since) select device_id, since from device_session",
  `create function record_greeting() returns trigger language plpgsql as $$
   begin
     update device_connection c set until = greatest(c.since, g.since), taken_over = true
       from greeting g where c.device_id = g.device_id and c.until is null and c.since <> g.since;
     insert into device_connection (device_id, since) select device_id, since from greeting on conflict do nothing;
     return null;
   end $$`,
  `create trigger greeted after insert on device_session referencing new table as greeting
     for each statement execute function record_greeting()`,
  `create trigger taken_over after update on device_session referencing new table as greeting
     for each statement execute function record_greeting()`,
  `create function record_farewell() returns trigger language plpgsql as $$
   begin
     update device_connection set until = greatest(since, new.last_online_at)
       where device_id = new.id and until is null;
     return null;
   end $$`,
  `create trigger farewell after update of last_online_at on device
     for each row when (new.last_online_at is not null) execute function record_farewell()`,
];
