import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { FleetEvents } from "../features/fleet/fleet-events.ts";
import { createTelemetryService } from "../features/fleet/telemetry/telemetry.service.ts";
import type { StoredUplink } from "../features/fleet/uplink.ts";
import { createEventBus } from "../platform/event-bus.ts";
import { openStore } from "../platform/store/open-store.ts";
import type { CommandContext } from "./command-error.ts";
import { copyAll } from "./measure-write.store.ts";

const devices = 5000;
const valuesEach = 3;
const identifiers = ["boxTemp", "flow", "ph"];

/**
 * `measure-write`: rows a second of the write path alone (deduplicated, latest values included, two connections),
 * beside one long binary COPY of the same rows into a table of the same shape. On a store of its own, or on
 * DATABASE_URL. Prints `{written, copied}`.
 */
export async function measureWriteCommand({ env, log, args }: CommandContext): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { rows: { type: "string", default: "600000" } } });
  const rows = Number(values.rows);
  const dataDir = await mkdtemp(join(tmpdir(), "tracewater-measure-"));
  const store = await openStore({ databaseUrl: env.DATABASE_URL, dataDir, log });
  try {
    const events = createEventBus<FleetEvents>(log);
    const telemetry = createTelemetryService({
      database: store.database,
      events,
      log,
      lanes: 2,
      canWrite: () => true,
      now: Date.now,
    });
    await telemetry.numberMetrics(identifiers);
    const uplinks = makeUplinks(rows, telemetry.withMetrics);
    const copied = rows / (await seconds(() => copyAll(store.owner, uplinks)));
    const written = rows / (await seconds(() => writeAll(telemetry.record, uplinks)));
    await telemetry.stop();
    process.stdout.write(`${JSON.stringify({ written, copied })}\n`);
  } finally {
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  }
  return 0;
}

function makeUplinks(
  rows: number,
  withMetrics: ReturnType<typeof createTelemetryService>["withMetrics"],
): StoredUplink[] {
  const start = Date.now() * 1000;
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

async function seconds(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}
