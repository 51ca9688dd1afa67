import { checkFinite, checkPositive, checkResult } from "./checks.ts";
import type { ZScore } from "./units.ts";

/**
 * z = (value - mean) / standard deviation, all in the unit of the value. For a control chart the mean and
 * standard deviation of the control material, for a proficiency test the assigned value and sigma_pt.
 * Errors: notFinite, negative or notPositive (standard deviation), overflow.
 * Source: ISO 13528:2022, 9.4 (z scores).
 */
export function zScore(input: { value: number; mean: number; standardDeviation: number }): ZScore {
  const value = checkFinite("value", input.value);
  const mean = checkFinite("mean", input.mean);
  const deviation = checkPositive("standardDeviation", input.standardDeviation);
  return checkResult("z", (value - mean) / deviation) as ZScore;
}

export type ProficiencyClass = "acceptable" | "warning" | "action";

/**
 * The class of a proficiency z score: |z| <= 2 acceptable, below 3 a warning signal, from 3 an action signal.
 * Errors: notFinite. Source: ISO 13528:2022, 9.4.
 */
export function proficiencyClass(z: ZScore): ProficiencyClass {
  const distance = Math.abs(checkFinite("z", z));
  if (distance <= 2) return "acceptable";
  return distance < 3 ? "warning" : "action";
}
