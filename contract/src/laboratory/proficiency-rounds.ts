/** Proficiency tests: what a laboratory reported in a round, the assigned value, and the scores that follow. */
import { z } from "zod";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, id, idInBody, page } from "../envelope.ts";
import { blank, paging, searchText } from "../paging.ts";
import { resultFields } from "./assay-fields.ts";
import { analyteName } from "./factors.ts";

const may = (verb: string) => permission(`laboratory:batch:${verb}`);
const path = "/v2/admin/laboratory/proficiency";
const text = (max: number) => z.string().trim().max(max);

/** μg/L, digit by digit. */
const amount = resultFields.value.unwrap().unwrap();

const scoreClass = z.enum(["acceptable", "warning", "action"]);
export type ScoreClass = z.infer<typeof scoreClass>;

const given = {
  provider: text(100).min(1),
  round: text(60).min(1),
  /** Of a round with several samples, which one. */
  sample: text(60),
  analyte: analyteName,
  heldOn: z.iso.date(),
  assigned: amount,
  /** The standard deviation for the assessment, by the provider. */
  sigma: amount,
  /** Expanded, k = 2. */
  assignedUncertainty: amount.nullable(),
  value: amount,
  /** Expanded, k = 2. */
  uncertainty: amount.nullable(),
  /** The provider's report. */
  source: text(300).min(1),
  note: text(500),
};

export const proficiencyResult = z.object({
  roundId: z.number().int(),
  unitId: z.number().int(),
  unitName: z.string(),
  ...given,
  /** (value - assigned) / sigma. */
  z: z.number(),
  zClass: scoreClass,
  /** (value - assigned) / sqrt of the sum of both squared standard uncertainties; null where one is not stated. */
  zeta: z.number().nullable(),
  zetaClass: scoreClass.nullable(),
  /** The uncertainty of the assigned value exceeds 0.3 sigma: z alone is not to be relied on. */
  isAssignedUncertain: z.boolean(),
  madeBy: z.string(),
});
export type ProficiencyResult = z.infer<typeof proficiencyResult>;

export const listProficiencyResults = defineCall({
  name: "listProficiencyResults",
  method: "GET",
  path: `${path}/list`,
  access: may("list"),
  query: z.object({ ...paging, analyte: blank(analyteName), keyword: searchText }),
  reply: page(proficiencyResult),
});

export const addProficiencyResult = defineCall({
  name: "addProficiencyResult",
  method: "POST",
  path,
  access: may("edit"),
  title: { en: "Add a proficiency test result", zh: "新增能力验证结果" },
  body: z.object({
    /** Without it the unit of who adds it. */
    unitId: idInBody.optional(),
    ...given,
    sample: given.sample.default(""),
    assignedUncertainty: given.assignedUncertainty.default(null),
    uncertainty: given.uncertainty.default(null),
    note: given.note.default(""),
  }),
  reply: data(z.object({ id: z.number().int() })),
});

export const removeProficiencyResult = defineCall({
  name: "removeProficiencyResult",
  method: "DELETE",
  path: `${path}/:id`,
  access: may("edit"),
  personOnly: true,
  title: { en: "Delete a proficiency test result", zh: "删除能力验证结果" },
  params: z.object({ id }),
});
