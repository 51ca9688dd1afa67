// How far a screening test and the confirming assay agree, from the four counts of their comparison.

import { checkWhole } from "./checks.ts";
import { WbeError } from "./wbe-error.ts";

/** Screening against confirmation: a true positive is positive in both. */
export interface AgreementCounts {
  readonly truePositive: number;
  readonly falsePositive: number;
  readonly falseNegative: number;
  readonly trueNegative: number;
}

/** An estimate and its 95 % confidence interval, all as fractions. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** Null where a figure is not defined: no confirmed positives, no confirmed negatives, one single outcome. */
export interface Agreement {
  readonly sensitivity: Estimate | null;
  readonly specificity: Estimate | null;
  readonly kappa: Estimate | null;
}

/**
 * Sensitivity = TP / (TP + FN) and specificity = TN / (TN + FP), each with the Wilson interval, and Cohen's
 * kappa = (po - pe) / (1 - pe) with the large-sample interval, which a few comparisons do not support.
 * Errors: notFinite, outOfRange (a count below 0 or above 1e9), notWhole, empty (no comparison at all).
 * Source: Wilson 1927, J. Am. Stat. Assoc. 22:209; Cohen 1960, Educ. Psychol. Meas. 20:37;
 * Fleiss, Cohen and Everitt 1969, Psychol. Bull. 72:323 (standard error of kappa).
 */
export function agreement(counts: AgreementCounts): Agreement {
  const truePositive = checkWhole("truePositive", counts.truePositive, 0, 1e9);
  const falsePositive = checkWhole("falsePositive", counts.falsePositive, 0, 1e9);
  const falseNegative = checkWhole("falseNegative", counts.falseNegative, 0, 1e9);
  const trueNegative = checkWhole("trueNegative", counts.trueNegative, 0, 1e9);
  const total = truePositive + falsePositive + falseNegative + trueNegative;
  if (total === 0) throw new WbeError("empty", "counts");
  return {
    sensitivity: proportion(truePositive, truePositive + falseNegative),
    specificity: proportion(trueNegative, trueNegative + falsePositive),
    kappa: cohenKappa(
      truePositive / total,
      falsePositive / total,
      falseNegative / total,
      trueNegative / total,
      total,
    ),
  };
}

// The 97.5 % point of the normal distribution.
const z = 1.959963984540054;

// Wilson rather than p +- z se: it stays in 0..1 and does not shrink to nothing at 0 of n and n of n.
function proportion(hits: number, n: number): Estimate | null {
  if (n === 0) return null;
  const p = hits / n;
  const denominator = 1 + (z * z) / n;
  const centre = (p + (z * z) / (2 * n)) / denominator;
  const half = (z / denominator) * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n));
  return {
    value: p,
    low: hits === 0 ? 0 : Math.max(0, centre - half),
    high: hits === n ? 1 : Math.min(1, centre + half),
  };
}

function cohenKappa(tp: number, fp: number, fn: number, tn: number, n: number): Estimate | null {
  const screening = [tp + fp, fn + tn] as const;
  const confirmed = [tp + fn, fp + tn] as const;
  const expectedAgreement = screening[0] * confirmed[0] + screening[1] * confirmed[1];
  // Both methods gave one and the same outcome throughout: nothing is left that chance does not explain.
  if ((fp === 0 && fn === 0 && (tp === 0 || tn === 0)) || expectedAgreement >= 1) return null;
  const kappa = (tp + tn - expectedAgreement) / (1 - expectedAgreement);
  const off = 1 - kappa;
  const agreeing =
    tp * (1 - (screening[0] + confirmed[0]) * off) ** 2 + tn * (1 - (screening[1] + confirmed[1]) * off) ** 2;
  const disagreeing =
    off ** 2 * (fp * (confirmed[0] + screening[1]) ** 2 + fn * (confirmed[1] + screening[0]) ** 2);
  const variance =
    (agreeing + disagreeing - (kappa - expectedAgreement * off) ** 2) / (n * (1 - expectedAgreement) ** 2);
  // The variance of perfect agreement is zero and may come out a rounding error below it.
  const half = z * Math.sqrt(Math.max(0, variance));
  return { value: kappa, low: Math.max(-1, kappa - half), high: Math.min(1, kappa + half) };
}
