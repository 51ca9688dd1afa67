// The uncertainty of a load, of the mean of several, and of what follows from them: in closed form, with the Monte
// Carlo of `monte-carlo.ts` as its reference.

import { checkNonNegative, checkResult } from "./checks.ts";
import { WbeError } from "./wbe-error.ts";

/** One day of a mean. Loads in any one unit; uncertainties relative (0.1 is 10 %), k = 1. */
export interface DayPart {
  /** What the day counts for: its load, or the bound of one below the LOQ. */
  readonly load: number;
  /** The random part of the analysis; of a day below a limit it is not used. */
  readonly chemistry: number;
  readonly sampling: number;
  /** The result lies somewhere between 0 and the load given here. */
  readonly isBound: boolean;
}

/** What is wrong by the same share on every day; 0 where it does not apply. */
export interface SharedParts {
  /** u(bias) of the method. */
  readonly bias: number;
  readonly stability: number;
  readonly flow: number;
  readonly population: number;
  /** The population was made from a marker of the same samples: the flow is in both and cancels. */
  readonly populationFromMarker: boolean;
  readonly factor: number;
  readonly dose: number;
}

export interface MeanUncertainty {
  /** Relative standard uncertainty, k = 1. */
  readonly standard: number;
  /** Relative expanded uncertainty, k = 2. */
  readonly expanded: number;
  /** What more days shrink, and what they leave. */
  readonly random: number;
  readonly systematic: number;
}

const maxDays = 36_600;

/**
 * Of the mean of days, each weighted by its load: u2 = max(sum(w2 (sampling2 + chemistry2)), s2 / n) + bias2 +
 * stability2 + flow2 + population2 + factor2 + dose2, with w = load / sum of loads and s the relative standard
 * deviation of the days, which holds sampling and analysis as well. Of a day below a limit the part is rectangular,
 * the bound over 2 sqrt(3). Null where all days are zero.
 * Errors: empty, tooMany (above 36,600 days), notFinite, negative, overflow.
 * Source: JCGM 100:2008 (GUM), 4.3.7, 5.1.6; ISO 11352:2012 and Nordtest TR 537 (random part and u(bias));
 * Castiglioni et al. 2013, Environ. Sci. Technol. 47:1452.
 */
export function meanUncertainty(input: {
  days: readonly DayPart[];
  shared: SharedParts;
}): MeanUncertainty | null {
  const { days } = input;
  if (days.length === 0) throw new WbeError("empty", "days");
  if (days.length > maxDays) throw new WbeError("tooMany", "days");
  const loads = days.map(centreOf);
  const total = loads.reduce((sum, load) => sum + load, 0);
  if (total === 0) return null;
  const systematic = systematicOf(input.shared);
  const measured = checkResult(
    "random",
    Math.hypot(...days.map((day, at) => absoluteOf(day, loads[at] ?? 0))) / total,
  );
  const random = Math.max(measured, dayToDay(loads, total));
  const standard = checkResult("standard", Math.hypot(random, systematic));
  return { standard, expanded: checkResult("expanded", 2 * standard), random, systematic };
}

/** A day's best value: half of the bound where nothing more is known of it. */
export function centreOf({ load, isBound }: DayPart): number {
  return checkNonNegative("load", load) / (isBound ? 2 : 1);
}

function absoluteOf({ load, chemistry, sampling, isBound }: DayPart, centre: number): number {
  const analysis = checkNonNegative("chemistry", chemistry) * centre;
  const taking = checkNonNegative("sampling", sampling) * centre;
  return Math.hypot(isBound ? load / Math.sqrt(12) : analysis, taking);
}

/** The standard error of the mean by the days themselves, relative; 0 for one day, of which nothing is known. */
function dayToDay(loads: readonly number[], total: number): number {
  const n = loads.length;
  if (n < 2) return 0;
  const mean = total / n;
  const squares = loads.reduce((sum, load) => sum + (load / mean - 1) ** 2, 0);
  return checkResult("dayToDay", Math.sqrt(squares / (n - 1) / n));
}

/** Errors: notFinite, negative, overflow. */
export function systematicOf(shared: SharedParts): number {
  const part = (name: Exclude<keyof SharedParts, "populationFromMarker">) =>
    checkNonNegative(name, shared[name]);
  const flow = part("flow");
  return checkResult(
    "systematic",
    Math.hypot(
      ...[part("bias"), part("stability"), shared.populationFromMarker ? 0 : flow],
      ...[part("population"), part("factor"), part("dose")],
    ),
  );
}

/** Analysis split into what repeats day after day and what does not; all of it repeats where u(bias) is not known. */
export function splitChemistry(input: { chemistry: number; bias: number | null }): {
  readonly random: number;
  readonly bias: number;
} {
  const chemistry = checkNonNegative("chemistry", input.chemistry);
  if (input.bias === null) return { random: 0, bias: chemistry };
  const bias = Math.min(checkNonNegative("bias", input.bias), chemistry);
  return { random: checkResult("random", Math.sqrt((chemistry - bias) * (chemistry + bias))), bias };
}

/** Above this expanded uncertainty an interval is no longer symmetric. */
export const symmetricUpTo = 0.3;

/**
 * The 95 % interval of a value with a relative standard uncertainty, never below zero: value +- 2 u up to 30 %
 * expanded, beyond it that of a lognormal distribution with the same mean and standard deviation.
 * Errors: notFinite, negative, overflow.
 * Source: JCGM 101:2008 (GUM supplement 1); Ramsey and Ellison 2015, Accred. Qual. Assur. 20:153.
 */
export function intervalOf(input: { value: number; standard: number }): {
  readonly low: number;
  readonly high: number;
} {
  const value = checkNonNegative("value", input.value);
  const standard = checkNonNegative("standard", input.standard);
  if (2 * standard <= symmetricUpTo) {
    return { low: value * (1 - 2 * standard), high: checkResult("high", value * (1 + 2 * standard)) };
  }
  const spread = Math.sqrt(Math.log1p(checkResult("standard", standard ** 2)));
  const median = value / Math.sqrt(1 + standard ** 2);
  return {
    low: checkResult("low", median * Math.exp(-2 * spread)),
    high: checkResult("high", median * Math.exp(2 * spread)),
  };
}
