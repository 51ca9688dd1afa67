import { z } from "zod";
import { localized } from "../both-languages.ts";
import { bottleCode } from "../field/bottle-code.ts";
import { dateTime } from "../moments.ts";
import { field } from "../resource/field-metadata.ts";
import { analyteName } from "./factors.ts";

/** What a reported result is; a number is only where one was measured. */
export const assayFlag = z.enum(["quantified", "belowLoq", "notDetected", "aboveRange", "rejected"]);
export type AssayFlag = z.infer<typeof assayFlag>;

export const assayState = z.enum(["draft", "inReview", "approved", "rejected", "superseded"]);
export type AssayState = z.infer<typeof assayState>;

export const assayPhase = z.enum(["liquid", "total"]);
export const assaySource = z.enum(["lcms", "online", "handheld"]);

/** μg/L as it was entered, digit by digit: a text, because a double would lose what was measured. */
const concentration = z
  .string()
  .trim()
  .regex(
    /^(0|[1-9]\d{0,8})(\.\d{1,12})?$/,
    localized(
      "must be a decimal number such as 0.0125, with at most 12 decimal places",
      "须为小数，例如 0.0125，小数点后最多 12 位",
    ),
  );
const micro = "μg/L";
const figure = (label: string) => field(concentration.nullable().default(null), { label, unit: micro });
const shortText = (max: number) => z.string().trim().max(max).default("");

/** What was measured in a sample: which bottle, filled on which day, by which method. */
export const sampleFields = {
  bodyCode: field(bottleCode, { label: "bodyCode", search: "text" }),
  /** The day on which the sample was begun. */
  sampledOn: field(z.iso.date(), { label: "sampledOn", sortable: true }),
  /** May be left out where the bottle was in a sampler on that day. */
  pointCode: field(shortText(60), { label: "pointCode", column: "hidden" }),
  phase: field(assayPhase.default("liquid"), { label: "phase", dictionary: "phase", column: "hidden" }),
  source: field(assaySource.default("lcms"), { label: "source", dictionary: "source", column: "hidden" }),
  method: field(shortText(100), { label: "method", column: "hidden" }),
  methodVersion: field(shortText(40), { label: "methodVersion", column: "hidden" }),
};

/** The result of one analyte. */
export const resultFields = {
  analyte: field(analyteName, { label: "analyte", dictionary: "analyte", search: "choice" }),
  value: figure("value"),
  flag: field(assayFlag.default("quantified"), { label: "flag", dictionary: "flag", search: "choice" }),
  lod: figure("lod"),
  loq: figure("loq"),
  /** Expanded, k = 2. */
  uncertainty: figure("uncertainty"),
  recovery: field(z.number().min(0).max(1000).nullable().default(null), { label: "recovery", unit: "%" }),
  /** Qualifier over quantifier, and the retention time: what identified the analyte. */
  ionRatio: field(z.number().positive().max(1000).nullable().default(null), {
    ...{ label: "ionRatio", column: "hidden" },
  }),
  retentionTime: field(z.number().positive().max(1000).nullable().default(null), {
    ...{ label: "retentionTime", unit: "min", column: "hidden" },
  }),
  /** Of a chiral analyte: the share of its (+) form in both, 0..1; a racemate, 0.5, was made and not excreted. */
  enantiomericFraction: field(z.number().min(0).max(1).nullable().default(null), {
    ...{ label: "enantiomericFraction", column: "hidden" },
  }),
};

/** What the database adds to a result. */
export const shownFields = {
  pointName: field(z.string(), { label: "pointName" }),
  state: field(assayState, { label: "state", dictionary: "state", search: "choice" }),
  analyst: field(z.string(), { label: "analyst" }),
  reviewer: field(z.string(), { label: "reviewer", column: "hidden" }),
  reviewedAt: field(dateTime.nullable(), { label: "reviewedAt", column: "hidden" }),
  /** Why it was returned or rejected. */
  reviewNote: field(z.string(), { label: "reviewNote", column: "hidden" }),
  /** Why it was made in place of another. */
  reason: field(z.string(), { label: "reason", column: "hidden" }),
  unitName: field(z.string(), { label: "unit", column: "hidden" }),
};
