import { type Kysely, sql } from "kysely";

/** Partitions made and dropped by functions, rollups with their watermark, legal holds. */
export const readingsKept = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of [...holds, ...partitions, ...messages, ...rollups, ...dropping])
      await sql.raw(statement).execute(db);
  },
};

const holds = [
  // What may not go: everything that a device reported in a span. A hold ends by being lifted, never by being deleted.
  `create table reading_hold (
     id int generated always as identity primary key,
     device_id int not null references device(id),
     unit_id int not null references dept(id),
     begin_at timestamptz not null,
     end_at timestamptz,
     reason text not null,
     placed_by text not null,
     placed_at timestamptz not null default now(),
     lifted_by text,
     lifted_at timestamptz,
     lift_reason text,
     check (end_at is null or end_at > begin_at))`,
  "create index reading_hold_device on reading_hold (device_id) where lifted_at is null",
  "create index reading_hold_unit on reading_hold (unit_id)",
];

/*
 * Partitions belong to the owner of the tables. The program's own role asks for them through these functions, which
 * know the tables they may touch.
 */
const partitions = [
  `create function make_partition(parent text, part text, begin_at timestamptz, end_at timestamptz)
     returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
   declare moved bigint := 0; place text;
   begin
     if parent not in ('telemetry', 'message_log', 'telemetry_1m', 'telemetry_1h') then
       raise exception 'no partitions are made of %', parent using errcode = 'insufficient_privilege'; end if;
     perform pg_advisory_xact_lock(hashtext('telemetry partitions'));
     if to_regclass('public.' || quote_ident(part)) is not null then return 0; end if;
     place := case parent when 'message_log' then 'received_at' when 'telemetry' then 'ts' else 'bucket' end;
     execute format('create table %I (like %I including defaults including constraints including storage)', part, parent);
     -- Rows that came before their partition lie in the default one; nothing may be written there meanwhile.
     execute format('lock table %I in share row exclusive mode', parent || '_default');
     execute format('with gone as (delete from %I where %I >= %L and %I < %L returning *)
       insert into %I select * from gone', parent || '_default', place, begin_at, place, end_at, part);
     get diagnostics moved = row_count;
     execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, part, begin_at, end_at);
     return moved;
   end $$`,
  `create or replace function make_telemetry_month(first date) returns void language plpgsql security definer
     set search_path = public, pg_temp as $$
   declare month timestamptz := to_char(first, 'YYYY-MM-01') || ' 00:00:00+00';
     year timestamptz := to_char(first, 'YYYY-01-01') || ' 00:00:00+00';
   begin
     perform make_partition('telemetry', 'telemetry_' || to_char(first, 'YYYY_MM'), month,
       (month at time zone 'UTC' + interval '1 month') at time zone 'UTC');
     perform make_partition('telemetry_1m', 'telemetry_1m_' || to_char(first, 'YYYY_MM'), month,
       (month at time zone 'UTC' + interval '1 month') at time zone 'UTC');
     perform make_partition('telemetry_1h', 'telemetry_1h_' || to_char(first, 'YYYY'), year,
       (year at time zone 'UTC' + interval '1 year') at time zone 'UTC');
   end $$`,
];

/*
 * The log of messages by weeks. The table that there was becomes the default partition, in no time; the nightly task
 * brings its rows to their weeks.
 */
const messages = [
  "alter table message_log rename to message_log_default",
  "alter index message_log_device rename to message_log_default_device",
  "alter index message_log_time rename to message_log_default_time",
  "alter table message_log_default alter column id drop identity if exists",
  "create sequence message_log_seq",
  "select setval('message_log_seq', (select coalesce(max(id), 0) + 1 from message_log_default), false)",
  `create table message_log (
     id bigint not null default nextval('message_log_seq'),
     device_id int not null,
     direction smallint not null,
     kind smallint not null,
     received_at timestamptz not null,
     code int,
     packet_id int,
     topic text not null,
     payload jsonb not null) partition by range (received_at)`,
  "alter sequence message_log_seq owned by message_log.id",
  "create index message_log_device on message_log (device_id, received_at desc)",
  "alter table message_log attach partition message_log_default default",
];

const rollups = [
  ...rollup("telemetry_1m", true),
  ...rollup("telemetry_1h", true),
  ...rollup("telemetry_1d", false),
  // Rows come in the order of their arrival, so this small index finds what came in a span of it.
  `create index telemetry_received on telemetry using brin (received_at)
     with (pages_per_range = 32, autosummarize = on)`,
  // One row. What arrived until rolled_to is in the rollups. Anyone who stores something that arrived before closing_to
  // leaves a mark, for it may have been passed by. origin is where the days begin, in the zone of the first start.
  `create table rollup_state (
     one boolean primary key default true check (one),
     rolled_to timestamptz not null,
     closing_to timestamptz not null,
     origin timestamptz,
     raw_floor timestamptz not null default '-infinity',
     minute_floor timestamptz not null default '-infinity')`,
  `insert into rollup_state (rolled_to, closing_to)
     select came, came from (select
       date_trunc('milliseconds', coalesce(min(received_at), now()) - interval '1 second') as came from telemetry) t`,
  `create table rollup_late (
     id bigint generated always as identity primary key,
     from_at timestamptz not null,
     until_at timestamptz not null)`,
];

const dropping = [
  // Refuses by itself what a hold touches: a fault of the program does not cost held readings.
  `create function drop_partition(parent text, part text, begin_at timestamptz, end_at timestamptz)
     returns void language plpgsql security definer set search_path = public, pg_temp as $$
   begin
     if parent not in ('telemetry', 'message_log', 'telemetry_1m', 'telemetry_1h') then
       raise exception 'no partitions of % are dropped', parent using errcode = 'insufficient_privilege'; end if;
     if not exists (select from pg_inherits i join pg_class c on c.oid = i.inhrelid
         where i.inhparent = to_regclass('public.' || quote_ident(parent)) and c.relname = part
         and pg_get_expr(c.relpartbound, c.oid) = format('FOR VALUES FROM (%L) TO (%L)', begin_at, end_at)) then
       raise exception '% is not the partition of % for that span', part, parent; end if;
     lock table reading_hold in share mode;
     if exists (select from reading_hold h where h.lifted_at is null
         and h.begin_at < drop_partition.end_at and coalesce(h.end_at, 'infinity') > drop_partition.begin_at) then
       raise exception 'a legal hold touches %', part using errcode = 'object_in_use'; end if;
     set local lock_timeout = '5s';
     execute format('alter table %I detach partition %I', parent, part);
     execute format('drop table %I', part);
   end $$`,
];

function rollup(table: string, partitioned: boolean): string[] {
  const partition = partitioned ? " partition by range (bucket)" : "";
  return [
    `create table ${table} (
       device_id int not null,
       metric smallint not null,
       n int not null,
       bucket timestamptz not null,
       total double precision not null,
       low double precision not null,
       high double precision not null,
       primary key (device_id, metric, bucket))${partition}`,
    ...(partitioned ? [`create table ${table}_default partition of ${table} default`] : []),
  ];
}
