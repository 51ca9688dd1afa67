import { checkExact, checkExactPositive } from "./exact.ts";
import type { NgPerL } from "./units.ts";
import { WbeError } from "./wbe-error.ts";

/** What a reported result is; "rejected" is a reviewer's decision and never follows from the number. */
export const assayFlags = ["quantified", "belowLoq", "notDetected", "aboveRange", "rejected"] as const;
export type AssayFlag = (typeof assayFlags)[number];

/**
 * The flag of a measured concentration, all in ng/L: below the limit of detection "notDetected", from there
 * to below the limit of quantification "belowLoq", above the highest calibrator "aboveRange", else
 * "quantified". `upper` null: the method has no upper limit.
 * Errors: notANumber, notFinite, negative, notPositive (a limit), inconsistent (LOD > LOQ or LOQ > upper).
 * Source: Currie 1995, IUPAC recommendations, Pure Appl. Chem. 67:1699 (detection and quantification limits).
 */
export function flagConcentration(input: {
  value: NgPerL;
  lod: NgPerL;
  loq: NgPerL;
  upper: NgPerL | null;
}): Exclude<AssayFlag, "rejected"> {
  const value = checkExact("value", input.value);
  const lod = checkExactPositive("lod", input.lod);
  const loq = checkExactPositive("loq", input.loq);
  const upper = input.upper === null ? null : checkExactPositive("upper", input.upper);
  if (lod.gt(loq)) throw new WbeError("inconsistent", "lod", "above the LOQ");
  if (upper !== null && loq.gt(upper)) throw new WbeError("inconsistent", "upper", "below the LOQ");
  if (value.lt(lod)) return "notDetected";
  if (value.lt(loq)) return "belowLoq";
  return upper !== null && value.gt(upper) ? "aboveRange" : "quantified";
}
