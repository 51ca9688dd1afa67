import { z } from "zod";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data } from "../envelope.ts";
import { epochMs } from "../moments.ts";

/** What was measured at one moment; percentages are of one core for the process, of all for the host. */
const serverSample = z.object({
  at: epochMs,
  cpuPercent: z.number(),
  hostCpuPercent: z.number(),
  /** The part of it that the system itself took. */
  hostSystemPercent: z.number(),
  residentBytes: z.number().int(),
  heapUsedBytes: z.number().int(),
  /** How long the event loop kept its next task waiting: half of all, and all but one in a hundred. */
  loopDelayMs: z.number(),
  loopDelayP99Ms: z.number(),
  connectedDevices: z.number().int(),
});
export type ServerSample = z.infer<typeof serverSample>;

export const serverState = z.object({
  now: epochMs,
  node: z.string(),
  process: z.object({
    pid: z.number().int(),
    startedAt: epochMs,
    version: z.string(),
    nodeVersion: z.string(),
    heapTotalBytes: z.number().int(),
    heapLimitBytes: z.number().int(),
  }),
  host: z.object({
    name: z.string(),
    system: z.string(),
    cores: z.number().int(),
    load: z.array(z.number()),
    uptimeS: z.number(),
    memoryTotalBytes: z.number().int(),
    memoryFreeBytes: z.number().int(),
  }),
  disk: z.object({
    totalBytes: z.number().int(),
    freeBytes: z.number().int(),
    warnBelowBytes: z.number().int(),
  }),
  store: z.object({
    kind: z.enum(["embedded", "postgres"]),
    condition: z.enum(["up", "away", "full"]),
    /** Null while it does not answer. */
    facts: z
      .object({
        version: z.string(),
        sizeBytes: z.number().int(),
        connections: z.number().int(),
        activeConnections: z.number().int(),
        mostConnections: z.number().int(),
        /** Blocks found in memory, in percent of all that were asked for. */
        cacheHitPercent: z.number().nullable(),
        /** The largest, partitions counted with what they are of. */
        tables: z.array(z.object({ name: z.string(), sizeBytes: z.number().int(), rows: z.number().int() })),
      })
      .nullable(),
  }),
  /** The ffmpeg of this node, and how it is kept apart. */
  video: z.object({
    condition: z.enum(["ready", "outdated", "missing", "unusable"]),
    version: z.string().nullable(),
    hasOwnUser: z.boolean(),
    isOffline: z.boolean(),
  }),
  devices: z.object({ connectedHere: z.number().int(), connectedAnywhere: z.number().int().nullable() }),
  /** The last few minutes, the oldest first; the last is now. */
  samples: z.array(serverSample),
  /** The same host as clients of the family draw it: percentages of all cores, sizes in GB. */
  cpu: z.object({
    cpuNum: z.number().int(),
    total: z.number(),
    sys: z.number(),
    used: z.number(),
    wait: z.number(),
    free: z.number(),
  }),
  mem: z.object({ total: z.number(), used: z.number(), free: z.number(), usage: z.number() }),
  /** Addresses and folders of the machine stay on it. */
  sys: z.object({
    computerName: z.string(),
    computerIp: z.string(),
    userDir: z.string(),
    osName: z.string(),
    osArch: z.string(),
  }),
  sysFiles: z.array(
    z.object({
      dirName: z.string(),
      sysTypeName: z.string(),
      typeName: z.string(),
      total: z.string(),
      free: z.string(),
      used: z.string(),
      usage: z.number(),
    }),
  ),
});
export type ServerState = z.infer<typeof serverState>;

export const getServerState = defineCall({
  name: "getServerState",
  method: "GET",
  path: "/v2/admin/monitor/server",
  access: permission("monitor:server:list"),
  reply: data(serverState),
});
