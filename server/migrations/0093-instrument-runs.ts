import { type Kysely, sql } from "kysely";

/** Measuring runs of mass spectrometers: what the instrument reports of an analytical batch. */
export const instrumentRuns = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const reported = "('batchDone', 'calFail', 'blankFail', 'drift', 'auditTrailGap')";

const statements = [
  // A batch without a device was entered by hand.
  `alter table assay_batch
     add column device_id int references device(id) on delete set null,
     add column sequence text not null default '',
     add column samples int,
     add column failed_injections int,
     add column file_name text not null default '',
     add column file_sha256 text not null default '',
     add column run_state text check (run_state in ('running', 'done')),
     add column done_at timestamptz`,
  `create index assay_batch_device on assay_batch (device_id, run_at desc, id desc) where device_id is not null`,
  // Vendor's files whose rows were stored in the batch.
  "alter table assay_import add column batch_id int references assay_batch(id)",
  "create index assay_import_batch on assay_import (batch_id) where batch_id is not null",
  // `identity`: what makes two messages the same incident, for a device that repeats one with another time.
  `create table instrument_event (
     id int generated always as identity primary key,
     unit_id int not null references dept(id),
     device_id int not null references device(id) on delete cascade,
     batch_id int references assay_batch(id) on delete set null,
     event_id bigint unique,
     kind text not null check (kind in ${reported}),
     identity text not null,
     at timestamptz not null,
     since timestamptz,
     analyte text,
     figure double precision,
     received_at timestamptz not null default now(),
     unique (device_id, kind, identity))`,
  "create index instrument_event_newest on instrument_event (device_id, at desc, id desc)",
  "create index instrument_event_batch on instrument_event (batch_id) where batch_id is not null",
  "create index instrument_event_unit on instrument_event (unit_id)",
  // Events that have not been read yet: written with the event itself, taken out with what was made of it.
  "create table instrument_event_queue (event_id bigint primary key)",
  `create function queue_instrument_event() returns trigger language plpgsql as $$
     begin
       insert into instrument_event_queue (event_id) select new.id from device d
         where d.id = new.device_id and d.type_key = 'mass' on conflict do nothing;
       return null;
     end $$`,
  `create trigger device_event_instrument after insert on device_event
     for each row when (new.identifier in ${reported}) execute function queue_instrument_event()`,
  // What was reported before this version.
  `insert into instrument_event_queue (event_id) select e.id from device_event e join device d on d.id = e.device_id
     where d.type_key = 'mass' and e.identifier in ${reported} on conflict do nothing`,
];
