/** Work orders: what somebody is to do at a device or a sampling point, drafted by a person or by the platform. */
import { z } from "zod";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, id, idInBody, page } from "../envelope.ts";
import { epochInput, epochMs } from "../moments.ts";
import { blank, paging, searchText, sorting } from "../paging.ts";

const may = (verb: string) => permission(`field:workOrder:${verb}`);
const path = "/v2/admin/work/order";

export const workOrderState = z.enum([
  "draft",
  "dispatched",
  "accepted",
  "onSite",
  "done",
  "verified",
  "cancelled",
]);
export type WorkOrderState = z.infer<typeof workOrderState>;
export const workOrderSource = z.enum(["alarm", "plan", "hand"]);

const text = (most: number) => z.string().trim().max(most);
/** In both languages; what a person typed stands in both. */
export const workStep = z.object({ en: text(200).min(1), zh: text(200).min(1) });

const told = {
  title: text(200).min(1),
  titleZh: text(200).min(1),
  /** At least one of the two: the order belongs to the unit of the point, else of the device. */
  pointId: idInBody.nullable().default(null),
  deviceId: idInBody.nullable().default(null),
  assignee: text(60).default(""),
  due: epochInput.nullable().default(null),
  steps: z.array(workStep).max(20).default([]),
  note: text(500).default(""),
};

export const workOrder = z.object({
  orderId: z.number().int(),
  orderNo: z.string(),
  unitId: z.number().int(),
  unitName: z.string(),
  source: workOrderSource,
  /** The result over its limit that it was drafted for. */
  assayId: z.number().int().nullable(),
  title: z.string(),
  titleZh: z.string(),
  pointId: z.number().int().nullable(),
  pointCode: z.string().nullable(),
  pointName: z.string().nullable(),
  deviceId: z.number().int().nullable(),
  deviceName: z.string().nullable(),
  assignee: z.string(),
  due: epochMs.nullable(),
  steps: z.array(workStep),
  note: z.string(),
  state: workOrderState,
  stateReason: z.string(),
  stateBy: z.string(),
  /** Empty where the platform drafted it by itself. */
  createdBy: z.string(),
  createdAt: epochMs,
  changedAt: epochMs,
});
export type WorkOrder = z.infer<typeof workOrder>;

export const listWorkOrders = defineCall({
  name: "listWorkOrders",
  method: "GET",
  path: `${path}/list`,
  access: may("list"),
  query: z.object({
    ...paging,
    ...sorting(["createdAt", "due", "orderNo"]),
    /** A part of a number or a title, of a point's code or name, of a device's name, of who is to do it. */
    keyword: searchText,
    state: blank(workOrderState),
    source: blank(workOrderSource),
    pointId: blank(id),
  }),
  reply: page(workOrder),
});

export const getWorkOrder = defineCall({
  name: "getWorkOrder",
  method: "GET",
  path: `${path}/:id`,
  access: may("query"),
  params: z.object({ id }),
  reply: data(workOrder),
});

export const addWorkOrder = defineCall({
  name: "addWorkOrder",
  method: "POST",
  path,
  access: may("edit"),
  title: { en: "Add a work order", zh: "新增工单" },
  body: z.object(told),
  reply: data(z.object({ id: z.number().int(), orderNo: z.string() })),
});

/** Of a draft alone. */
export const changeWorkOrder = defineCall({
  name: "changeWorkOrder",
  method: "PUT",
  path,
  access: may("edit"),
  title: { en: "Change a work order", zh: "修改工单" },
  body: z.object({ orderId: idInBody, ...told }),
});

export const cancelWorkOrder = defineCall({
  name: "cancelWorkOrder",
  method: "PUT",
  path: `${path}/cancel`,
  access: may("edit"),
  title: { en: "Cancel a work order", zh: "取消工单" },
  body: z.object({ orderId: idInBody, reason: text(300).min(1) }),
});
