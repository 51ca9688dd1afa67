/** The run of a sampling plan: each day that was planned against the samples taken, and what became of them. */
import { z } from "zod";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { defineExport } from "../define-export.ts";
import { id, page } from "../envelope.ts";
import { epochMs } from "../moments.ts";
import { blank, paging } from "../paging.ts";
import { samplingPlan } from "./plans.ts";
import { samplingKind } from "./sampling-kinds.ts";
import { samplingState } from "./samplings.ts";

const may = (verb: string) => permission(`laboratory:plan:${verb}`);
const path = "/v2/admin/samplePoint/plan/run";

/**
 * Of a planned day: `taken`, `missed` once it is over, `due` before; `notRun` where the plan is a draft, was canceled or
 * ended before. A sample on a day that was not planned is `extra`.
 */
export const runOutcome = z.enum(["taken", "missed", "due", "notRun", "extra"]);
export type RunOutcome = z.infer<typeof runOutcome>;

/** A sample, or a planned day without one. */
export const planRunRow = z.object({
  /** In the plan's zone. */
  day: z.iso.date(),
  outcome: runOutcome,
  samplingId: z.number().int().nullable(),
  sampleNo: z.string().nullable(),
  kind: samplingKind.nullable(),
  state: samplingState.nullable(),
  bodyCode: z.string().nullable(),
  began: epochMs.nullable(),
  ended: epochMs.nullable(),
  /** mL. */
  volume: z.number().nullable(),
  aliquotsTaken: z.number().int().nullable(),
  aliquotsMissed: z.number().int().nullable(),
  /** °C. */
  boxTempMax: z.number().nullable(),
  deliveryId: z.number().int().nullable(),
  deliveryNo: z.string().nullable(),
  /** Results entered and not superseded or rejected, of these those approved, and of these those above a limit. */
  results: z.number().int(),
  approved: z.number().int(),
  exceeded: z.number().int(),
  /** Loads in force that were computed from it. */
  loads: z.number().int(),
});
export type PlanRunRow = z.infer<typeof planRunRow>;

export const planRunSummary = z.object({
  /** Days of the plan; those that are over or have a sample. */
  planned: z.number().int(),
  dueSoFar: z.number().int(),
  taken: z.number().int(),
  missed: z.number().int(),
  samples: z.number().int(),
  extra: z.number().int(),
  aliquotsTaken: z.number().int(),
  aliquotsMissed: z.number().int(),
  delivered: z.number().int(),
  /** Samples with an approved result. */
  measured: z.number().int(),
  exceeded: z.number().int(),
});
export type PlanRunSummary = z.infer<typeof planRunSummary>;

const query = z.object({ ...paging, planId: id, outcome: blank(runOutcome) });

/** By day, the first one first; the plan and the sums are of the whole run, whatever is filtered. */
export const listPlanRun = defineCall({
  name: "listPlanRun",
  method: "GET",
  path: `${path}/list`,
  access: may("query"),
  query,
  reply: page(planRunRow).extend({ plan: samplingPlan, summary: planRunSummary }),
});

export const { export: exportPlanRun, exportByForm: exportPlanRunByForm } = defineExport({
  name: "exportPlanRun",
  path: `${path}/export`,
  access: may("export"),
  title: { en: "Export the run of a sampling plan", zh: "导出采样计划执行情况" },
  query,
});
