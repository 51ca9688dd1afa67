import { z } from "zod";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, flag, id, idInBody, page } from "../envelope.ts";
import { epochMs, epochMsInBody } from "../moments.ts";
import { blank, paging } from "../paging.ts";
import { timeSpan } from "../time-span.ts";
import { orderParams, orderTerms } from "./commands.ts";
import { familyKey } from "./families.ts";

const path = "/v2/admin/device/:family/timedTask";
const family = z.object({ family: familyKey });
const one = z.object({ family: familyKey, id });
const mayRead = permission("device:{family}:query");
const mayOrder = permission("device:{family}:command");

/** Five parts of cron in a zone of its own, or one moment. */
const when = {
  cronExpression: z.string().trim().max(100).nullable(),
  onceAt: epochMsInBody.nullable(),
  zone: z.string().min(1).max(64),
};

/** One device, or all of the family that carry a tag when the time comes. */
const target = {
  deviceId: idInBody.nullable(),
  tag: z.string().trim().min(1).max(30).nullable(),
};

/** How a firing ended: `missed` ones were not made up for, `refused` ones its owner may not order any longer. */
export const firingState = z.enum(["fired", "missed", "refused", "failed"]);
export type FiringState = z.infer<typeof firingState>;

export const firing = z.object({
  firingId: z.string(),
  /** The time that it stood for. */
  tick: epochMs,
  at: epochMs,
  state: firingState,
  /** How many ticks in a row were missed, this one included; 0 where it was fired. */
  missed: z.number().int(),
  /** The commands that it ordered: one, or a batch. */
  commandId: z.string().nullable(),
  batchId: z.number().int().nullable(),
  devices: z.number().int(),
  node: z.string(),
  message: z.string(),
});
export type Firing = z.infer<typeof firing>;

export const timedTask = z.object({
  timedTaskId: z.number().int(),
  name: z.string(),
  service: z.string(),
  params: z.record(z.string(), z.unknown()),
  ...when,
  ...target,
  deviceName: z.string().nullable(),
  /** The schedule in words. */
  whenWords: z.string(),
  /** "0" runs, "1" is paused. */
  status: flag,
  /** Whose rights are asked for at each firing. */
  owner: z.string(),
  expiresIn: z.number().int(),
  timeout: z.number().int().nullable(),
  retries: z.number().int(),
  reason: z.string(),
  /** The next five firings; none while it is paused, or over. */
  nextTimes: z.array(epochMs),
  last: firing.nullable(),
});
export type TimedTask = z.infer<typeof timedTask>;

const facts = orderTerms.extend({
  name: z.string().trim().min(1).max(60),
  service: z.string().min(1).max(50),
  params: orderParams,
  ...when,
  ...target,
});

/** Those of one device, the ones by tag that reach it included; of the whole family where none is named. */
export const listTimedTasks = defineCall({
  name: "listTimedTasks",
  method: "GET",
  path: `${path}/list`,
  access: mayRead,
  params: family,
  query: z.object({ ...paging, deviceId: blank(id), status: blank(flag) }),
  reply: page(timedTask).extend({ zone: z.string() }),
});

export const addTimedTask = defineCall({
  name: "addTimedTask",
  title: { en: "Add a timed task", zh: "新增定时任务" },
  method: "POST",
  path,
  access: mayOrder,
  params: family,
  body: facts,
  reply: data(timedTask),
});

/** Who changes it is its owner from then on. */
export const changeTimedTask = defineCall({
  name: "changeTimedTask",
  title: { en: "Edit a timed task", zh: "编辑定时任务" },
  method: "PUT",
  path,
  access: mayOrder,
  params: family,
  body: facts.extend({ timedTaskId: idInBody }),
  reply: data(timedTask),
});

export const changeTimedTaskStatus = defineCall({
  name: "changeTimedTaskStatus",
  title: { en: "Pause or resume a timed task", zh: "启停定时任务" },
  method: "PUT",
  path: `${path}/changeStatus`,
  access: mayOrder,
  params: family,
  body: z.object({ timedTaskId: idInBody, status: flag }),
});

export const removeTimedTask = defineCall({
  name: "removeTimedTask",
  title: { en: "Delete a timed task", zh: "删除定时任务" },
  method: "DELETE",
  path: `${path}/:id`,
  access: mayOrder,
  params: one,
});

export const listFirings = defineCall({
  name: "listFirings",
  method: "GET",
  path: `${path}/:id/firing/list`,
  access: mayRead,
  params: one,
  /** By the time it was due. */
  query: z.object({ ...paging, ...timeSpan }),
  reply: page(firing),
});

/** What a schedule means and when it runs, before it is saved. */
export const previewTimedTask = defineCall({
  name: "previewTimedTask",
  method: "GET",
  path: `${path}/preview`,
  access: mayRead,
  params: family,
  query: z.object({ cronExpression: z.string().trim().min(1).max(100), zone: z.string().min(1).max(64) }),
  reply: data(z.object({ words: z.string(), nextTimes: z.array(epochMs) })),
});
