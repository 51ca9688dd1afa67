// Means and sums of results of which some lie below a limit.

import type { Decimal } from "decimal.js";
import type { AssayFlag } from "./assay-flag.ts";
import { checkNonNegative, checkResult } from "./checks.ts";
import { checkExact, checkExactPositive, Exact } from "./exact.ts";
import type { NgPerL } from "./units.ts";
import { WbeError } from "./wbe-error.ts";

/** A result with both of its limits, as they stay with it [ng/L]. */
export interface LimitedResult {
  readonly flag: AssayFlag;
  /** Null unless quantified. */
  readonly value: NgPerL | null;
  readonly lod: NgPerL | null;
  readonly loq: NgPerL | null;
}

/**
 * The highest concentration that a result below a limit allows: the LOD where nothing was detected, else the LOQ, and
 * the LOQ where no LOD is known. Null for any other result, and where neither limit is known.
 * Errors: notANumber, notFinite, negative, notPositive, outOfRange (a limit).
 * Source: Currie 1995, IUPAC recommendations, Pure Appl. Chem. 67:1699.
 */
export function upperBound({ flag, lod, loq }: Omit<LimitedResult, "value">): NgPerL | null {
  if (flag !== "notDetected" && flag !== "belowLoq") return null;
  const limit = flag === "notDetected" ? (lod ?? loq) : loq;
  return limit === null ? null : (checkExactPositive("limit", limit) as NgPerL);
}

export interface LimitedMean {
  readonly mean: NgPerL;
  /** The mean lies below the LOQ: it is reported as "< LOQ" and not as a number. */
  readonly isBelow: boolean;
  readonly loq: NgPerL;
}

/**
 * The mean of results, those below the LOQ as half of it; where it lies below the (highest) LOQ it is "< LOQ".
 * Rejected results and those above the range are not looked at; null where none is left.
 * Errors: missing (a quantified result without value, a result without LOQ), notANumber, notFinite,
 * negative, notPositive (a limit). Source: Directive 2009/90/EC, article 5(1) and 5(2).
 */
export function limitedMean(results: readonly LimitedResult[]): LimitedMean | null {
  const used = results.filter(isUsed);
  if (used.length === 0) return null;
  checkLimits(used);
  const loqs = used.map((one) => required("loq", one.loq));
  const highest = loqs.reduce((top, loq) => (loq.gt(top) ? loq : top));
  const values = used.map((one, at) =>
    one.flag === "quantified" ? required("value", one.value) : (loqs[at] ?? highest).times("0.5"),
  );
  const mean = values.reduce((sum, value) => sum.plus(value), new Exact(0)).dividedBy(values.length);
  return { mean: mean as NgPerL, isBelow: mean.lt(highest), loq: highest as NgPerL };
}

/**
 * The sum of results of several residues, those below their limit as zero. Null where a sum has no result.
 * Errors: missing (a quantified result without value), notANumber, notFinite, negative, notPositive (a limit).
 * Source: Directive 2009/90/EC, article 5(3).
 */
export function limitedSum(results: readonly LimitedResult[]): NgPerL | null {
  const used = results.filter(isUsed);
  if (used.length === 0) return null;
  checkLimits(used);
  return used.reduce(
    (sum, one) => (one.flag === "quantified" ? sum.plus(required("value", one.value)) : sum),
    new Exact(0),
  ) as NgPerL;
}

function isUsed({ flag }: LimitedResult): boolean {
  return flag === "quantified" || flag === "belowLoq" || flag === "notDetected";
}

function checkLimits(results: readonly LimitedResult[]): void {
  for (const { value, lod, loq } of results) {
    if (value !== null) checkExact("value", value);
    if (lod !== null) checkExactPositive("lod", lod);
    if (loq !== null) checkExactPositive("loq", loq);
  }
}

function required(field: string, value: NgPerL | null): Decimal {
  if (value === null) throw new WbeError("missing", field);
  return checkExact(field, value);
}

/** From how many results on the estimate below is offered. */
const kaplanMeierFrom = 5;

/**
 * The mean of values of which some are only known to lie below a bound, by the estimator of Kaplan and Meier for
 * left-censored values. Values and bounds in one unit. Where the lowest is a bound it counts as a value (Efron), which
 * bends the mean upwards. Null with fewer than five values, or where all are bounds.
 * Errors: notFinite, negative, overflow.
 * Source: Helsel 2012, Statistics for Censored Environmental Data Using Minitab and R, chapter 6.
 */
export function kaplanMeierMean(values: readonly { value: number; isBound: boolean }[]): number | null {
  for (const { value } of values) checkNonNegative("value", value);
  if (values.length < kaplanMeierFrom || values.every(({ isBound }) => isBound)) return null;
  const places = [...new Set(values.filter(({ isBound }) => !isBound).map(({ value }) => value))];
  const low = Math.min(...values.map(({ value }) => value));
  if (!places.includes(low)) places.push(low);
  let mean = 0;
  let above = 1;
  for (const place of places.sort((a, b) => b - a)) {
    // Those at or below this place, a bound at the place itself among them: it lies below the value.
    const atRisk = values.filter(({ value }) => value <= place).length;
    const here = values.filter(({ value, isBound }) => value === place && !isBound).length;
    const share = place === low ? above : (above * here) / atRisk;
    mean += share * place;
    above -= share;
  }
  return checkResult("mean", mean);
}
