import { type Kysely, sql } from "kysely";

/** Runs of online detectors as records, their controls, and what they found above the limit of the device. */
export const detections = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const control = (name: string) =>
  `${name} text not null default 'notRun' check (${name} in ('passed', 'failed', 'notRun'))`;
const reported = "('result', 'exceed', 'qcFail', 'carryOver')";

const statements = [
  // `findings`: by analyte the value in μg/L as a text, and its flag. `found`: analytes with a value that counts.
  `create table detection (
     id int generated always as identity primary key,
     unit_id int not null references dept(id),
     device_id int references device(id) on delete set null,
     point_id int references sampling_point(id),
     event_id bigint unique,
     measured_at timestamptz not null,
     started_at timestamptz not null,
     received_at timestamptz not null default now(),
     sample_no text not null default '',
     method text not null default '',
     recovery double precision,
     quantified int not null default 0,
     found text[] not null default '{}',
     findings jsonb not null default '{}',
     lod numeric,
     loq numeric,
     ${control("qc")},
     qc_at timestamptz,
     qc_recovery double precision,
     ${control("blank")},
     blank_at timestamptz,
     state text not null default 'ready' check (state in ('ready', 'withheld', 'released', 'rejected', 'applied')),
     decided_by text,
     decided_at timestamptz,
     decision_reason text not null default '',
     applied_by text,
     applied_at timestamptz,
     unique (device_id, sample_no, started_at))`,
  "create index detection_newest on detection (device_id, measured_at desc, id desc)",
  "create index detection_point on detection (point_id, measured_at)",
  "create index detection_unit on detection (unit_id)",
  // Failed controls; those that passed are readings of the device.
  `create table detection_control (
     id int generated always as identity primary key,
     device_id int not null references device(id) on delete cascade,
     kind text not null check (kind in ('qc', 'blank')),
     at timestamptz not null,
     value double precision,
     unique (device_id, kind, at))`,
  `create table detection_find (
     id int generated always as identity primary key,
     unit_id int not null references dept(id),
     device_id int not null references device(id) on delete cascade,
     event_id bigint unique,
     at timestamptz not null,
     sample_no text not null,
     analyte text not null,
     value numeric not null,
     limit_value numeric not null,
     bottle int not null)`,
  "create index detection_find_sample on detection_find (device_id, sample_no, at)",
  "create index detection_find_unit on detection_find (unit_id)",
  // The results of a run; a draft that is deleted leaves it.
  `create table detection_assay (
     detection_id int not null references detection(id) on delete cascade,
     assay_id int not null references assay(id) on delete cascade,
     primary key (detection_id, assay_id))`,
  "create index detection_assay_assay on detection_assay (assay_id)",
  // Events that have not been read yet: written with the event itself, taken out with what was made of it.
  "create table detection_event (event_id bigint primary key)",
  `create function queue_detection_event() returns trigger language plpgsql as $$
     begin
       insert into detection_event (event_id) select new.id from device d
         where d.id = new.device_id and d.type_key = 'liquidExtract' on conflict do nothing;
       return null;
     end $$`,
  `create trigger device_event_detection after insert on device_event
     for each row when (new.identifier in ${reported}) execute function queue_detection_event()`,
  // What was reported before this version.
  `insert into detection_event (event_id) select e.id from device_event e join device d on d.id = e.device_id
     where d.type_key = 'liquidExtract' and e.identifier in ${reported} on conflict do nothing`,
];
