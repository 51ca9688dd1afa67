// How far one method lies from another in the same samples.

import { checkNonNegative, checkPositive, checkResult } from "./checks.ts";
import { studentFactor } from "./student-t.ts";

/** Mean relative difference in %, with its 95 % interval where there are two pairs or more. */
export interface PairedBias {
  readonly pairs: number;
  readonly percent: number;
  readonly interval: { readonly low: number; readonly high: number } | null;
}

/**
 * The mean of (tested - reference) / reference x 100 over pairs of the same sample or day, and the interval of the
 * paired t statistic of these differences. Null without a pair.
 * Errors: notFinite, negative (a value), notPositive (a reference), overflow.
 * Source: Student 1908, Biometrika 6:1 (paired t).
 */
export function pairedBias(
  pairs: readonly { readonly tested: number; readonly reference: number }[],
): PairedBias | null {
  if (pairs.length === 0) return null;
  const differences = pairs.map(
    ({ tested, reference }) =>
      100 * (checkNonNegative("tested", tested) / checkPositive("reference", reference) - 1),
  );
  const n = differences.length;
  const mean = differences.reduce((sum, one) => sum + one, 0) / n;
  const percent = checkResult("percent", mean);
  if (n < 2) return { pairs: n, percent, interval: null };
  const variance = differences.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (n - 1);
  const half = checkResult("interval", studentFactor(n - 1) * Math.sqrt(variance / n));
  return { pairs: n, percent, interval: { low: percent - half, high: percent + half } };
}
