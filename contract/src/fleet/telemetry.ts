import { z } from "zod";
import { session } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, id, page } from "../envelope.ts";
import { epochInput, epochMs } from "../moments.ts";
import { blank, paging, searchText } from "../paging.ts";
import { timeSpan } from "../time-span.ts";

/** `[time, value]`, or `[time, null]` where a gap begins. */
const seriesPoint = z.tuple([epochMs, z.number().nullable()]);

const identifierList = z
  .string()
  .max(2000)
  .transform((text) => text.split(",").filter((part) => part !== ""))
  .pipe(z.array(z.string().max(50)).min(1).max(40));

/** What a series was read from: stored values, or their rollups. */
export const seriesLevel = z.enum(["raw", "minute", "hour", "day"]);

export const series = z.object({
  identifier: z.string(),
  /** How many stored values the points stand for. */
  count: z.number().int(),
  /** True where there were more values than points asked for. */
  reduced: z.boolean(),
  level: seriesLevel,
  /** How long each part of a reduced series is; 0 where each stored value is a point. */
  stepMs: z.number(),
  /** The values, or the lowest and highest of each part, in its middle; a null is where a gap begins. */
  points: z.array(seriesPoint),
  /** Of a reduced series `[begin of the part, lowest, highest, mean, number of values]`. */
  band: z.array(z.tuple([epochMs, z.number(), z.number(), z.number(), z.number().int()])),
  /** `[from, to]`: silence for much longer than the property is reported at other times. */
  gaps: z.array(z.tuple([epochMs, epochMs])),
});
export type Series = z.infer<typeof series>;

const seriesAsked = { deviceId: id, identifiers: identifierList, begin: epochInput, end: epochInput };

/**
 * Numeric properties over a span, reduced to at most about `points` points that keep the lowest and the highest value
 * of each part. A span of more than 400 days is refused. What the device reported before it came to the caller's unit,
 * or after it left, is left out.
 */
export const getSeries = defineCall({
  name: "getSeries",
  method: "GET",
  path: "/v2/admin/data/telemetry/series",
  access: session,
  query: z.object({
    ...seriesAsked,
    points: blank(z.coerce.number().int().min(10).max(2000)).transform((points) => points ?? 500),
    /** How often the device is expected to report, in ms: silence for three times as long is a gap. */
    interval: blank(z.coerce.number().int().min(1).max(31_536_000_000)),
  }),
  reply: data(z.array(series)),
});

/** Every stored value of some properties over a span, as a file, one value a row. */
export const exportReadings = defineCall({
  name: "exportReadings",
  title: { en: "Export readings", zh: "导出监测数据" },
  method: "GET",
  path: "/v2/admin/data/telemetry/export",
  access: session,
  query: z.object({ ...seriesAsked, format: blank(z.enum(["csv", "xlsx"])) }),
  answers: "file",
});

/** Values that came under a key that was taken by another value: both are kept, the first one is. */
export const listConflicts = defineCall({
  name: "listConflicts",
  method: "GET",
  path: "/v2/admin/data/telemetry/conflict/list",
  access: session,
  query: z.object({
    ...paging,
    deviceId: id,
    identifier: searchText,
    ...timeSpan,
  }),
  reply: page(
    z.object({
      identifier: z.string(),
      at: epochMs,
      /** What exists, and when it came. */
      kept: z.unknown(),
      keptReceivedAt: epochMs.nullable(),
      /** What came later under the same device time. */
      other: z.unknown(),
      otherReceivedAt: epochMs,
    }),
  ),
});

export const messageKind = z.enum(["property", "event", "service", "reply", "ntp", "other"]);

/** The log of messages to and from a device, newest first, kept 7 days by default. */
export const listMessages = defineCall({
  name: "listMessages",
  method: "GET",
  path: "/v2/admin/data/message/list",
  access: session,
  query: z.object({
    ...paging,
    deviceId: id,
    direction: blank(z.enum(["up", "down"])),
    kind: blank(messageKind),
    keyword: searchText,
    ...timeSpan,
  }),
  reply: page(
    z.object({
      id: z.string(),
      at: epochMs,
      direction: z.enum(["up", "down"]),
      kind: messageKind,
      topic: z.string(),
      payload: z.unknown(),
      /** The Alink code answered to the device; null where none was. */
      code: z.number().int().nullable(),
    }),
  ),
});

/** What devices reported: samples taken and missed, doors, faults. Newest first, by the device's time. */
export const listEvents = defineCall({
  name: "listEvents",
  method: "GET",
  path: "/v2/admin/data/event/list",
  access: session,
  query: z.object({
    ...paging,
    deviceId: id,
    identifier: searchText,
    ...timeSpan,
  }),
  reply: page(
    z.object({
      id: z.string(),
      identifier: z.string(),
      type: z.enum(["info", "alert", "error"]),
      at: epochMs,
      receivedAt: epochMs,
      params: z.record(z.string(), z.unknown()),
    }),
  ),
});
