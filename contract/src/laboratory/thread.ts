/** The thread: everything that hangs together with one plan, bottle, sample, delivery or assay. */
import { z } from "zod";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, id } from "../envelope.ts";
import { bottleState } from "../field/bottles.ts";
import { epochMs } from "../moments.ts";
import { custodyEvent } from "./custody.ts";
import { delivery } from "./deliveries.ts";
import { analyteName } from "./factors.ts";
import { samplingPlan } from "./plans.ts";
import { sampling } from "./samplings.ts";

/** Where a thread can be taken up. */
export const threadKind = z.enum(["plan", "bottle", "sampling", "delivery", "assay"]);
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
