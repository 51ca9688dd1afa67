/** The uncertainty of a method as its control charts show it, and what is in force of it for loads. */
import { z } from "zod";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, id, idInBody } from "../envelope.ts";
import { dateTime } from "../moments.ts";
import { analyteName } from "./factors.ts";

const may = (verb: string) => permission(`laboratory:batch:${verb}`);
const path = "/v2/admin/laboratory/uncertainty";
const text = (max: number) => z.string().trim().max(max);

/** All relative, percent, k = 1. */
const parts = {
  /** u(Rw): the largest relative standard deviation of the control materials. */
  within: z.number(),
  /** u(bias): recoveries of spikes and deviations in proficiency rounds, with u(Cref). */
  bias: z.number(),
  reference: z.number(),
  /** sqrt(u(Rw)2 + u(bias)2). */
  standard: z.number(),
};

const method = { analyte: analyteName, method: text(100), instrument: text(60) };

export const getMethodUncertainty = defineCall({
  name: "getMethodUncertainty",
  method: "GET",
  path,
  access: may("query"),
  query: z.object({
    unitId: id,
    ...method,
    /** u(Cref) of the reference values, percent. */
    reference: z.coerce.number().min(0).max(100).default(0),
  }),
  reply: data(
    z.object({
      /** Results of control materials, and recoveries with rounds. */
      controls: z.number().int(),
      biases: z.number().int(),
      /** Null with the reason: fewer than 10 results of a material, or no bias. */
      calculated: z.object(parts).nullable(),
      gap: z.enum(["fewControls", "noBias"]).nullable(),
      inForce: z.object({ ...parts, since: dateTime, by: z.string(), reason: z.string() }).nullable(),
    }),
  ),
});
export type MethodUncertainty = z.infer<(typeof getMethodUncertainty)["reply"]>["data"];

/**
 * What the charts show now is put in force: loads calculated from now on take u(bias) from it, and all of it for results
 * without an uncertainty of their own.
 */
export const setMethodUncertainty = defineCall({
  name: "setMethodUncertainty",
  method: "POST",
  path,
  access: may("edit"),
  personOnly: true,
  title: { en: "Set the uncertainty of a method", zh: "设定方法不确定度" },
  body: z.object({
    unitId: idInBody,
    ...method,
    reference: z.number().min(0).max(100).default(0),
    reason: text(500).min(1),
  }),
});
