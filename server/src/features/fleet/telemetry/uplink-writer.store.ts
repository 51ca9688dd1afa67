import pg from "pg";
import { type Statement, sendTogether } from "../../../platform/store/send-together.ts";
import { connectToDatabase } from "../../../platform/store/store-errors.ts";
import {
  directionNumber,
  type Evaluation,
  type StoredUplink,
  type UplinkWatch,
  type ValueRow,
} from "../uplink.ts";
import { createBinaryCopy } from "./binary-copy.ts";
import { ensurePartitions, type Month } from "./month-keeper.store.ts";
import { encodeValues } from "./uplink-rows.ts";
import {
  allLatestOf,
  copyStage,
  copyTelemetry,
  eventsOf,
  findFirstSending,
  insertTelemetry,
  keepConflicts,
  latestOf,
  listRepeated,
  messagesOf,
  openingOf,
  prepareSession,
} from "./uplink-statements.store.ts";

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
  const lastCommit = createLastCommit();
  const copy = createBinaryCopy();
  const knownMonths: Month[] = [];
  /** How many batches to come are looked through for keys that are taken: who sends again once, does so for a while. */
  let looked = 0;
  /** How many batches to come are not tried in one go: a device that reports for the first time has more to report. */
  let stepwise = 0;

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
    if (!hasResends && (await writeAtOnce(db, batch, opening, fresh))) return;
    const repeated = await store(db, hasResends ? [] : opening, fresh);
    evaluation = watch?.evaluate(fresh, repeated) ?? null;
    await evaluation?.write(db);
    lastCommit.sent(batch, fresh);
    await db.query("commit");
    lastCommit.answered();
    evaluation?.commit();
    evaluation = null;
  }

  /**
   * A small batch of known devices that changes no alarm, with its commit in one go: the database skips the commit where
   * a key is taken or a value is the first of its kind. False where the batch has to be written step by step, in a
   * transaction that has not begun.
   */
  async function writeAtOnce(
    db: pg.Client,
    batch: readonly StoredUplink[],
    opening: readonly Statement[],
    fresh: readonly StoredUplink[],
  ): Promise<boolean> {
    if (looked > 0) return false;
    if (stepwise > 0) {
      stepwise -= 1;
      return false;
    }
    const values = countValues(fresh);
    if (values > maxGiven || changesAlarms(fresh)) return false;
    const rows: Statement[] =
      values === 0
        ? []
        : [{ text: copyTelemetry, bytes: Buffer.from(encodeValues(copy, fresh)) }, allLatestOf(fresh)];
    const others = [...messagesOf(copy, fresh), ...eventsOf(fresh)];
    lastCommit.sent(batch, fresh);
    const { refused } = await sendTogether(db, [...opening, ...rows, ...others, { text: "commit" }]);
    lastCommit.answered();
    if (refused === null) return true;
    if (refused.code === uniqueViolation) looked = lookedAfterRepeat;
    else if (refused.code === invalidText) stepwise = stepwiseAfterFirst;
    else throw refused;
    await db.query("rollback");
    return false;
  }

  function changesAlarms(fresh: readonly StoredUplink[]): boolean {
    const changes = watch?.evaluate(fresh, nothing) ?? null;
    // Asked again inside the transaction, once the values that were stored before are known.
    changes?.rollback();
    return changes !== null;
  }

  /** All rows of a batch, in one go where no key is taken; the values that another batch has stored before. */
  async function store(
    db: pg.Client,
    opening: readonly Statement[],
    fresh: readonly StoredUplink[],
  ): Promise<ReadonlySet<ValueRow>> {
    const values = countValues(fresh);
    const others = [...messagesOf(copy, fresh), ...eventsOf(fresh)];
    if (values === 0) {
      await sendAll(db, [...opening, ...others]);
      return nothing;
    }
    const bytes = Buffer.from(encodeValues(copy, fresh));
    const isStaged = values > maxGiven;
    const latest = latestOf(fresh, isStaged);
    const following = [latest.renewed, ...others];
    const stage = { text: copyStage, bytes };
    const begin = isStaged ? [...opening, stage] : opening;
    // One COPY of all, at half the cost of a look for each, where no key is taken.
    const direct = [...begin, { text: "savepoint copied" }, { text: copyTelemetry, bytes }];
    const looking = isStaged ? [insertTelemetry] : [stage, insertTelemetry];
    const isDirect = looked === 0;
    if (!isDirect) looked -= 1;
    let { counts, refused } = await sendTogether(db, [
      ...(isDirect ? direct : [...begin, ...looking]),
      ...following,
    ]);
    const isTaken = isDirect && refused?.code === uniqueViolation && counts.length === direct.length - 1;
    if (isTaken) {
      looked = lookedAfterRepeat;
      await db.query("rollback to savepoint copied");
      ({ counts, refused } = await sendTogether(db, [...looking, ...following]));
    }
    if (refused !== null) throw refused;
    const [stored = 0, renewed = 0] = counts.slice(counts.length - following.length - 1);
    if (latest.added !== null && renewed !== values) await sendAll(db, [latest.added]);
    if (stored === values) return nothing;
    await db.query(keepConflicts);
    return findRepeated(db, fresh);
  }

  return {
    async write(batch) {
      const db = client ?? (await connect());
      try {
        if (await lastCommit.isDone(db, batch)) return;
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

/** The commit that was sent: where the database does not answer, it is looked for. */
function createLastCommit() {
  let open: { batch: readonly StoredUplink[]; logged: readonly StoredUplink[] } | null = null;
  return {
    sent(batch: readonly StoredUplink[], fresh: readonly StoredUplink[]): void {
      open = { batch, logged: fresh.filter((uplink) => uplink.message !== null) };
    },
    answered(): void {
      open = null;
    },
    /** Whether these are the uplinks whose commit was never answered, and it was done: in one transaction, all or nothing. */
    async isDone(db: pg.Client, batch: readonly StoredUplink[]): Promise<boolean> {
      if (open === null) return false;
      const { batch: before, logged } = open;
      const isSame = before.length === batch.length && before.every((one, at) => one === batch[at]);
      const isThere = isSame && logged.length > 0 && (await areLogged(db, logged));
      open = null;
      return isThere;
    },
  };
}

const nothing: ReadonlySet<ValueRow> = new Set();
const uniqueViolation = "23505";
const invalidText = "22P02";
const lookedAfterRepeat = 100;
const stepwiseAfterFirst = 20;
/** Values that a statement is given. The stage costs a batch half a millisecond, and each value two microseconds less. */
const maxGiven = 200;

function countValues(uplinks: readonly StoredUplink[]): number {
  return uplinks.reduce((sum, uplink) => sum + uplink.values.length, 0);
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
