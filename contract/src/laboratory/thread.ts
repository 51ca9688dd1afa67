/** The thread: everything that hangs together with one plan, bottle, sample, delivery, assay, load or report. */
import { z } from "zod";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, id } from "../envelope.ts";
import { bottleState } from "../field/bottles.ts";
import { epochMs } from "../moments.ts";
import { custodyEvent } from "./custody.ts";
import { delivery } from "./deliveries.ts";
import { analyteName } from "./factors.ts";
import { assayExcess } from "./limits.ts";
import { samplingPlan } from "./plans.ts";
import { sampling } from "./samplings.ts";

/** Where a thread can be taken up. */
export const threadKind = z.enum(["plan", "bottle", "sampling", "delivery", "assay", "load", "report"]);
export type ThreadKind = z.infer<typeof threadKind>;

const threadAssay = z.object({
  assayId: z.number().int(),
  bottleId: z.number().int(),
  analyte: analyteName,
  state: z.string(),
  analyst: z.string(),
  reviewer: z.string(),
  enteredAt: epochMs,
  reviewedAt: epochMs.nullable(),
});

const threadLoad = z.object({
  loadId: z.number().int(),
  assayId: z.number().int(),
  analyte: analyteName,
  sampledOn: z.iso.date(),
  pointCode: z.string(),
  /** Decimal texts, mg/d; all digits. */
  load: z.string(),
  per1000: z.string().nullable(),
  isInForce: z.boolean(),
  /** The report that it was computed for; null for one of the list. */
  reportId: z.number().int().nullable(),
  madeAt: epochMs,
  madeBy: z.string(),
});

const threadReport = z.object({
  reportId: z.number().int(),
  pointCode: z.string(),
  from: z.iso.date(),
  until: z.iso.date(),
  madeAt: epochMs,
  madeBy: z.string(),
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
  assays: z.array(threadAssay),
  /** Those in force first, then those of reports; at most 500. */
  loads: z.array(threadLoad),
  /** The newest 100 that hold any of these loads. */
  reports: z.array(threadReport),
  /** What followed from those over their limits. */
  excesses: z.array(assayExcess),
  /** The first thousand events about any of these. */
  events: z.array(custodyEvent),
});
export type Thread = z.infer<typeof thread>;

export const getThread = defineCall({
  name: "getThread",
  method: "GET",
  path: "/v2/admin/thread/:kind/:id",
  access: permission("laboratory:thread:query"),
  params: z.object({ kind: threadKind, id }),
  reply: data(thread),
});
