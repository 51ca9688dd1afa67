import { statfs } from "node:fs/promises";
import { cpus, freemem, hostname, loadavg, release, totalmem, type, uptime } from "node:os";
import { getHeapStatistics } from "node:v8";
import { getServerState, type ServerState } from "@tracewater/contract/system/server-state";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { OpenPostgres } from "../../../platform/store/open-postgres.ts";
import type { ReadSetting } from "../config/config.service.ts";
import { createDatabaseMetricsStore } from "./database-metrics.store.ts";
import { toFamilyShape } from "./family-shape.model.ts";
import { createProcessMeter } from "./process-meter.ts";

const bytesInMb = 1024 * 1024;

/** How the platform is: its process, its host, its store, its devices. */
export function createServerState(options: {
  db: Db;
  store: Pick<OpenPostgres, "kind" | "gate">;
  dataDir: string;
  node: string;
  version: string;
  now: () => number;
  read: ReadSetting;
  countConnected: () => number;
  video: ServerState["video"];
}) {
  const { gate, kind } = options.store;
  const { now, countConnected } = options;
  const meter = createProcessMeter({ now, countConnected });
  const store = createDatabaseMetricsStore(options.db);

  async function read(): Promise<ServerState> {
    const isUnavailable = gate.condition() === "away";
    const host = {
      name: hostname(),
      system: `${type()} ${release()}`,
      cores: cpus().length,
      load: loadavg(),
      uptimeS: uptime(),
      memoryTotalBytes: totalmem(),
      memoryFreeBytes: freemem(),
    };
    const disk = {
      ...(await readDisk(options.dataDir)),
      warnBelowBytes: (await options.read("diskWarnMb")) * bytesInMb,
    };
    const samples = [...meter.read()];
    return {
      ...toFamilyShape({ host, disk, sample: samples.at(-1), architecture: process.arch }),
      now: now(),
      node: options.node,
      process: {
        pid: process.pid,
        startedAt: now() - Math.round(process.uptime() * 1000),
        version: options.version,
        nodeVersion: process.version,
        heapTotalBytes: process.memoryUsage().heapTotal,
        heapLimitBytes: getHeapStatistics().heap_size_limit,
      },
      host,
      disk,
      store: { kind, condition: gate.condition(), facts: isUnavailable ? null : await store.read() },
      video: options.video,
      devices: {
        connectedHere: countConnected(),
        connectedAnywhere: isUnavailable ? null : await store.countDevices(),
      },
      samples,
    };
  }

  return {
    routes(serve: Serve): void {
      serve.forCaller(getServerState, async () => ({ data: await read() }));
    },
    start: meter.start,
    stop: meter.stop,
  };
}

async function readDisk(folder: string): Promise<{ totalBytes: number; freeBytes: number }> {
  const { blocks, bavail, bsize } = await statfs(folder);
  return { totalBytes: blocks * bsize, freeBytes: bavail * bsize };
}
