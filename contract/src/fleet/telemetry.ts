import { z } from "zod";
import { session } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, id, page } from "../envelope.ts";
import { epochInput, epochMs } from "../moments.ts";
import { blank, paging, searchText } from "../paging.ts";

/** `[time, value]`, or `[time, null]` where a gap begins. */
const seriesPoint = z.tuple([epochMs, z.number().nullable()]);

const identifierList = z
  .string()
  .max(2000)
  .transform((text) => text.split(",").filter((part) => part !== ""))
  .pipe(z.array(z.string().max(50)).min(1).max(40));

/**
 * Numeric properties over a span, reduced to about `points` points that keep each bucket's lowest and
 * highest value. A span of more than 400 days is refused.
 */
export const getSeries = defineCall({
  name: "getSeries",
  method: "GET",
  path: "/v2/admin/data/telemetry/series",
  access: session,
  query: z.object({
    deviceId: id,
    identifiers: identifierList,
    begin: epochInput,
    end: epochInput,
    points: blank(z.coerce.number().int().min(10).max(2000)).transform((points) => points ?? 500),
  }),
  reply: data(
    z.array(
      z.object({
        identifier: z.string(),
        /** How many stored values the points stand for. */
        count: z.number().int(),
        reduced: z.boolean(),
        points: z.array(seriesPoint),
      }),
    ),
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
    beginTime: blank(epochInput),
    endTime: blank(epochInput),
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

/** What devices told: samples taken and missed, doors, faults. Newest first, by the device's time. */
export const listEvents = defineCall({
  name: "listEvents",
  method: "GET",
  path: "/v2/admin/data/event/list",
  access: session,
  query: z.object({
    ...paging,
    deviceId: id,
    identifier: searchText,
    beginTime: blank(epochInput),
    endTime: blank(epochInput),
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
