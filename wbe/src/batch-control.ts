// What duplicates, spikes and control materials of a batch say.

import { checkFinite, checkNonNegative, checkPositive, checkResult } from "./checks.ts";
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

/** From how many results limits are made at all, and from how many they are final. */
const limitCounts = { provisional: 10, final: 20 } as const;

export interface IndividualLimits {
  readonly mean: number;
  readonly standardDeviation: number;
  readonly status: "provisional" | "final";
}

/**
 * Centre and standard deviation of a chart of single results in their order, from the moving range of neighbours:
 * s = mean |x(i) - x(i-1)| / 1.128, which a slow drift does not widen. Provisional from 10 results, final from 20.
 * Errors: missing (fewer than ten), tooMany (above 10,000), notFinite, negative, notPositive (all are the same).
 * Source: ISO 7870-2:2013, 6.3 (individuals); ISO 11352:2012.
 */
export function individualLimits(values: readonly number[]): IndividualLimits {
  if (values.length > 10_000) throw new WbeError("tooMany", "values");
  for (const value of values) checkNonNegative("values", value);
  if (values.length < limitCounts.provisional) throw new WbeError("missing", "values", "ten at least");
  const ranges = values.slice(1).map((value, at) => Math.abs(value - (values[at] ?? value)));
  const mean = values.reduce((total, value) => total + value, 0) / values.length;
  const standardDeviation = ranges.reduce((total, range) => total + range, 0) / ranges.length / 1.128;
  if (standardDeviation === 0) throw new WbeError("notPositive", "standardDeviation");
  return {
    mean: checkResult("mean", mean),
    standardDeviation: checkResult("standardDeviation", standardDeviation),
    status: values.length < limitCounts.final ? "provisional" : "final",
  };
}

/**
 * The uncertainty of a method from its control charts, all relative and k = 1: u = sqrt(u(Rw)2 + u(bias)2), with u(Rw)
 * the standard deviation of the control material and u(bias) = sqrt(mean of bias2 + u(Cref)2) of reference materials or
 * recoveries. Errors: empty (no bias), notFinite, negative (u(Rw), u(Cref)), overflow.
 * Source: ISO 11352:2012, 8; Nordtest TR 537.
 */
export function chartUncertainty(input: {
  withinLaboratory: number;
  biases: readonly number[];
  reference: number;
}): { readonly bias: number; readonly standard: number } {
  if (input.biases.length === 0) throw new WbeError("empty", "biases");
  const within = checkNonNegative("withinLaboratory", input.withinLaboratory);
  const squares = input.biases.reduce((total, bias) => total + checkFinite("biases", bias) ** 2, 0);
  const reference = checkNonNegative("reference", input.reference);
  const bias = checkResult("bias", Math.hypot(Math.sqrt(squares / input.biases.length), reference));
  return { bias, standard: checkResult("standard", Math.hypot(within, bias)) };
}
