import { z } from "zod";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, id, idInBody, page } from "../envelope.ts";
import { epochMs } from "../moments.ts";
import { blank, paging, searchText } from "../paging.ts";
import { timeSpan } from "../time-span.ts";
import { command, commandState, orderParams, orderTerms } from "./commands.ts";
import { connectionState } from "./devices.ts";
import { familyKey } from "./families.ts";

/** One batch goes to no more devices than this. */
export const maxBulkDevices = 10_000;

const path = "/v2/admin/device/:family/batch";
const one = z.object({ family: familyKey, id });
const mayRead = permission("device:{family}:query");
const mayOrder = permission("device:{family}:command");

/** Which devices: named ones, or all that a list shows with these filters. */
export const batchSelection = z.object({
  deviceIds: z.array(idInBody).min(1).max(500).optional(),
  keyword: searchText,
  state: blank(connectionState.exclude(["retired"])),
  unitId: blank(idInBody),
  pointId: blank(idInBody),
  tag: searchText,
});

/** How many of its commands are in which state. */
const counts = z.record(commandState, z.number().int());

export const bulkCommand = z.object({
  batchId: id,
  identifier: z.string(),
  params: z.record(z.string(), z.unknown()),
  reason: z.string(),
  actor: z.string(),
  createdAt: epochMs,
  cancelledAt: epochMs.nullable(),
  timedTaskId: z.number().int().nullable(),
  /** Of the commands that one may see. */
  total: z.number().int(),
  counts,
});
export type BulkCommand = z.infer<typeof bulkCommand>;

export const addBatch = defineCall({
  name: "addBatch",
  title: { en: "Send a bulk command", zh: "批量下发指令" },
  method: "POST",
  path: `${path}/:service`,
  access: mayOrder,
  params: z.object({ family: familyKey, service: z.string().min(1).max(50) }),
  body: orderTerms.extend({ params: orderParams, selection: batchSelection }),
  reply: data(bulkCommand),
});

export const listBatches = defineCall({
  name: "listBatches",
  method: "GET",
  path: `${path}/list`,
  access: mayRead,
  params: z.object({ family: familyKey }),
  query: z.object({ ...paging, ...timeSpan }),
  reply: page(bulkCommand),
});

export const getBatch = defineCall({
  name: "getBatch",
  method: "GET",
  path: `${path}/:id`,
  access: mayRead,
  params: one,
  reply: data(bulkCommand),
});

/** What became of it on each device, in the order of sending. */
export const listBatchCommands = defineCall({
  name: "listBatchCommands",
  method: "GET",
  path: `${path}/:id/command/list`,
  access: mayRead,
  params: one,
  query: z.object({ ...paging, state: blank(commandState), keyword: searchText }),
  reply: page(command),
});

/** Takes back what still waits; what was sent goes on. */
export const cancelBatch = defineCall({
  name: "cancelBatch",
  title: { en: "Cancel a bulk command", zh: "取消批量指令" },
  method: "PUT",
  path: `${path}/:id/cancel`,
  access: mayOrder,
  params: one,
  reply: data(bulkCommand),
});

export const exportBatch = defineCall({
  name: "exportBatch",
  title: { en: "Export bulk command results", zh: "导出批量指令结果" },
  method: "GET",
  path: `${path}/:id/export`,
  access: permission("device:{family}:export"),
  params: one,
  answers: "file",
});
