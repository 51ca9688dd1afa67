/** Deliveries: sealed samples on their way from who took them to who analyses them. */
import { z } from "zod";
import { localized } from "../both-languages.ts";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { defineExport } from "../define-export.ts";
import { data, id, idInBody, page } from "../envelope.ts";
import { idsInBody, idsInPath } from "../id-list.ts";
import { epochInput, epochMs } from "../moments.ts";
import { blank, paging, searchText, sorting } from "../paging.ts";
import { timeSpan } from "../time-span.ts";
import { custodyEvent } from "./custody.ts";
import { sampling } from "./samplings.ts";

const may = (verb: string) => permission(`laboratory:delivery:${verb}`);
const path = "/v2/admin/laboratory/delivery";
const text = (max: number) => z.string().trim().max(max);

export const deliveryState = z.enum(["draft", "inTransit", "received", "rejected"]);
export type DeliveryState = z.infer<typeof deliveryState>;

/** How a bottle arrived. */
export const sampleCondition = z.enum(["ok", "leak", "brokenSeal", "warm", "codeMismatch", "missing"]);
export type SampleCondition = z.infer<typeof sampleCondition>;

export const deliveryDecision = z.enum(["accept", "conditional", "reject"]);
export type DeliveryDecision = z.infer<typeof deliveryDecision>;

/** °C above which samples count as warm. */
export const warmAbove = 8;

const deliveryNo = z
  .string()
  .trim()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9_./-]{2,63}$/,
    localized(
      "must have 3 to 64 characters: letters, digits and - _ . /",
      "须为 3 至 64 个字符：字母、数字及 - _ . /",
    ),
  );

/** What is written while it is a draft. */
const written = {
  toUnitId: idInBody,
  courier: text(60).default(""),
  /** The transport box, as it is labelled. */
  boxNo: text(64).default(""),
  /** The seal on the box. */
  sealNo: text(64).default(""),
  note: text(500).default(""),
  samplingIds: idsInBody,
};

export const delivery = z.object({
  deliveryId: z.number().int(),
  deliveryNo: z.string(),
  state: deliveryState,
  unitId: z.number().int(),
  unitName: z.string(),
  toUnitId: z.number().int(),
  toUnitName: z.string(),
  courier: z.string(),
  boxNo: z.string(),
  sealNo: z.string(),
  note: z.string(),
  sampleCount: z.number().int(),
  handedAt: epochMs.nullable(),
  handedBy: z.string().nullable(),
  receivedAt: epochMs.nullable(),
  receivedBy: z.string().nullable(),
  /** The lowest and the highest of the temperature log, °C. */
  tempMin: z.number().nullable(),
  tempMax: z.number().nullable(),
  decision: deliveryDecision.nullable(),
  reason: z.string(),
  createdAt: epochMs,
  createdBy: z.string(),
});
export type SampleDelivery = z.infer<typeof delivery>;

export const temperature = z.object({
  at: epochMs,
  celsius: z.number(),
  by: z.string(),
});

const deliveredSample = sampling.extend({
  /** As it was found at the receipt; null before. */
  condition: sampleCondition.nullable(),
  conditionNote: z.string(),
});
export type DeliveredSample = z.infer<typeof deliveredSample>;

export const deliveryDetail = delivery.extend({
  samples: z.array(deliveredSample),
  /** At most 5,000, by time. */
  temperatures: z.array(temperature),
  events: z.array(custodyEvent),
  /** What the reader may do with it now. */
  may: z.object({ change: z.boolean(), handOver: z.boolean(), receive: z.boolean() }),
});
export type DeliveryDetail = z.infer<typeof deliveryDetail>;

const query = z.object({
  ...paging,
  ...sorting(["createdAt", "deliveryNo", "handedAt", "receivedAt"]),
  /** A part of a delivery's number, courier or box. */
  keyword: searchText,
  state: blank(deliveryState),
  decision: blank(deliveryDecision),
  ...timeSpan,
});

export const listSampleDeliveries = defineCall({
  name: "listSampleDeliveries",
  method: "GET",
  path: `${path}/list`,
  access: may("list"),
  query,
  reply: page(delivery),
});

/** Where a delivery may be sent: one's own units, and by name alone those where somebody receives samples. */
export const listReceivers = defineCall({
  name: "listReceivers",
  method: "GET",
  path: `${path}/receivers`,
  access: may("add"),
  /** `above`: the unit of a department. At most 2,000, by name. */
  reply: data(
    z.array(z.object({ unitId: z.number().int(), name: z.string(), above: z.string().nullable() })),
  ),
});

export const getDeliveryDetail = defineCall({
  name: "getDeliveryDetail",
  method: "GET",
  path: `${path}/:id`,
  access: may("query"),
  params: z.object({ id }),
  reply: data(deliveryDetail),
});

export const addDelivery = defineCall({
  name: "addDelivery",
  method: "POST",
  path,
  access: may("add"),
  title: { en: "Add a delivery", zh: "新增送样单" },
  body: z.object({
    ...written,
    unitId: idInBody,
    /** The next one of the day where none is given. */
    deliveryNo: deliveryNo.nullable().default(null),
  }),
  reply: data(z.object({ id: z.number().int(), deliveryNo: z.string() })),
});

export const changeDelivery = defineCall({
  name: "changeDelivery",
  method: "PUT",
  path,
  access: may("edit"),
  title: { en: "Edit a delivery", zh: "编辑送样单" },
  body: z.object({ deliveryId: idInBody, ...written }),
});

export const removeDeliveries = defineCall({
  name: "removeDeliveries",
  method: "DELETE",
  path: `${path}/:ids`,
  access: may("edit"),
  title: { en: "Delete draft deliveries", zh: "删除送样单草稿" },
  params: z.object({ ids: idsInPath }),
});

/** The samples leave; from now on nothing of the delivery is changed. */
export const handOverDelivery = defineCall({
  name: "handOverDelivery",
  method: "PUT",
  path: `${path}/handOver`,
  access: may("edit"),
  confirmation: "always",
  personOnly: true,
  title: { en: "Hand over a delivery", zh: "交接送样单" },
  body: z.object({ deliveryId: idInBody }),
});

export const logTemperatures = defineCall({
  name: "logTemperatures",
  method: "POST",
  path: `${path}/temperature`,
  access: may("temperature"),
  title: { en: "Log transport temperatures", zh: "登记运输温度" },
  body: z.object({
    deliveryId: idInBody,
    readings: z
      .array(z.object({ at: epochInput, celsius: z.number().min(-80).max(80) }))
      .min(1)
      .max(5000),
  }),
  /** Of moments that the log had already nothing is written. */
  reply: data(z.object({ added: z.number().int() })),
});

/** The check at the laboratory's door, by another person than who handed it over; once. */
export const receiveDelivery = defineCall({
  name: "receiveDelivery",
  method: "PUT",
  path: `${path}/receive`,
  access: may("receive"),
  confirmation: "always",
  personOnly: true,
  title: { en: "Receive a delivery", zh: "接收送样单" },
  body: z.object({
    deliveryId: idInBody,
    /** The seal as it was read on the box. */
    sealNo: text(64).default(""),
    /** Every bottle of the delivery, by its code as it was scanned. */
    samples: z
      .array(
        z.object({
          code: text(64).min(1),
          condition: sampleCondition,
          note: text(300).default(""),
        }),
      )
      .max(1000),
    decision: deliveryDecision,
    reason: text(500).default(""),
  }),
});

export const { export: exportDeliveries, exportByForm: exportDeliveriesByForm } = defineExport({
  name: "exportDeliveries",
  path: `${path}/export`,
  access: may("export"),
  title: { en: "Export deliveries", zh: "导出送样单" },
  query,
});
