import pg from "pg";
import { connectToDatabase } from "../../../platform/store/store-errors.ts";
import {
  directionNumber,
  type Evaluation,
  type StoredUplink,
  type UplinkWatch,
  type ValueRow,
} from "../uplink.ts";
import { type BinaryCopy, createBinaryCopy } from "./binary-copy.ts";
import { ensurePartitions, type Month } from "./month-keeper.store.ts";
import { arrivalLock } from "./rollup.store.ts";
import { type Statement, sendTogether } from "./send-together.ts";
import { encodeMessages, encodeValues, holdsEachKeyOnce, toEventRows, valueColumns } from "./uplink-rows.ts";

/**
 * Writes batches of uplinks on a connection of its own: COPY into the log of values, or, where a key is taken there, by
 * way of a temporary table with INSERT ... ON CONFLICT DO NOTHING; then the latest values, in one transaction with the
 * message log and the events.
 */
export type UplinkWriter = {
  write(batch: readonly StoredUplink[]): Promise<void>;
  close(): Promise<void>;
};

export function createUplinkWriter(connection: pg.ClientConfig, watch: UplinkWatch | null): UplinkWriter {
  let client: pg.Client | null = null;
  let evaluation: Evaluation | null = null;
  /**
   * The batch whose commit was sent, and what of it is in the log, until the database answers: else it is looked for.
   */
  let committing: { batch: readonly StoredUplink[]; logged: readonly StoredUplink[] } | null = null;
  const copy = createBinaryCopy();
  const knownMonths: Month[] = [];
  /** How many batches to come are looked through for keys that are taken: who sends again once, does so for a while. */
  let looked = 0;

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({ ...connection, connectionTimeoutMillis: 2000 });
    fresh.on("error", () => {
      if (client === fresh) client = null;
    });
    await connectToDatabase(fresh);
    await fresh.query(prepareSession);
    client = fresh;
    return fresh;
  }

  async function inTransaction(db: pg.Client, batch: readonly StoredUplink[]): Promise<void> {
    const opening = openingOf(batch);
    const hasResends = batch.some((uplink) => uplink.isResend);
    if (hasResends) await sendAll(db, opening);
    // By device: rows of the database are then met in one order by all writers, and its index from left to right.
    const fresh = [...(hasResends ? await withoutResends(db, batch) : batch)].sort(
      (a, b) => a.about.deviceId - b.about.deviceId,
    );
    const repeated = await store(db, hasResends ? [] : opening, fresh);
    evaluation = watch?.evaluate(fresh, repeated) ?? null;
    await evaluation?.write(db);
    committing = { batch, logged: fresh.filter((uplink) => uplink.message !== null) };
    await db.query("commit");
    committing = null;
    evaluation?.commit();
    evaluation = null;
  }

  /** All rows of a batch, in one go where no key is taken; the values that another batch has stored before. */
  async function store(
    db: pg.Client,
    opening: readonly Statement[],
    fresh: readonly StoredUplink[],
  ): Promise<ReadonlySet<ValueRow>> {
    const values = fresh.reduce((sum, uplink) => sum + uplink.values.length, 0);
    const others = [...messagesOf(copy, fresh), ...eventsOf(fresh)];
    if (values === 0) {
      await sendAll(db, [...opening, ...others]);
      return nothing;
    }
    const latest = holdsEachKeyOnce(fresh) ? updateLatest : upsertLatestOfMany;
    const bytes = Buffer.from(encodeValues(copy, fresh));
    const staged = [...opening, { text: "copy stage from stdin (format binary)", bytes }];
    // One COPY of all, at half the cost of a look for each, where no key is taken.
    const direct = [...staged, { text: "savepoint copied" }, { text: copyTelemetry, bytes }];
    const isDirect = looked === 0;
    if (!isDirect) looked -= 1;
    let { counts, refused } = await sendTogether(db, [
      ...(isDirect ? direct : [...staged, insertTelemetry]),
      ...[latest, ...others],
    ]);
    const isTaken = isDirect && refused?.code === uniqueViolation && counts.length === direct.length - 1;
    if (isTaken) {
      looked = lookedAfterRepeat;
      await db.query("rollback to savepoint copied");
      ({ counts, refused } = await sendTogether(db, [insertTelemetry, latest, ...others]));
    }
    if (refused !== null) throw refused;
    const [stored = 0, renewed = 0] = counts.slice(counts.length - others.length - 2);
    if (latest === updateLatest && renewed !== values) await db.query(upsertLatest);
    if (stored === values) return nothing;
    await db.query(keepConflicts);
    return findRepeated(db, fresh);
  }

  /** Whether these are the uplinks whose commit was never answered, and it was done: in one transaction, all or nothing. */
  async function isDone(db: pg.Client, batch: readonly StoredUplink[]): Promise<boolean> {
    if (committing === null) return false;
    const { batch: before, logged } = committing;
    const isSame = before.length === batch.length && before.every((one, at) => one === batch[at]);
    const isThere = isSame && logged.length > 0 && (await areLogged(db, logged));
    committing = null;
    return isThere;
  }

  return {
    async write(batch) {
      const db = client ?? (await connect());
      try {
        if (await isDone(db, batch)) return;
        await ensurePartitions(db, batch, knownMonths);
        await inTransaction(db, batch);
      } catch (error) {
        evaluation?.rollback();
        evaluation = null;
        await db.query("rollback").catch(() => {
          // The connection is gone: the next batch opens another.
          client = null;
          return db.end().catch(() => undefined);
        });
        throw error;
      }
    },
    async close() {
      await client?.end();
      client = null;
    },
  };
}

const nothing: ReadonlySet<ValueRow> = new Set();
const uniqueViolation = "23505";
const lookedAfterRepeat = 100;

// Of a temporary table PostgreSQL knows no size: what is in a batch is looked up by key, never by reading a whole table.
const prepareSession = `
  set statement_timeout = '60s'; set synchronous_commit = on; set enable_hashjoin = off; set enable_mergejoin = off;
  create temp table if not exists stage (
    device_id int not null, metric smallint not null, flags smallint not null, ts timestamptz not null,
    value double precision, received_at timestamptz not null, value_json jsonb) on commit delete rows`;

const copyTelemetry = `copy telemetry (${valueColumns}) from stdin (format binary)`;

// Named: parsed and planned once a connection.
const insertTelemetry = {
  name: "telemetry",
  text: `insert into telemetry (${valueColumns}) select ${valueColumns} from stage on conflict do nothing`,
};

const keepNewer = `on conflict (device_id, metric) do update set flags = excluded.flags, ts = excluded.ts,
    value = excluded.value, received_at = excluded.received_at, value_json = excluded.value_json
  where excluded.ts > telemetry_latest.ts`;

/** Ordered by key, so that two writers never wait for each other in a circle. */
const upsertLatest = {
  name: "latest",
  text: `insert into telemetry_latest (${valueColumns})
    select ${valueColumns} from stage order by device_id, metric ${keepNewer}`,
};

/** Of devices that have all reported before: an update alone costs half of what finding that out by inserting does. */
const updateLatest = {
  name: "latest of known",
  text: `update telemetry_latest l set flags = s.flags, ts = s.ts, value = s.value, received_at = s.received_at,
      value_json = s.value_json
    from (select * from stage order by device_id, metric) s
    where l.device_id = s.device_id and l.metric = s.metric and l.ts < s.ts`,
};

/** Of one moment the value that came first is, as it does in `telemetry`. */
const upsertLatestOfMany = {
  name: "latest of many",
  text: `insert into telemetry_latest (${valueColumns})
    select distinct on (device_id, metric) ${valueColumns} from stage order by device_id, metric, ts desc, ctid
    ${keepNewer}`,
};

/** Another value under a key that is taken is a conflict, kept alongside what exists. */
const keepConflicts = `
  insert into telemetry_conflict (${valueColumns})
  select s.device_id, s.metric, s.flags, s.ts, s.value, s.received_at, s.value_json
  from stage s join telemetry t using (device_id, metric, ts)
  where (s.value, s.value_json) is distinct from (t.value, t.value_json)
  on conflict do nothing`;

/** What a batch before this one has stored under the same key. */
const listRepeated = `
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

const findFirstSending = `select 1 from message_log
  where device_id = $1 and received_at > now() - interval '1 day' and packet_id = $2 and direction = 1
    and payload = $3::jsonb limit 1`;

/** Taken until the commit: closing a span of the rollups waits for it. */
const lockArrival = { name: "arrival", text: `select pg_advisory_xact_lock_shared(${arrivalLock})` };

const instant = (parameter: string) =>
  `'epoch'::timestamptz + ${parameter}::bigint * interval '1 microsecond'`;

const markLate = {
  name: "late",
  text: `insert into rollup_late (from_at, until_at) select ${instant("$1")}, ${instant("$2")} from rollup_state
    where closing_to >= ${instant("$1")}`,
};

/**
 * Begins, and leaves a mark where something in the batch arrived before the rollups closed that span: its writer was
 * held up, or the clock went back. The lock is what closing waits for.
 */
function openingOf(batch: readonly StoredUplink[]): Statement[] {
  let from = Number.POSITIVE_INFINITY;
  let until = 0;
  for (const { values, receivedMicros } of batch) {
    if (values.length === 0) continue;
    if (receivedMicros < from) from = receivedMicros;
    if (receivedMicros > until) until = receivedMicros;
  }
  if (until === 0) return [{ text: "begin" }];
  const span = [from, until].map((micros) => String(Math.trunc(micros)));
  return [{ text: "begin" }, lockArrival, { ...markLate, values: span }];
}

function messagesOf(copy: BinaryCopy, fresh: readonly StoredUplink[]): Statement[] {
  if (fresh.every((uplink) => uplink.message === null)) return [];
  // The buffer is the copy's own, and used again.
  return [{ text: copyMessages, bytes: Buffer.from(encodeMessages(copy, fresh)) }];
}

function eventsOf(fresh: readonly StoredUplink[]): Statement[] {
  const events = toEventRows(fresh);
  return events.length === 0 ? [] : [{ text: insertEvents, values: [JSON.stringify(events)] }];
}

async function sendAll(db: pg.Client, statements: readonly Statement[]): Promise<void> {
  const { refused } = await sendTogether(db, statements);
  if (refused !== null) throw refused;
}

async function findRepeated(db: pg.Client, batch: readonly StoredUplink[]): Promise<Set<ValueRow>> {
  const { rows } = await db.query<{ key: string }>(listRepeated);
  const keys = new Set(rows.map((row) => row.key));
  return new Set(
    batch.flatMap(({ about, values }) =>
      values.filter((value) => keys.has(`${about.deviceId}/${value.metric}/${value.atMicros}`)),
    ),
  );
}

async function withoutResends(
  db: pg.Client,
  batch: readonly StoredUplink[],
): Promise<readonly StoredUplink[]> {
  if (!batch.some((uplink) => uplink.isResend)) return batch;
  const fresh: StoredUplink[] = [];
  for (const uplink of batch) {
    if (!uplink.isResend || !(await isStoredAlready(db, uplink, fresh))) fresh.push(uplink);
  }
  return fresh;
}

async function isStoredAlready(
  db: pg.Client,
  uplink: StoredUplink,
  before: StoredUplink[],
): Promise<boolean> {
  const { message, about } = uplink;
  if (message === null || message.packetId === null) return false;
  const text = message.payload.toString();
  const inBatch = before.some(
    (one) =>
      one.about.deviceId === about.deviceId &&
      one.message?.packetId === message.packetId &&
      one.message.payload.toString() === text,
  );
  if (inBatch) return true;
  const found = await db.query(findFirstSending, [about.deviceId, message.packetId, text]);
  return (found.rowCount ?? 0) > 0;
}

/** The numbers of transactions do not report it: after a crash they are given again. */
async function areLogged(db: pg.Client, uplinks: readonly StoredUplink[]): Promise<boolean> {
  const asked = uplinks.map(({ about, receivedMicros, message }) => ({
    device: about.deviceId,
    at: receivedMicros,
    direction: message === null ? null : directionNumber[message.direction],
    topic: message?.topic,
    payload: message?.payload.toString(),
  }));
  const { rows } = await db.query<{ missing: boolean }>(
    `select exists (select from jsonb_to_recordset($1::jsonb)
        as x(device int, at numeric, direction int, topic text, payload text)
      where not exists (select from message_log m where m.device_id = x.device and m.direction = x.direction
        and m.received_at = to_timestamp(x.at / 1e6) and m.topic = x.topic and m.payload = x.payload::jsonb)) as missing`,
    [JSON.stringify(asked)],
  );
  return rows[0]?.missing === false;
}
