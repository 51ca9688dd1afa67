/** The statements of which the transaction of a batch of uplinks is made. */
import type { Statement } from "../../../platform/store/send-together.ts";
import type { StoredUplink } from "../uplink.ts";
import type { BinaryCopy } from "./binary-copy.ts";
import { arrivalLock } from "./rollup.store.ts";
import { encodeMessages, holdsEachKeyOnce, toArrays, toEventRows, valueColumns } from "./uplink-rows.ts";

// Of a temporary table PostgreSQL knows no size: what is in a batch is looked up by key, never by reading a whole table.
export const prepareSession = `
  set statement_timeout = '60s'; set synchronous_commit = on; set enable_hashjoin = off; set enable_mergejoin = off;
  create temp table if not exists stage (
    device_id int not null, metric smallint not null, flags smallint not null, ts timestamptz not null,
    value double precision, received_at timestamptz not null, value_json jsonb) on commit delete rows`;

export const copyTelemetry = `copy telemetry (${valueColumns}) from stdin (format binary)`;

/** For many values, or where a key is taken. A transaction that does not touch the stage cuts no files at its commit. */
export const copyStage = "copy stage from stdin (format binary)";

// Named: parsed and planned once a connection.
export const insertTelemetry = {
  name: "telemetry",
  text: `insert into telemetry (${valueColumns}) select ${valueColumns} from stage on conflict do nothing`,
};

const instant = (micros: string) => `'epoch'::timestamptz + ${micros}::bigint * interval '1 microsecond'`;

/** The values of a batch as `toArrays` writes them, by the names of their columns, and their place in the batch. */
const given = `(select device_id, metric, flags, ${instant("at")} as ts, value, ${instant("received")} as received_at,
    value_json::jsonb, place
  from unnest($1::int[], $2::smallint[], $3::smallint[], $4::bigint[], $5::float8[], $6::bigint[], $7::text[])
    with ordinality as given(device_id, metric, flags, at, value, received, value_json, place)) s`;
const inStage = "(select *, ctid as place from stage) s";

/** What keeps the newest of a batch, from one of both places that it lies in. */
function keepLatest(from: string, name: string) {
  const keepNewer = `on conflict (device_id, metric) do update set flags = excluded.flags, ts = excluded.ts,
      value = excluded.value, received_at = excluded.received_at, value_json = excluded.value_json
    where excluded.ts > telemetry_latest.ts`;
  return {
    /** Ordered by key, so that two writers never wait for each other in a circle. */
    upsert: {
      name: `latest ${name}`,
      text: `insert into telemetry_latest (${valueColumns})
        select ${valueColumns} from ${from} order by device_id, metric ${keepNewer}`,
    },
    /** Of devices that have all reported before: an update alone costs half of what finding that out by inserting does. */
    update: {
      name: `latest of known ${name}`,
      text: `update telemetry_latest l set flags = s.flags, ts = s.ts, value = s.value, received_at = s.received_at,
          value_json = s.value_json
        from (select * from ${from} order by device_id, metric) s
        where l.device_id = s.device_id and l.metric = s.metric and l.ts < s.ts`,
    },
    /** Of one moment the value that came first is, as it does in `telemetry`. */
    upsertOfMany: {
      name: `latest of many ${name}`,
      text: `insert into telemetry_latest (${valueColumns})
        select distinct on (device_id, metric) ${valueColumns} from ${from}
        order by device_id, metric, ts desc, place ${keepNewer}`,
    },
  };
}

const latestGiven = keepLatest(given, "given");
const latestStaged = keepLatest(inStage, "staged");

/**
 * What makes the newest of a batch, sorted by device, the latest values; `added` where `renewed` has not found all.
 * A batch that is in the stage is read there.
 */
export function latestOf(
  fresh: readonly StoredUplink[],
  isStaged: boolean,
): { renewed: Statement; added: Statement | null } {
  const { update, upsert, upsertOfMany } = isStaged ? latestStaged : latestGiven;
  const values = isStaged ? [] : toArrays(fresh);
  return holdsEachKeyOnce(fresh)
    ? { renewed: { values, ...update }, added: { values, ...upsert } }
    : { renewed: { values, ...upsertOfMany }, added: null };
}

/**
 * As `renewed`, of a batch that is not in the stage; an error where a value is the first of its kind, so that the commit
 * sent behind it is skipped. What is known in a newer state is no error. SQL raises none by itself: a text that is no
 * number does, and the database's log shows it.
 */
export function allLatestOf(fresh: readonly StoredUplink[]): Statement {
  const { update, upsertOfMany } = latestGiven;
  const values = toArrays(fresh);
  if (!holdsEachKeyOnce(fresh)) return { values, ...upsertOfMany };
  return {
    values,
    name: `all ${update.name}`,
    text: `with renewed as (${update.text} returning 1)
      select case when count(*) = cardinality($1::int[]) or not exists (
        select from unnest($1::int[], $2::smallint[]) as given(device_id, metric)
        where not exists (select from telemetry_latest l
          where l.device_id = given.device_id and l.metric = given.metric)) then 1
        else ('no error: a property is reported for the first time, and written after these: ' || count(*))::int end
      from renewed`,
  };
}

/** Another value under a key that is taken is a conflict, kept alongside what exists. */
export const keepConflicts = `
  insert into telemetry_conflict (${valueColumns})
  select s.device_id, s.metric, s.flags, s.ts, s.value, s.received_at, s.value_json
  from stage s join telemetry t using (device_id, metric, ts)
  where (s.value, s.value_json) is distinct from (t.value, t.value_json)
  on conflict do nothing`;

/** What a batch before this one has stored under the same key. */
export const listRepeated = `
  select s.device_id || '/' || s.metric || '/' || (extract(epoch from s.ts) * 1000000)::bigint as key
  from stage s join telemetry t using (device_id, metric, ts) where t.received_at < s.received_at`;

const copyMessages = `copy message_log (device_id, direction, kind, received_at, code, packet_id, topic, payload)
  from stdin (format binary)`;

const insertEvents = `
  insert into device_event (device_id, unit_id, identifier, kind, ts, received_at, params)
  select e.device_id, e.unit_id, e.identifier, e.kind, to_timestamp(e.at / 1e6), to_timestamp(e.received / 1e6), e.params
  from jsonb_to_recordset($1::jsonb)
    as e(device_id int, unit_id int, identifier text, kind text, at numeric, received numeric, params jsonb)
  on conflict do nothing`;

export const findFirstSending = `select 1 from message_log
  where device_id = $1 and received_at > now() - interval '1 day' and packet_id = $2 and direction = 1
    and payload = $3::jsonb limit 1`;

/** Taken until the commit: closing a span of the rollups waits for it. */
const lockArrival = { name: "arrival", text: `select pg_advisory_xact_lock_shared(${arrivalLock})` };

const markLate = {
  name: "late",
  text: `insert into rollup_late (from_at, until_at) select ${instant("$1")}, ${instant("$2")} from rollup_state
    where closing_to >= ${instant("$1")}`,
};

/**
 * Begins, and leaves a mark where something in the batch arrived before the rollups closed that span: its writer was
 * held up, or the clock went back. The lock is what closing waits for.
 */
export function openingOf(batch: readonly StoredUplink[]): Statement[] {
  let from = Number.POSITIVE_INFINITY;
  let until = 0;
  for (const { values, receivedMicros } of batch) {
    if (values.length === 0) continue;
    if (receivedMicros < from) from = receivedMicros;
    if (receivedMicros > until) until = receivedMicros;
  }
  if (until === 0) return [{ text: "begin" }];
  const span = [from, until].map((micros) => String(Math.trunc(micros)));
  return [{ text: "begin" }, lockArrival, { values: span, ...markLate }];
}

export function messagesOf(copy: BinaryCopy, fresh: readonly StoredUplink[]): Statement[] {
  if (fresh.every((uplink) => uplink.message === null)) return [];
  // The buffer is the copy's own, and used again.
  return [{ text: copyMessages, bytes: Buffer.from(encodeMessages(copy, fresh)) }];
}

export function eventsOf(fresh: readonly StoredUplink[]): Statement[] {
  const events = toEventRows(fresh);
  return events.length === 0 ? [] : [{ text: insertEvents, values: [JSON.stringify(events)] }];
}
