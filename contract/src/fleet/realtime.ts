import { z } from "zod";
import { session } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { epochMs } from "../moments.ts";
import { severity } from "./alarm-rules.ts";
import { alarmChange } from "./alarms.ts";
import { command } from "./commands.ts";
import { connection, latestValue } from "./devices.ts";
import { familyKey } from "./families.ts";
import { upgrade } from "./firmware-upgrades.ts";
import { messageKind } from "./telemetry.ts";

/**
 * What a stream is about: `device:{id}` (everything of one device), `family:{typeKey}` (connection and the
 * latest values of each of its devices, for lists), `batch:{id}` (that a batch of commands moved on), `firmware` (every
 * step of an upgrade), `alarms` (those of all devices). At most 50 topics; those outside one's data scope stay silent.
 */
export const topic = z
  .string()
  .regex(/^(alarms|(?:device|batch):[1-9]\d{0,9}|family:[A-Za-z]{1,32}|firmware)$/);

/** `event:` names and `data:` bodies of the stream `GET /v2/admin/realtime` (server-sent events). */
export const liveEvent = z.discriminatedUnion("type", [
  /** Sent first; `resumed` is false where events may have been missed: what is shown is to be fetched again. */
  z.object({
    type: z.literal("hello"),
    resumed: z.boolean(),
    serverTime: epochMs,
    /** When the listener's access changed last, as far as this server knows: a later one than before means that it did. */
    accessAt: epochMs,
  }),
  z.object({
    type: z.literal("values"),
    deviceId: z.number().int(),
    typeKey: familyKey,
    values: z.array(latestValue),
  }),
  z.object({
    type: z.literal("connection"),
    deviceId: z.number().int(),
    typeKey: familyKey,
    connection,
  }),
  /** States of its commands are others than before; how many, one asks. */
  z.object({ type: z.literal("batch"), batchId: z.number().int() }),
  z.object({ type: z.literal("command"), deviceId: z.number().int(), command }),
  z.object({ type: z.literal("upgrade"), deviceId: z.number().int(), upgrade }),
  z.object({
    type: z.literal("event"),
    deviceId: z.number().int(),
    identifier: z.string(),
    at: epochMs,
    params: z.record(z.string(), z.unknown()),
  }),
  z.object({
    type: z.literal("message"),
    deviceId: z.number().int(),
    at: epochMs,
    direction: z.enum(["up", "down"]),
    kind: messageKind,
    topic: z.string(),
    payload: z.unknown(),
  }),
  /** An alarm of a device is another now; anyone who shows it fetches it. */
  z.object({
    type: z.literal("alarm"),
    /** Null where it is about a display. */
    deviceId: z.number().int().nullable(),
    alarmId: z.number().int(),
    change: alarmChange,
    severity,
    isOpen: z.boolean(),
  }),
  /** About the listener themselves, whatever their topics: what they may do or see is another now. */
  z.object({ type: z.literal("access") }),
  /** A notice was published; whether it reaches them they ask themselves. */
  z.object({ type: z.literal("notice") }),
  /** Their session is over; the stream ends with this. */
  z.object({ type: z.literal("sessionEnded") }),
]);
export type LiveEvent = z.infer<typeof liveEvent>;

/** The stream itself; the bearer token goes in the header, `Last-Event-ID` resumes. */
export const realtime = defineCall({
  name: "realtime",
  method: "GET",
  path: "/v2/admin/realtime",
  access: session,
  onDisplays: true,
  query: z.object({
    topics: z
      .string()
      .max(4000)
      .transform((text) => text.split(",").filter((part) => part !== ""))
      .pipe(z.array(topic).max(50)),
  }),
});
