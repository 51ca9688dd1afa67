/** Work orders: what somebody is to do at a device or a sampling point, drafted by a person or by the platform. */
import { z } from "zod";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, flag, id, idInBody, page } from "../envelope.ts";
import { epochInput, epochMs } from "../moments.ts";
import { blank, paging, searchText, sorting } from "../paging.ts";
import { text } from "../texts.ts";
import { timeSpan } from "../time-span.ts";

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
/** What drafted an order: an alarm, a sampling plan, a person. */
export const workOrderSource = z.enum(["alarm", "plan", "hand"]);
export type WorkOrderSource = z.infer<typeof workOrderSource>;

/** In both languages; what a person typed is in both. */
export const workStep = z.object({ en: text(200).min(1), zh: text(200).min(1) });

const inputFields = {
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
  /** Who it was dispatched to; null before. */
  assigneeId: z.number().int().nullable(),
  due: epochMs.nullable(),
  steps: z.array(workStep),
  /** Which steps are ticked off, counted from 0. */
  ticked: z.array(z.number().int()),
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

/** A step in the life of an order: the state it led to, by whom and when. */
export const workOrderEvent = z.object({
  state: workOrderState,
  at: epochMs,
  by: z.string(),
  note: z.string(),
});
export type WorkOrderEvent = z.infer<typeof workOrderEvent>;

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
    /** "1": those that the caller is the assignee of. */
    mine: blank(flag),
    /** "1": those that are neither done nor canceled. */
    open: blank(flag),
    ...timeSpan,
  }),
  reply: page(workOrder),
});

export const getWorkOrder = defineCall({
  name: "getWorkOrder",
  method: "GET",
  path: `${path}/:id`,
  access: may("query"),
  params: z.object({ id }),
  reply: data(workOrder).extend({ events: z.array(workOrderEvent) }),
});

export const addWorkOrder = defineCall({
  name: "addWorkOrder",
  method: "POST",
  path,
  access: may("edit"),
  title: { en: "Add a work order", zh: "新增工单" },
  body: z.object(inputFields),
  reply: data(z.object({ id: z.number().int(), orderNo: z.string() })),
});

/** Of a draft alone. */
export const changeWorkOrder = defineCall({
  name: "changeWorkOrder",
  method: "PUT",
  path,
  access: may("edit"),
  title: { en: "Edit a work order", zh: "编辑工单" },
  body: z.object({ orderId: idInBody, ...inputFields }),
});

/** Before it is done; once it is dispatched, by those who dispatch. */
export const cancelWorkOrder = defineCall({
  name: "cancelWorkOrder",
  method: "PUT",
  path: `${path}/cancel`,
  access: may("edit"),
  title: { en: "Cancel a work order", zh: "取消工单" },
  body: z.object({ orderId: idInBody, reason: text(300).min(1) }),
});
