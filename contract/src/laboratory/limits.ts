/**
 * Limits of analytes in sewage, and what followed from approved results over them. A limit is a version that is never
 * changed; a version without a value ends the one before.
 */
import { z } from "zod";
import { localized } from "../both-languages.ts";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, id, idInBody } from "../envelope.ts";
import { workOrderState } from "../field/work-orders.ts";
import { alarmState } from "../fleet/alarms.ts";
import { commandState } from "../fleet/commands.ts";
import { dateTime, epochMs } from "../moments.ts";
import { assayPhase } from "./assay-fields.ts";
import { analyteName } from "./factors.ts";

const may = (verb: string) => permission(`laboratory:limit:${verb}`);
const path = "/v2/admin/laboratory/limit";

export const limitVersion = z.object({
  limitId: z.number().int(),
  analyte: analyteName,
  /** The matrix: the water alone, or with what is carried in it. */
  phase: assayPhase,
  version: z.number().int(),
  /** Of the platform, for units that have none of their own. */
  isCommon: z.boolean(),
  /** μg/L, as it was entered; null where there is no limit from this version on. */
  value: z.string().nullable(),
  source: z.string(),
  reason: z.string(),
  createTime: dateTime,
  createBy: z.string(),
});
export type LimitVersion = z.infer<typeof limitVersion>;

export const limitRow = z.object({
  analyte: analyteName,
  phase: assayPhase,
  inForce: limitVersion.nullable(),
  versions: z.number().int(),
});
export type LimitRow = z.infer<typeof limitRow>;

/** One row for each analyte and matrix: what is in force for the caller's unit. */
export const listLimits = defineCall({
  name: "listLimits",
  method: "GET",
  path: `${path}/list`,
  access: may("list"),
  reply: z.object({ rows: z.array(limitRow), total: z.number().int() }),
});

export const listLimitVersions = defineCall({
  name: "listLimitVersions",
  method: "GET",
  path: `${path}/:analyte/:phase/versions`,
  access: may("query"),
  params: z.object({ analyte: analyteName, phase: assayPhase }),
  reply: data(z.array(limitVersion)),
});

const concentration = z
  .string()
  .trim()
  .regex(
    /^(?=.*[1-9])\d{1,9}(\.\d{1,12})?$/,
    localized("must be a number above 0 in μg/L", "须为大于 0 的数值（μg/L）"),
  );

export const addLimitVersion = defineCall({
  name: "addLimitVersion",
  method: "POST",
  path,
  access: may("edit"),
  personOnly: true,
  title: { en: "Add a limit version", zh: "新增限值版本" },
  body: z.object({
    analyte: analyteName,
    phase: assayPhase,
    /** The version that was looked at, null where there was none; another in force meanwhile is a conflict. */
    basedOn: idInBody.nullable(),
    value: concentration.nullable(),
    source: z.string().trim().max(500),
    reason: z.string().trim().min(1).max(500),
  }),
  reply: data(limitVersion),
});

/** An approved result over its limit, and what followed: the bottle that is kept, the alarm, the command, the order. */
export const assayExceedance = z.object({
  excessId: z.number().int(),
  assayId: z.number().int(),
  analyte: analyteName,
  /** μg/L, both. */
  value: z.string().nullable(),
  limit: z.string(),
  at: epochMs,
  /** When the result was superseded. */
  closedAt: epochMs.nullable(),
  hold: z
    .object({
      bottleId: z.number().int(),
      bodyCode: z.string(),
      since: epochMs,
      releasedAt: epochMs.nullable(),
      releasedBy: z.string().nullable(),
      reason: z.string(),
    })
    .nullable(),
  alarm: z.object({ alarmId: z.number().int(), state: alarmState, deviceName: z.string() }).nullable(),
  /** Null where no bottle of the sample was in a sampler; without a state where it has gone by age. */
  command: z
    .object({
      commandId: z.string(),
      deviceName: z.string().nullable(),
      state: commandState.nullable(),
    })
    .nullable(),
  order: z.object({ orderId: z.number().int(), orderNo: z.string(), state: workOrderState }).nullable(),
});
export type AssayExceedance = z.infer<typeof assayExceedance>;

/** Of all results of the sample that an assay belongs to, the newest first. */
export const listExcesses = defineCall({
  name: "listExcesses",
  method: "GET",
  path: `${path}/excess/:assayId`,
  access: permission("laboratory:assay:query"),
  params: z.object({ assayId: id }),
  reply: data(z.array(assayExceedance)),
});

/** The bottle is no longer kept; from then on it may be destroyed. */
export const releaseHold = defineCall({
  name: "releaseHold",
  method: "PUT",
  path: `${path}/hold/release`,
  access: may("release"),
  personOnly: true,
  title: { en: "Release a bottle hold", zh: "解除留样" },
  body: z.object({ excessId: idInBody, reason: z.string().trim().min(1).max(300) }),
});
