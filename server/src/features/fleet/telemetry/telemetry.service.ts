import type { LatestValue } from "@tracewater/contract/fleet/devices";
import type { EventBus } from "../../../platform/event-bus.ts";
import { createGroupCommit } from "../../../platform/group-commit.ts";
import type { Log } from "../../../platform/log.ts";
import type { Database } from "../../../platform/store/database.ts";
import type { FleetEvents } from "../fleet-events.ts";
import { type StoredUplink, type UplinkWatch, type ValueRow, valueFlag } from "../uplink.ts";
import type { ReadValue } from "../uplink-reader.ts";
import { createDeviceQueues } from "./device-queues.ts";
import { createPartitionStore } from "./partition.store.ts";
import { preparePartitions } from "./reading-retention.job.ts";
import { createTelemetryStore, type StoredValue } from "./telemetry.store.ts";
import { createUplinkWriter } from "./uplink-writer.store.ts";
import { withinSpans } from "./within-spans.store.ts";
import { createWriteQueue } from "./write-queue.ts";

/** For stores that read what devices reported within a caller's reach. */
export { withinSpans };

export type TelemetryService = ReturnType<typeof createTelemetryService>;

/** How many identifiers the database numbers at most; a device that invents more is refused. */
const maxMetrics = 20_000;

/** The way of a value into the database, and back out of it. */
export function createTelemetryService(options: {
  database: Database;
  events: EventBus<FleetEvents>;
  log: Log;
  queues: number;
  /** Looks at every uplink as it is written. */
  watch?: UplinkWatch | undefined;
  /** False while the disk is nearly full: uplinks are held then. */
  canWrite: () => boolean;
  now: () => number;
}) {
  const { database, events, log } = options;
  const store = createTelemetryStore(database.db);
  const metrics = new Map<string, number>();
  const stop = createStop();
  // The last one is for heavy messages; it connects with the first of them.
  const writing = Array.from({ length: options.queues + 1 }, () => {
    const writer = createUplinkWriter(database.connection, options.watch ?? null);
    const queue = createWriteQueue({
      writer,
      log,
      canWrite: options.canWrite,
      pause: stop.pause,
      isStopping: stop.isStopping,
    });
    return { writer, queue };
  });
  const queues = writing.map(({ queue }) => queue);
  const heavyQueue = queues.pop() ?? missing("queue for heavy messages");
  const byDevice = createDeviceQueues({ queues, heavyQueue });

  // Many devices that bring the same new identifiers at once ask the database once.
  const numbering = createGroupCommit<readonly string[]>({
    max: 1000,
    async write(asked) {
      const unknown = [...new Set(asked.flat())].filter((identifier) => !metrics.has(identifier));
      if (unknown.length === 0) return;
      if (metrics.size + unknown.length > maxMetrics)
        throw new Error("the platform knows too many identifiers");
      for (const [identifier, id] of await store.ensureMetrics(unknown)) metrics.set(identifier, id);
    },
  });

  /** The spreads last: decision 0132. */
  function emitStored(uplink: StoredUplink): void {
    const { about } = uplink;
    if (uplink.values.length > 0 && events.hasListeners("values.stored")) {
      events.emit("values.stored", {
        values: uplink.values.map((v) => toLatest(v, uplink.receivedMicros)),
        ...about,
      });
    }
    for (const event of uplink.events) {
      const at = Math.floor(event.atMicros / 1000);
      events.emit("event.stored", { identifier: event.identifier, at, params: event.params, ...about });
    }
    if (uplink.message !== null && events.hasListeners("message.logged")) {
      const { direction, kind, topic, payload } = uplink.message;
      const at = Math.floor(uplink.receivedMicros / 1000);
      events.emit("message.logged", { at, direction, kind, topic, payload: payload.toString(), ...about });
    }
  }

  return {
    /** True where every identifier has its number already, which is nearly always. */
    knows: (values: readonly ReadValue[]) => values.every((value) => metrics.has(value.identifier)),
    numberMetrics: (identifiers: readonly string[]) => numbering.add(identifiers),
    /** The spread last: decision 0132. */
    withMetrics(values: readonly ReadValue[]): ValueRow[] {
      return values.map((value) => ({
        metric: metrics.get(value.identifier) ?? missing(value.identifier),
        ...value,
      }));
    },
    /** Values with the numbers of their identifiers, which are made where there are none yet. */
    async numbered(values: readonly ReadValue[]): Promise<ValueRow[]> {
      if (!this.knows(values)) await this.numberMetrics(values.map((value) => value.identifier));
      return this.withMetrics(values);
    },

    /** Resolves once the uplink is committed; rejects with RefusedUplink where the database cannot hold it. */
    async record(uplink: StoredUplink): Promise<void> {
      const item = { uplink, refused: null as Error | null };
      const chosen = byDevice.begin(item);
      try {
        if (chosen.before !== null) await chosen.before;
        await chosen.queue.add(item);
      } finally {
        byDevice.end(item, chosen);
      }
      if (item.refused !== null) throw item.refused;
      emitStored(uplink);
    },

    /** How many uplinks wait for their commit, over all connections. */
    waiting: () => writing.reduce((sum, { queue }) => sum + queue.size(), 0),
    /** The bytes that wait in the fullest of the write queues. */
    waitingBytes: () => writing.reduce((max, { queue }) => Math.max(max, queue.weight()), 0),

    async latestOf(deviceIds: readonly number[]): Promise<Map<number, Record<string, LatestValue>>> {
      const found = new Map<number, Record<string, LatestValue>>();
      for (const row of await store.listLatest(deviceIds)) {
        const values = found.get(row.deviceId) ?? {};
        values[row.identifier] = fromStored(row);
        found.set(row.deviceId, values);
      }
      return found;
    },

    listMessages: store.listMessages,
    countMessages: store.countMessages,
    listEvents: store.listEvents,
    countEvents: store.countEvents,

    /** Makes sure of the partitions that the next weeks need; the nightly task does so from then on. */
    async start(): Promise<void> {
      await preparePartitions(createPartitionStore(database.db), new Date(options.now()));
    },

    async stop(): Promise<void> {
      stop.begin();
      await byDevice.drained();
      for (const { queue, writer } of writing) {
        await queue.drained();
        await writer.close();
      }
    },
  };
}

function toLatest(row: ValueRow, receivedMicros: number): LatestValue {
  return {
    identifier: row.identifier,
    value: row.number ?? (row.json === null ? null : JSON.parse(row.json)),
    at: Math.floor(row.atMicros / 1000),
    receivedAt: Math.floor(receivedMicros / 1000),
    outOfRange: (row.flags & valueFlag.outOfRange) !== 0,
  };
}

function fromStored(row: StoredValue): LatestValue {
  return {
    identifier: row.identifier,
    value: row.value,
    at: row.at,
    receivedAt: row.receivedAt,
    outOfRange: (row.flags & valueFlag.outOfRange) !== 0,
  };
}

function missing(what: string): never {
  throw new Error(`${what} was requested before it was created`);
}

/** Pauses that end early when the program stops. */
function createStop() {
  let stopping = false;
  const wake = new Set<() => void>();
  return {
    isStopping: () => stopping,
    begin() {
      stopping = true;
      for (const one of wake) one();
    },
    pause: (ms: number) =>
      new Promise<void>((resolve) => {
        const done = () => {
          clearTimeout(timer);
          wake.delete(done);
          resolve();
        };
        const timer = setTimeout(done, ms);
        wake.add(done);
      }),
  };
}
