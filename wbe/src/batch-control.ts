// What duplicates, spikes and control materials of a batch say.

import { checkNonNegative, checkPositive, checkResult } from "./checks.ts";
import { WbeError } from "./wbe-error.ts";

/**
 * RPD = |a - b| / ((a + b) / 2) x 100, in percent. Errors: notFinite, negative, notPositive (both are zero).
 * Source: US EPA 2018, Method 8000D (SW-846).
 */
export function relativePercentDifference(input: { first: number; second: number }): number {
  const first = checkNonNegative("first", input.first);
  const second = checkNonNegative("second", input.second);
  if (first + second === 0) throw new WbeError("notPositive", "first");
  return checkResult("difference", (Math.abs(first - second) / ((first + second) / 2)) * 100);
}

/**
 * Recovery = (spiked - native) / added x 100, in percent; below zero where less was found than before.
 * Errors: notFinite, negative, notPositive (added), overflow. Source: US EPA 2018, Method 8000D (SW-846).
 */
export function spikeRecovery(input: { native: number; spiked: number; added: number }): number {
  const native = checkNonNegative("native", input.native);
  const spiked = checkNonNegative("spiked", input.spiked);
  return checkResult("recovery", ((spiked - native) / checkPositive("added", input.added)) * 100);
}

/**
 * Centre and standard deviation (n - 1) of a control material from its first results. The chart's limits are
 * mean +- 2 s (warning) and mean +- 3 s (action).
 * Errors: missing (fewer than two), notFinite, negative, notPositive (all are the same), tooMany (above 10,000).
 * Source: ISO 7870-2:2013.
 */
export function controlLimits(values: readonly number[]): { mean: number; standardDeviation: number } {
  if (values.length > 10_000) throw new WbeError("tooMany", "values");
  for (const value of values) checkNonNegative("values", value);
  if (values.length < 2) throw new WbeError("missing", "values", "two at least");
  const mean = values.reduce((total, value) => total + value, 0) / values.length;
  const squares = values.reduce((total, value) => total + (value - mean) ** 2, 0);
  const standardDeviation = checkResult("standardDeviation", Math.sqrt(squares / (values.length - 1)));
  if (standardDeviation === 0) throw new WbeError("notPositive", "standardDeviation");
  return { mean: checkResult("mean", mean), standardDeviation };
}
