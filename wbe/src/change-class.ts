import { checkExact } from "./exact.ts";
import type { MgPerDay, MgPerDayPer1000 } from "./units.ts";

export type ChangeClass = "increase" | "stable" | "decrease";

/**
 * The change of a yearly mean against the year before: "stable" within +-10 % of the earlier value, both ends
 * included, else "increase" or "decrease"; null where there is no earlier value. From zero, anything above
 * zero is an increase. Both in mg/d, or both in mg/d/1000; compared exactly.
 * Errors: notANumber, notFinite, negative, outOfRange.
 * Source: EUDA, Wastewater analysis and drugs, edition 2025 (change from year to year).
 */
export function changeClass<L extends MgPerDay | MgPerDayPer1000>(input: {
  current: L;
  previous: L | null;
}): ChangeClass | null {
  const current = checkExact("current", input.current);
  if (input.previous === null) return null;
  const previous = checkExact("previous", input.previous);
  const change = current.minus(previous);
  if (change.abs().times(10).lte(previous)) return "stable";
  return change.isPositive() ? "increase" : "decrease";
}
