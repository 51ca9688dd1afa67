import { checkFinite, checkNonNegative, checkPositive, checkResult } from "./checks.ts";
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

/**
 * zeta = (value - assigned) / sqrt(u(value)2 + u(assigned)2), all in the unit of the value and both uncertainties standard,
 * k = 1: whether a laboratory's own uncertainty covers its deviation. Classed as z is.
 * Errors: notFinite, negative (an uncertainty), notPositive (both are zero), overflow.
 * Source: ISO 13528:2022, 9.6 (zeta scores).
 */
export function zetaScore(input: {
  value: number;
  assigned: number;
  uncertainty: number;
  assignedUncertainty: number;
}): ZScore {
  const own = checkNonNegative("uncertainty", input.uncertainty);
  const assigned = checkNonNegative("assignedUncertainty", input.assignedUncertainty);
  return zScore({ value: input.value, mean: input.assigned, standardDeviation: Math.hypot(own, assigned) });
}

/**
 * Whether the assigned value is too uncertain for z alone: its standard uncertainty exceeds 0.3 sigma.
 * Errors: notFinite, negative, notPositive (sigma). Source: ISO 13528:2022, 9.2.1.
 */
export function isAssignedUncertain(input: { assignedUncertainty: number; sigma: number }): boolean {
  const sigma = checkPositive("sigma", input.sigma);
  return checkNonNegative("assignedUncertainty", input.assignedUncertainty) > 0.3 * sigma;
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
