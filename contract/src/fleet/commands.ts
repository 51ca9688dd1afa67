import { z } from "zod";
import { permission, session } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, id, page } from "../envelope.ts";
import { epochMs } from "../moments.ts";
import { blank, paging } from "../paging.ts";
import { personalSignature } from "../system/passkeys.ts";
import { timeSpan } from "../time-span.ts";
import { familyKey } from "./families.ts";

/**
 * The lifecycle of a command: queued -> sent -> acknowledged (the PUBACK) -> replied | failed | timedOut,
 * or expired or cancelled where it was never sent. A reply that comes after the time ran out still counts, marked late.
 */
export const commandState = z.enum([
  "queued",
  "sent",
  "acknowledged",
  "replied",
  "failed",
  "timedOut",
  "expired",
  "cancelled",
]);
export type CommandState = z.infer<typeof commandState>;

export const command = z.object({
  /** As it travels: the Alink id of the downlink, decimal digits. */
  id: z.string(),
  deviceId: z.number().int(),
  deviceName: z.string(),
  kind: z.enum(["service", "propertySet", "propertyGet"]),
  /** The service's identifier; `property/set` and `property/get` for the other kinds. */
  identifier: z.string(),
  callType: z.enum(["async", "sync"]),
  params: z.record(z.string(), z.unknown()),
  reason: z.string(),
  actor: z.string(),
  state: commandState,
  late: z.boolean(),
  queuedAt: epochMs,
  sentAt: epochMs.nullable(),
  acknowledgedAt: epochMs.nullable(),
  finishedAt: epochMs.nullable(),
  /** It leaves no sooner, and can be cancelled until then; null where it leaves at once. */
  heldUntil: epochMs.nullable(),
  /** Whose confirmation it waits for before it leaves: the second person of an opening. */
  awaits: z.object({ userId: z.number().int(), name: z.string() }).nullable(),
  /** Unsent by then, it expires. */
  expiresAt: epochMs,
  /** Sent and without a reply by then, it has timed out; null while queued. */
  replyBy: epochMs.nullable(),
  code: z.number().int().nullable(),
  message: z.string().nullable(),
  reply: z.unknown(),
  /** How often it was sent, and how often it may be. */
  attempts: z.number().int(),
  mostAttempts: z.number().int(),
  /** The batch that it is part of, and the timed task that ordered it. */
  batchId: z.number().int().nullable(),
  timedTaskId: z.number().int().nullable(),
});
export type Command = z.infer<typeof command>;

/**
 * What happened to a command. `returned`: it could not be written to the connection and waits again; `again`: no reply
 * came, and it is to be sent once more; `unsure`: the server stopped after it had claimed the command, so that nobody
 * knows whether it left; `repeatedReply`: another reply came after the one that counts.
 */
export const commandStep = z.object({
  at: epochMs,
  step: z.enum([...commandState.options, "returned", "again", "unsure", "repeatedReply", "confirmed"]),
  /** Which sending it belongs to; 0 before the first. */
  attempt: z.number().int(),
  /** The server that did it. */
  node: z.string(),
  /** The person whose step it was; empty where it was the platform's or the device's. */
  actor: z.string(),
  code: z.number().int().nullable(),
});
export type CommandStep = z.infer<typeof commandStep>;

export const orderParams = z.record(z.string(), z.unknown()).default({});

/** How long a command may wait, how long its reply, and how often it is sent. */
export const orderTerms = z.object({
  /** Seconds it may wait for an offline device. */
  expiresIn: z.number().int().min(10).max(604_800).default(1800),
  /** Seconds after sending within which the reply counts as in time; 60 by default, 10 for a synchronous service. */
  timeout: z.number().int().min(1).max(3600).optional(),
  /** How often more it is sent where no reply comes: what may be done twice always, all else where nothing was acknowledged. */
  retries: z.number().int().min(0).max(5).default(0),
  reason: z.string().trim().max(200).default(""),
});

const order = orderTerms.extend({
  params: orderParams,
  /** Seconds for which it is held back and can be cancelled; its time to wait for the device begins after them. */
  holdFor: z.number().int().min(0).max(60).default(0),
});

const target = z.object({ deviceName: z.string().min(1).max(64), productKey: z.string().max(64).optional() });

/**
 * Services that no batch and no schedule sends: bottle codes have calls of their own, which check them against what is
 * registered and follow their reply; an evidence box opens for two persons who are named each time.
 */
export const checkedServices: ReadonlySet<string> = new Set([
  "enterBottleBodyId",
  "enterBottleCapId",
  "open",
]);

/** Calls a service of the device's thing model. A synchronous one is answered after the device's reply, or its absence. */
export const callService = defineCall({
  name: "callService",
  title: { en: "Send a command", zh: "下发指令" },
  method: "POST",
  path: "/v2/admin/device/:family/service/:service",
  access: permission("device:{family}:command"),
  confirmation: "byInput",
  params: z.object({ family: familyKey, service: z.string().min(1).max(50) }),
  query: target,
  body: order.extend(personalSignature),
  reply: data(command),
});

export const setProperties = defineCall({
  name: "setProperties",
  title: { en: "Set properties of a device", zh: "设置设备属性" },
  method: "POST",
  path: "/v2/admin/device/:family/property/set",
  access: permission("device:{family}:command"),
  params: z.object({ family: familyKey }),
  query: target,
  body: order,
  reply: data(command),
});

export const getProperties = defineCall({
  name: "getProperties",
  title: { en: "Read properties of a device", zh: "读取设备属性" },
  method: "POST",
  path: "/v2/admin/device/:family/property/get",
  access: permission("device:{family}:command"),
  params: z.object({ family: familyKey }),
  query: target,
  body: order
    .omit({ params: true, holdFor: true })
    .extend({ identifiers: z.array(z.string().max(50)).min(1).max(200) }),
  reply: data(command),
});

export const listCommands = defineCall({
  name: "listCommands",
  method: "GET",
  path: "/v2/admin/device/command/list",
  access: session,
  query: z.object({
    ...paging,
    /** When it was ordered. */
    ...timeSpan,
    deviceId: id,
    /** `open` are the three states that still wait for something. */
    state: blank(z.enum([...commandState.options, "open"])),
  }),
  reply: page(command).extend({
    /** Of the period, in every state. */
    counts: z.object({
      all: z.number().int(),
      open: z.number().int(),
      failed: z.number().int(),
      timedOut: z.number().int(),
      expired: z.number().int(),
    }),
  }),
});

export const getCommand = defineCall({
  name: "getCommand",
  method: "GET",
  path: "/v2/admin/device/command/:id",
  access: session,
  params: z.object({ id: z.string().regex(/^\d{1,18}$/) }),
  reply: data(command.extend({ steps: z.array(commandStep) })),
});

/** Takes a command back that still waits; one that was sent stays as it is. */
/** The second person of an opening confirms it in their own session, with their own credential; then it leaves. */
export const confirmCommand = defineCall({
  name: "confirmCommand",
  title: { en: "Confirm the opening of a box", zh: "确认开箱" },
  method: "PUT",
  path: "/v2/admin/device/:family/command/:id/confirm",
  access: permission("device:{family}:command"),
  confirmation: "byInput",
  personOnly: true,
  params: z.object({ family: familyKey, id: z.string().regex(/^\d{1,18}$/) }),
  body: z.object(personalSignature),
  reply: data(command),
});

export const cancelCommand = defineCall({
  name: "cancelCommand",
  title: { en: "Cancel a command", zh: "取消指令" },
  method: "PUT",
  path: "/v2/admin/device/:family/command/:id/cancel",
  access: permission("device:{family}:command"),
  params: z.object({ family: familyKey, id: z.string().regex(/^\d{1,18}$/) }),
  reply: data(command),
});
