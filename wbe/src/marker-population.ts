// The population of a point from a marker over several days, with its uncertainty.

import { checkNonNegative, checkPopulation, checkPositive, checkResult } from "./checks.ts";
import { intervalOf } from "./mean-uncertainty.ts";
import type { Inhabitants } from "./units.ts";
import { WbeError } from "./wbe-error.ts";

/** Relative standard uncertainties (0.1 is 10 %), k = 1; null where the laboratory states none. */
export interface MarkerUncertainty {
  /** Of the marker's concentration on one day, the largest of the days. */
  readonly concentration: number | null;
  /** Of what one inhabitant adds to the water. */
  readonly perInhabitant: number | null;
  readonly flow: number;
}

export interface MarkerPopulation {
  /** The median of the days, in whole inhabitants. */
  readonly population: Inhabitants;
  /** Relative, k = 1; null where a part of it is not known. */
  readonly standard: number | null;
  /** The 95 % interval, in whole inhabitants. */
  readonly low: number | null;
  readonly high: number | null;
}

/**
 * The median of the daily estimates: one industrial discharge moves a mean, and leaves a median where it was. Its
 * uncertainty: u2 = c2 max(u(concentration)2, s2) / n + u(per inhabitant)2 + u(flow)2, with s the relative standard deviation
 * of the days, which holds the analysis as well, and c = sqrt(pi / 2), by which the median of normal values scatters more
 * than their mean. One day has no s; of one or two days the median is the mean, and c is 1. For few days c is an upper
 * limit: 1.16 of three, 1.20 of five.
 * Errors: empty, tooMany (above 3,660 days), notFinite, negative, notPositive, outOfRange, overflow.
 * Source: JCGM 100:2008 (GUM), 4.2.3, 5.1.6; Stuart and Ord, Kendall's Advanced Theory of Statistics, vol. 1 (sampling
 * variance of quantiles); Been et al. 2014, Environ. Sci. Technol. 48:8162 (several days).
 */
export function populationOverDays(input: {
  estimates: readonly Inhabitants[];
  uncertainty: MarkerUncertainty;
}): MarkerPopulation {
  const { estimates, uncertainty } = input;
  if (estimates.length === 0) throw new WbeError("empty", "estimates");
  if (estimates.length > 3660) throw new WbeError("tooMany", "estimates");
  for (const one of estimates) checkPopulation("estimates", one);
  const population = checkPopulation("population", Math.round(medianOf(estimates))) as Inhabitants;
  const standard = standardOf(estimates, uncertainty);
  if (standard === null) return { population, standard, low: null, high: null };
  const { low, high } = intervalOf({ value: population, standard });
  return { population, standard, low: Math.round(low), high: Math.round(high) };
}

export interface MeanContribution {
  /** In the unit of the concentration times that of the flow, per inhabitant. */
  readonly perInhabitant: number;
  /** Relative, k = 1, of the mean; null with one day. */
  readonly standard: number | null;
  readonly days: number;
}

/**
 * What one inhabitant adds to the water on an average day, from days at a point whose population is counted:
 * mean(C x Q) / P. A design value, which 85 % of the days stay below, is larger. Its uncertainty is the standard error of
 * the days; that of the count is not in it. Null without days.
 * Errors: tooMany (above 3,660 days), notFinite, negative, notPositive, outOfRange (a population), overflow.
 * Source: JCGM 100:2008 (GUM), 4.2.3; Been et al. 2014, Environ. Sci. Technol. 48:8162 (calibration by a census).
 */
export function meanContribution(input: {
  days: readonly { readonly concentration: number; readonly flow: number }[];
  population: Inhabitants;
}): MeanContribution | null {
  const { days } = input;
  if (days.length > 3660) throw new WbeError("tooMany", "days");
  const population = checkPopulation("population", input.population);
  if (days.length === 0) return null;
  const each = days.map(
    ({ concentration, flow }) =>
      (checkPositive("concentration", concentration) * checkPositive("flow", flow)) / population,
  );
  const perInhabitant = checkResult("perInhabitant", each.reduce((sum, one) => sum + one, 0) / each.length);
  const standard = each.length < 2 ? null : checkResult("standard", spreadOf(each) / Math.sqrt(each.length));
  return { perInhabitant, standard, days: each.length };
}

function standardOf(estimates: readonly number[], uncertainty: MarkerUncertainty): number | null {
  const { concentration, perInhabitant } = uncertainty;
  const flow = checkNonNegative("flow", uncertainty.flow);
  if (concentration === null || perInhabitant === null) return null;
  const oneDay = Math.max(checkNonNegative("concentration", concentration), spreadOf(estimates));
  const ofMedian = estimates.length < 3 ? 1 : Math.sqrt(Math.PI / 2);
  const random = (ofMedian * oneDay) / Math.sqrt(estimates.length);
  return checkResult(
    "uncertainty",
    Math.hypot(random, checkNonNegative("perInhabitant", perInhabitant), flow),
  );
}

function spreadOf(estimates: readonly number[]): number {
  if (estimates.length < 2) return 0;
  const mean = estimates.reduce((sum, one) => sum + one, 0) / estimates.length;
  const squares = estimates.reduce((sum, one) => sum + (one / mean - 1) ** 2, 0);
  return Math.sqrt(squares / (estimates.length - 1));
}

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

/**
 * The uncertainty of a population as a load sees it, relative and k = 1. A population from a marker of the same sample
 * shares the flow with the load, where it cancels: u2 = max(0, u(population)2 - u(flow)2).
 * Errors: notFinite, negative. Source: JCGM 100:2008 (GUM), 5.2.2 (correlated inputs).
 */
export function populationPart(input: { population: number; flow: number; flowCancels: boolean }): number {
  const population = checkNonNegative("population", input.population);
  const flow = checkNonNegative("flow", input.flow);
  if (!input.flowCancels) return population;
  return Math.sqrt(Math.max(0, (population - flow) * (population + flow)));
}
