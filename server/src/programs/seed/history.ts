import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { familyKey } from "@tracewater/contract/fleet/families";
import { z } from "zod";
import type { Core } from "../../app/core.ts";
import type { About } from "../../features/fleet/fleet-events.ts";
import { rollupJob } from "../../features/fleet/telemetry/rollup.job.ts";
import { createRollupStore } from "../../features/fleet/telemetry/rollup.store.ts";
import { createTelemetryService } from "../../features/fleet/telemetry/telemetry.service.ts";
import type { EventRow } from "../../features/fleet/uplink.ts";
import {
  type CompiledModel,
  compileModel,
  type ReadValue,
  readEvent,
  readProperties,
} from "../../features/fleet/uplink-reader.ts";
import type { Log } from "../../platform/log.ts";
import type { Database } from "../../platform/store/database.ts";
import { CommandError } from "../command-error.ts";
import { createHistoryFiles } from "./history-files.store.ts";
import { createSeedStore } from "./seed.store.ts";

const line = z.object({
  deviceName: z.string(),
  time: z.number(),
  params: z.record(z.string(), z.unknown()),
  event: z.string().optional(),
  file: z.object({ type: z.string(), base64: z.base64() }).optional(),
});

type Known = { about: About; model: CompiledModel };

const maxInFlight = 3000;

/**
 * Reads what devices would have reported, a JSON line each, and stores it the way live reports are stored: the same
 * checks, the same writer, only without lines in the message log. Its rollups are made with it.
 */
export async function importHistory(options: {
  file: string;
  database: Database;
  core: Core;
  log: Log;
  /** Where files of devices are kept. */
  mediaFolder: string;
  /** IANA name; the days of rollups begin at its midnight. */
  zone: string;
}): Promise<{ values: number; events: number; devices: number }> {
  const { core, database } = options;
  const seeds = createSeedStore(database.db);
  const rollups = createRollupStore(database.db);
  const telemetry = createTelemetryService({
    database,
    events: core.events,
    log: options.log,
    queues: 2,
    canWrite: () => true,
    now: Date.now,
  });
  const keepFile = createHistoryFiles({ db: database.db, folder: options.mediaFolder });
  const known = new Map<string, Known>();
  const counts = { values: 0, events: 0 };
  const inWork = new Set<Promise<void>>();

  async function find(deviceName: string, first: number): Promise<Known> {
    const [row] = await seeds.findDevices([deviceName]);
    if (row === undefined)
      throw new CommandError(`the history contains the device ${deviceName}, which does not exist`);
    const { model } = await core.products.require(row.productId);
    const about = { deviceId: row.id, unitId: row.unitId, typeKey: familyKey.parse(row.typeKey) };
    const found = { about, model: compileModel(model) };
    known.set(deviceName, found);
    await seeds.activateSince(row.id, new Date(first));
    return found;
  }

  async function store(device: Known, read: Line): Promise<void> {
    const { values, events } = readUplink(device, read);
    if (!telemetry.knows(values)) await telemetry.numberMetrics(values.map((value) => value.identifier));
    counts.values += values.length;
    counts.events += events.length;
    const write = telemetry
      .record({
        about: device.about,
        receivedMicros: read.time * 1000,
        values: telemetry.withMetrics(values),
        events,
        message: null,
        isResend: false,
      })
      .finally(() => inWork.delete(write));
    inWork.add(write);
    if (inWork.size >= maxInFlight) await Promise.race(inWork);
  }

  let isFirst = true;
  const input = options.file === "-" ? process.stdin : createReadStream(options.file);
  for await (const text of createInterface({ input })) {
    const read = readLine(text);
    if (isFirst) await rollups.startFrom(new Date(read.time - 86_400_000));
    isFirst = false;
    const device = known.get(read.deviceName) ?? (await find(read.deviceName, read.time));
    await store(device, read);
    if (read.file !== undefined && read.event !== undefined)
      await keepFile(device.about, { identifier: read.event, at: read.time }, read.file);
  }
  await Promise.all(inWork);
  await telemetry.stop();
  await rollupJob({ db: database.db, zone: options.zone }).run({
    now: Date.now,
    signal: new AbortController().signal,
  });
  return { ...counts, devices: known.size };
}

type Line = z.infer<typeof line>;

function readLine(text: string): Line {
  try {
    return line.parse(JSON.parse(text));
  } catch {
    throw new CommandError(`the history contains an invalid line: ${text.slice(0, 120)}`);
  }
}

function readUplink(device: Known, read: Line): { values: ReadValue[]; events: EventRow[] } {
  const never = () => read.time * 1000;
  if (read.event !== undefined) {
    const params = { value: read.params, time: read.time };
    const result = readEvent(read.event, params, device.model, Date.now(), never);
    return { values: [], events: result.ok ? [result.event] : [] };
  }
  const timed = Object.entries(read.params).map(
    ([name, value]) => [name, { value, time: read.time }] as const,
  );
  const params = Object.fromEntries(timed);
  const result = readProperties(params, device.model, Date.now(), never);
  if (!result.ok) {
    throw new CommandError(`the history of ${read.deviceName} cannot be stored: ${result.reason}`);
  }
  return { values: result.values, events: [] };
}
