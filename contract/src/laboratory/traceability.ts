/** The thread: everything that hangs together with one plan, bottle, sample, delivery, assay, load or report. */
import { z } from "zod";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, id } from "../envelope.ts";
import { bottleState } from "../field/bottles.ts";
import { epochMs } from "../moments.ts";
import { assayFlag, assaySource, assayState } from "./assay-fields.ts";
import { custodyEvent } from "./custody.ts";
import { analyteName } from "./factors.ts";
import { assayExceedance } from "./limits.ts";
import { samplingPlan } from "./plans.ts";
import { delivery } from "./sample-deliveries.ts";
import { sampling } from "./samplings.ts";

/** Where a thread can be taken up. */
export const tracedKind = z.enum(["plan", "bottle", "sampling", "delivery", "assay", "load", "report"]);
export type TraceabilityKind = z.infer<typeof tracedKind>;

const tracedAssay = z.object({
  assayId: z.number().int(),
  bottleId: z.number().int(),
  bodyCode: z.string(),
  analyte: analyteName,
  state: assayState,
  flag: assayFlag,
  /** μg/L, digit by digit as they were entered; U expanded with k = 2. */
  value: z.string().nullable(),
  lod: z.string().nullable(),
  loq: z.string().nullable(),
  uncertainty: z.string().nullable(),
  source: assaySource,
  analyst: z.string(),
  reviewer: z.string(),
  enteredAt: epochMs,
  reviewedAt: epochMs.nullable(),
});

const tracedLoad = z.object({
  loadId: z.number().int(),
  assayId: z.number().int(),
  analyte: analyteName,
  sampledOn: z.iso.date(),
  pointCode: z.string(),
  /** Decimal texts, mg/d; all digits. */
  load: z.string(),
  per1000: z.string().nullable(),
  /** Of the load per 1000 inhabitants, else of the load: percent, k = 2. */
  expanded: z.number().nullable(),
  /** The result was below its LOQ: what the load, per 1000 inhabitants where there is a population, is at most. */
  below: z.number().nullable(),
  isCensored: z.boolean(),
  isInForce: z.boolean(),
  /** The report that it was computed for; null for one of the list. */
  reportId: z.number().int().nullable(),
  madeAt: epochMs,
  madeBy: z.string(),
});

/** A run of an online detector that results were taken over from. */
const tracedDetection = z.object({
  detectionId: z.number().int(),
  deviceName: z.string(),
  sampleNo: z.string(),
  measuredAt: epochMs,
  /** Of the results in this thread. */
  results: z.number().int(),
});

const tracedReport = z.object({
  reportId: z.number().int(),
  pointCode: z.string(),
  from: z.iso.date(),
  until: z.iso.date(),
  madeAt: epochMs,
  madeBy: z.string(),
});

/** The custody events of a thread, verified while it is read: every hash is made again from its record. */
export const chainVerification = z.object({
  checkedAt: epochMs,
  /** Events that do not have the hash of their record, or do not follow the event before them. */
  damaged: z.array(z.number().int()),
  /** Up to which event a signed head covers the chain. */
  signedTo: z.number().int(),
});

export const thread = z.object({
  /** What people call the thing that was asked for. */
  name: z.string(),
  /** What the samples were planned by; the newest 50. */
  plans: z.array(samplingPlan),
  bottles: z.array(z.object({ bottleId: z.number().int(), bodyCode: z.string(), state: bottleState })),
  /** By their begin; a bottle's latest 200. */
  samples: z.array(sampling),
  deliveries: z.array(delivery),
  /** The newest 500. */
  assays: z.array(tracedAssay),
  /** The newest 50. */
  detections: z.array(tracedDetection),
  /** Those in force first, then those of reports; at most 500. */
  loads: z.array(tracedLoad),
  /** The newest 100 that hold any of these loads. */
  reports: z.array(tracedReport),
  /** What followed from those over their limits. */
  excesses: z.array(assayExceedance),
  /** The first thousand events about any of these. */
  events: z.array(custodyEvent),
  verification: chainVerification,
});
export type Traceability = z.infer<typeof thread>;

export const getThread = defineCall({
  name: "getThread",
  method: "GET",
  path: "/v2/admin/thread/:kind/:id",
  access: permission("laboratory:thread:query"),
  params: z.object({ kind: tracedKind, id }),
  reply: data(thread),
});
