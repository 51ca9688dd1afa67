import { type Kysely, sql } from "kysely";

/** Board types, lots with their curves, tests, and the readings of their pictures. */
export const testBoards = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table board_type (
     id int generated always as identity primary key,
     type_code text not null unique,
     type_name text not null,
     label text not null check (label in ('colloidalGold', 'fluorescence')),
     analyte text not null,
     polarity text not null check (polarity in ('competitive', 'turnOn')),
     matrix text not null check (matrix in ('urine', 'saliva', 'hair', 'sewage')),
     cut_off double precision not null check (cut_off > 0),
     cut_off_unit text not null,
     read_from int not null,
     read_until int not null check (read_until > read_from),
     temp_low double precision not null,
     temp_high double precision not null check (temp_high > temp_low),
     fixture text not null,
     channel text not null,
     signal text not null,
     max_background double precision,
     status text not null default '0',
     remark text not null default '',
     created_at timestamptz not null default now())`,
  `create table board_lot (
     id int generated always as identity primary key,
     lot_no text not null unique,
     type_code text not null references board_type(type_code) on update cascade,
     label text not null,
     expires_on text not null,
     a double precision,
     b double precision,
     c double precision,
     d double precision,
     low double precision,
     high double precision,
     minimum_c double precision not null,
     nominal_c double precision,
     minimum_contrast double precision not null,
     ratio_cut_off double precision,
     repeat double precision not null,
     status text not null default '0',
     remark text not null default '',
     created_at timestamptz not null default now())`,
  "create index board_lot_type on board_lot (type_code)",
  // Every curve that was stored; the newest is in force as long as the lot has its parameters.
  `create table board_curve (
     id int generated always as identity primary key,
     lot_id int not null references board_lot(id) on delete cascade,
     fit jsonb not null,
     standards jsonb not null,
     covariance jsonb,
     stored_by text not null,
     stored_at timestamptz not null default now())`,
  "create index board_curve_lot on board_curve (lot_id, id desc)",
  `create table board_test (
     id int generated always as identity primary key,
     unit_id int not null references dept(id),
     source text not null check (source in ('device', 'upload')),
     device_id int references device(id) on delete set null,
     event_id bigint unique,
     measured_at timestamptz not null,
     received_at timestamptz not null default now(),
     lot_id int references board_lot(id),
     lot_no text not null,
     analyte text,
     sample_no text not null default '',
     sampling_id int references water_sampling(id) on delete set null,
     operator text not null default '',
     c double precision,
     t double precision,
     ratio double precision,
     background double precision,
     read_after int,
     board_temp double precision,
     preconcentration double precision not null default 1,
     outcome text not null check (outcome in ('positive', 'negative', 'invalid', 'outOfRange', 'expiredLot', 'refused')),
     reason text,
     flags text[] not null default '{}',
     quantity jsonb,
     device_outcome text,
     assay_id int references assay(id) on delete set null,
     assay_positive boolean,
     sha256 text,
     file text)`,
  "create index board_test_newest on board_test (measured_at desc, id desc)",
  "create index board_test_unit on board_test (unit_id, measured_at desc, id desc)",
  "create index board_test_device on board_test (device_id, measured_at desc, id desc)",
  "create index board_test_lot on board_test (lot_id, measured_at desc, id desc)",
  "create index board_test_sample on board_test (sampling_id) where sampling_id is not null",
  `create index board_test_presumptive on board_test (measured_at desc, id desc)
     where outcome = 'positive' and assay_id is null`,
  `create table board_reading (
     id int generated always as identity primary key,
     test_id int not null references board_test(id) on delete cascade,
     made_by text not null,
     made_at timestamptz not null default now(),
     region jsonb,
     file jsonb not null,
     measurement jsonb not null,
     judgement jsonb not null)`,
  // The same picture is uploaded once.
  "create unique index board_test_upload on board_test (unit_id, sha256) where source = 'upload'",
  "create index device_media_announced on device_media (device_id, announced_sha256) where announced_sha256 is not null",
  "create index board_reading_test on board_reading (test_id, id desc)",
  // Results of devices that have not become tests yet: written with the event itself, taken out with the test.
  "create table board_event (event_id bigint primary key)",
  `create function queue_board_event() returns trigger language plpgsql as $$
     begin
       insert into board_event (event_id) select new.id from device d join product p on p.id = d.product_id
         where d.id = new.device_id and p.type_key = 'handFastDetector' on conflict do nothing;
       return null;
     end $$`,
  `create trigger device_event_board after insert on device_event
     for each row when (new.identifier = 'result') execute function queue_board_event()`,
];
