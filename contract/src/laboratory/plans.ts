/**
 * Sampling plans: what is to be taken where, when and how. One person writes a plan and another approves it; the
 * sampler of its point is programmed with it, and the samples that come of it name it.
 */
import { z } from "zod";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { defineExport } from "../define-export.ts";
import { data, id, idInBody, page } from "../envelope.ts";
import { commandState } from "../fleet/commands.ts";
import { idsInPath } from "../id-list.ts";
import { epochInput, epochMs } from "../moments.ts";
import { blank, paging, searchText, sorting } from "../paging.ts";
import { timeSpan } from "../time-span.ts";
import { timeZoneInput } from "../time-zone.ts";
import { analyteName } from "./factors.ts";

const may = (verb: string) => permission(`laboratory:plan:${verb}`);
const path = "/v2/admin/samplePoint/plan";

export const planPurpose = z.enum(["routine", "targeted", "qualityCheck"]);
export const planMode = z.enum(["ctcv", "vtcv", "ctvv", "event", "grab"]);
export type PlanMode = z.infer<typeof planMode>;
/**
 * An approved plan runs from its begin to its end while its sampler has its program: `notProgrammed` where the program
 * that the sampler accepted last is another, or none. Without a sampler the clock alone decides.
 */
export const planState = z.enum(["draft", "approved", "notProgrammed", "running", "ended", "cancelled"]);
export type PlanState = z.infer<typeof planState>;
export const preservative = z.enum(["none", "hcl", "na2s2o3"]);
export const weekDay = z.enum(["mon", "tue", "wed", "thu", "fri", "sat", "sun"]);

const text = (max: number) => z.string().trim().max(max);
const days = z
  .array(weekDay)
  .min(1)
  .transform((given) => weekDay.options.filter((day) => given.includes(day)));

const inputFields = {
  name: text(64).min(1),
  pointId: idInBody,
  /** The sampler; null where somebody takes the samples by hand. */
  deviceId: idInBody.nullable().default(null),
  purpose: planPurpose,
  mode: planMode,
  startsAt: epochInput,
  endsAt: epochInput,
  /** IANA: the days of the day set are those of this zone. Empty: that of the point, or else the server's. */
  zone: timeZoneInput.default(""),
  /** Minutes; of CTCV, CTVV and event. */
  intervalMin: z.number().int().min(1).max(1440).nullable().default(null),
  /** m³; of VTCV. */
  pulse: z.number().positive().max(1e6).nullable().default(null),
  /** mL; with CTVV that of the highest flow. */
  aliquot: z.number().int().min(10).max(500),
  bottles: z.number().int().min(1).max(24),
  /** mL. */
  bottleVolume: z.number().int().min(50).max(20_000).default(1000),
  days,
  analytes: z
    .array(analyteName)
    .min(1)
    .transform((given) => analyteName.options.filter((name) => given.includes(name))),
  preservative,
  holdingHours: z.number().int().min(1).max(8760),
  note: text(500).default(""),
};

export const samplingPlan = z.object({
  planId: z.number().int(),
  planNo: z.string(),
  name: z.string(),
  unitId: z.number().int(),
  unitName: z.string(),
  pointId: z.number().int(),
  pointCode: z.string(),
  pointName: z.string(),
  deviceId: z.number().int().nullable(),
  deviceName: z.string().nullable(),
  purpose: planPurpose,
  mode: planMode,
  startsAt: epochMs,
  endsAt: epochMs,
  zone: z.string(),
  intervalMin: z.number().int().nullable(),
  pulse: z.number().nullable(),
  aliquot: z.number().int(),
  bottles: z.number().int(),
  bottleVolume: z.number().int(),
  days: z.array(weekDay),
  analytes: z.array(analyteName),
  preservative,
  holdingHours: z.number().int(),
  note: z.string(),
  state: planState,
  /** Why it was cancelled or ended before its time; empty otherwise. */
  stateReason: z.string(),
  endedAt: epochMs.nullable(),
  endedBy: z.string().nullable(),
  createdBy: z.string(),
  createdAt: epochMs,
  approvedBy: z.string().nullable(),
  approvedAt: epochMs.nullable(),
  /** The last command that programmed the sampler; its state is null where the command has gone by age. */
  programmed: z
    .object({
      commandId: z.string(),
      at: epochMs,
      by: z.string(),
      state: commandState.nullable(),
      late: z.boolean(),
      finishedAt: epochMs.nullable(),
      message: z.string().nullable(),
    })
    .nullable(),
  /** Samples that name it. */
  samplings: z.number().int(),
});
export type SamplingPlan = z.infer<typeof samplingPlan>;

const query = z.object({
  ...paging,
  ...sorting(["startsAt", "endsAt", "planNo", "name", "createdAt"]),
  /** A part of a number or a name, of a point's code or name, of a sampler's name. */
  keyword: searchText,
  state: blank(planState),
  purpose: blank(planPurpose),
  mode: blank(planMode),
  pointId: blank(id),
  deviceName: blank(z.string().max(64)),
  /** Plans of which some time lies in this span. */
  ...timeSpan,
});

export const listPlans = defineCall({
  name: "listPlans",
  method: "GET",
  path: `${path}/list`,
  access: may("list"),
  query,
  reply: page(samplingPlan),
});

/** Another plan of the same sampler, some day of which falls on a day of this one. */
export const planConflict = z.object({
  planId: z.number().int(),
  planNo: z.string(),
  name: z.string(),
  state: planState,
  startsAt: epochMs,
  endsAt: epochMs,
});
export type PlanConflict = z.infer<typeof planConflict>;

export const getPlan = defineCall({
  name: "getPlan",
  method: "GET",
  path: `${path}/:id`,
  access: may("query"),
  params: z.object({ id }),
  reply: data(samplingPlan.extend({ designFlow: z.number().nullable(), conflicts: z.array(planConflict) })),
});

/** What a plan has to know before it is saved: the samplers of the point, its flow, and what is in the way. */
export const checkPlan = defineCall({
  name: "checkPlan",
  method: "GET",
  path: `${path}/check`,
  access: may("query"),
  query: z.object({
    pointId: id,
    deviceId: blank(id),
    startsAt: blank(epochInput),
    endsAt: blank(epochInput),
    days: blank(z.string().max(40)),
    /** The plan that is being changed: no conflict with itself. */
    planId: blank(id),
  }),
  reply: data(
    z.object({
      /** m³/d. */
      designFlow: z.number().nullable(),
      /** Of the point, or else the server's. */
      zone: z.string(),
      samplers: z.array(
        z.object({ deviceId: z.number().int(), deviceName: z.string(), nickname: z.string() }),
      ),
      conflicts: z.array(planConflict),
    }),
  ),
});

export const addPlan = defineCall({
  name: "addPlan",
  method: "POST",
  path,
  access: may("edit"),
  title: { en: "Add a sampling plan", zh: "新增采样计划" },
  body: z.object(inputFields),
  reply: data(z.object({ id: z.number().int(), planNo: z.string() })),
});

/** Of a draft alone; anyone who changes it has written it too. */
export const changePlan = defineCall({
  name: "changePlan",
  method: "PUT",
  path,
  access: may("edit"),
  title: { en: "Edit a sampling plan", zh: "编辑采样计划" },
  body: z.object({ planId: idInBody, ...inputFields }),
});

export const removePlans = defineCall({
  name: "removePlans",
  method: "DELETE",
  path: `${path}/:ids`,
  access: may("edit"),
  title: { en: "Delete draft sampling plans", zh: "删除采样计划草稿" },
  params: z.object({ ids: idsInPath }),
});

/** By nobody who wrote it. */
export const approvePlan = defineCall({
  name: "approvePlan",
  method: "PUT",
  path: `${path}/approve`,
  access: may("approve"),
  confirmation: "always",
  personOnly: true,
  title: { en: "Approve a sampling plan", zh: "批准采样计划" },
  body: z.object({ planId: idInBody }),
});

/** Ends a plan that runs before its time, or cancels one that is not over. */
export const closePlan = defineCall({
  name: "closePlan",
  method: "PUT",
  path: `${path}/close`,
  access: may("approve"),
  personOnly: true,
  title: { en: "End or cancel a sampling plan", zh: "结束或取消采样计划" },
  body: z.object({ planId: idInBody, how: z.enum(["end", "cancel"]), reason: text(300).min(1) }),
});

/** Sends an approved plan to its sampler; a sampler that is away gets it when it comes. */
export const programPlan = defineCall({
  name: "programPlan",
  method: "POST",
  path: `${path}/program`,
  access: may("program"),
  title: { en: "Send the program of a plan to its sampler", zh: "按计划下发采样程序" },
  body: z.object({ planId: idInBody }),
  reply: data(z.object({ commandId: z.string(), state: commandState })),
});

export const { export: exportPlans, exportByForm: exportPlansByForm } = defineExport({
  name: "exportPlans",
  path: `${path}/export`,
  access: may("export"),
  title: { en: "Export sampling plans", zh: "导出采样计划" },
  query,
});
