import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { FleetEvents } from "../../features/fleet/fleet-events.ts";
import { createTelemetryService } from "../../features/fleet/telemetry/telemetry.service.ts";
import type { StoredUplink } from "../../features/fleet/uplink.ts";
import { createEventBus } from "../../platform/event-bus.ts";
import { openPostgres } from "../../platform/store/open-postgres.ts";
import type { CommandContext } from "../command-error.ts";
import { copyAll, emptyTelemetry } from "./write.store.ts";

const devices = 5000;
const valuesEach = 3;
const identifiers = ["boxTemp", "flow", "ph"];
/** Both ways in turn, each into an empty table: a single one differs from the next by a tenth. */
const rounds = 5;

/**
 * `measure-write`: rows a second of the write path alone (deduplicated, latest values included, two connections),
 * alongside one long binary COPY of the same rows into a table of the same shape. On a database of its own, or on
 * DATABASE_URL. Prints `{written, copied}`, the medians of some rounds.
 */
export async function measureWriteCommand({ env, log, args }: CommandContext): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { rows: { type: "string", default: "600000" } } });
  const rows = Number(values.rows);
  const dataDir = await mkdtemp(join(tmpdir(), "tracewater-measure-"));
  const store = await openPostgres({ databaseUrl: env.DATABASE_URL, dataDir, log });
  try {
    const events = createEventBus<FleetEvents>(log);
    const telemetry = createTelemetryService({
      database: store.database,
      events,
      log,
      queues: 2,
      canWrite: () => true,
      now: Date.now,
    });
    await telemetry.numberMetrics(identifiers);
    const copied: number[] = [];
    const written: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const uplinks = makeUplinks(rows, round, telemetry.withMetrics);
      await emptyTelemetry(store.owner);
      copied.push(rows / (await seconds(() => copyAll(store.owner, uplinks))));
      written.push(rows / (await seconds(() => writeAll(telemetry.record, uplinks))));
    }
    await telemetry.stop();
    process.stdout.write(`${JSON.stringify({ written: median(written), copied: median(copied) })}\n`);
  } finally {
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  }
  return 0;
}

function makeUplinks(
  rows: number,
  round: number,
  withMetrics: ReturnType<typeof createTelemetryService>["withMetrics"],
): StoredUplink[] {
  // Each round is newer than all of the one before, as what a device sends is.
  const start = (Date.now() + round * 3_600_000) * 1000;
  return Array.from({ length: rows / valuesEach }, (_, number) => {
    const atMicros = start + Math.floor(number / devices) * 1_000_000;
    return {
      about: { deviceId: (number % devices) + 1, unitId: 1, typeKey: "waterSample" },
      receivedMicros: atMicros,
      values: withMetrics(
        identifiers.map((identifier, place) => ({
          identifier,
          flags: 0,
          atMicros,
          number: place + number / 7,
          json: null,
        })),
      ),
      events: [],
      message: null,
      isResend: false,
    };
  });
}

async function writeAll(
  record: (uplink: StoredUplink) => Promise<void>,
  uplinks: readonly StoredUplink[],
): Promise<void> {
  for (let from = 0; from < uplinks.length; from += 4000) {
    await Promise.all(uplinks.slice(from, from + 4000).map(record));
  }
}

function median(of: readonly number[]): number {
  return [...of].sort((a, b) => a - b)[Math.floor(of.length / 2)] ?? 0;
}

async function seconds(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}
