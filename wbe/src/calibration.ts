// The straight line of a calibration, weighted or not, and the way back from a response to a concentration.

import { checkFinite, checkNonNegative, checkPositive, checkResult } from "./checks.ts";
import { WbeError } from "./wbe-error.ts";

/** A standard: its nominal concentration and what the instrument answered (analyte over internal standard). */
export interface CalibrationPoint {
  readonly level: number;
  readonly response: number;
}

/** Every standard counts the same, or by 1 over its concentration or over the square of it. */
const calibrationWeightings = ["none", "1/x", "1/x2"] as const;
export type CalibrationWeighting = (typeof calibrationWeightings)[number];

/** response = intercept + slope x level, in the unit of the levels; valid from `low` to `high`. */
export interface CalibrationLine {
  readonly slope: number;
  readonly intercept: number;
  readonly low: number;
  readonly high: number;
}

export interface CalibrationFit extends CalibrationLine {
  /** The weighted coefficient of determination. */
  readonly r2: number;
  /** Of each standard what comes back from its response, alongside its nominal concentration, in percent of that. */
  readonly residuals: readonly number[];
}

/**
 * Weighted least squares: slope = sum(w (x - xm)(y - ym)) / sum(w (x - xm)^2), intercept = ym - slope xm, with xm and
 * ym the weighted means and w = 1, 1/x or 1/x2. At least three levels.
 * Errors: unknown (a weighting), missing (fewer than three different levels), notFinite, negative, notPositive (a level, or a
 * slope that does not rise), tooMany (above 1,000 points), overflow.
 * Source: Almeida, Castel-Branco and Falcao 2002, J. Chromatogr. B 774:215.
 */
export function fitCalibration(input: {
  points: readonly CalibrationPoint[];
  weighting: CalibrationWeighting;
}): CalibrationFit {
  const { points, weighting } = input;
  const power = { none: 0, "1/x": 1, "1/x2": 2 }[weighting];
  if (power === undefined) throw new WbeError("unknown", "weighting", String(weighting));
  if (points.length > 1000) throw new WbeError("tooMany", "points");
  for (const { level, response } of points) {
    checkPositive("level", level);
    checkFinite("response", response);
    if (response < 0) throw new WbeError("negative", "response", String(response));
  }
  const levels = points.map((point) => point.level);
  if (new Set(levels).size < 3) throw new WbeError("missing", "points", "three levels");
  const weights = levels.map((level) => 1 / level ** power);
  const total = sum(weights);
  const mean = (of: (point: CalibrationPoint) => number) =>
    sum(points.map((point, at) => (weights[at] ?? 0) * of(point))) / total;
  const x = mean((point) => point.level);
  const y = mean((point) => point.response);
  const spread = (of: (point: CalibrationPoint) => number) =>
    sum(points.map((point, at) => (weights[at] ?? 0) * of(point)));
  const slope = checkResult(
    "slope",
    spread((point) => (point.level - x) * (point.response - y)) / spread((point) => (point.level - x) ** 2),
  );
  if (slope <= 0) throw new WbeError("notPositive", "slope");
  const intercept = checkResult("intercept", y - slope * x);
  const left = spread((point) => (point.response - intercept - slope * point.level) ** 2);
  const all = spread((point) => (point.response - y) ** 2);
  return {
    slope,
    intercept,
    low: Math.min(...levels),
    high: Math.max(...levels),
    r2: checkResult("r2", 1 - left / all),
    residuals: points.map(({ level, response }) =>
      checkResult("residual", (((response - intercept) / slope - level) / level) * 100),
    ),
  };
}

/** How far a standard may come back from its nominal concentration, percent: the outermost levels further. */
interface ResidualLimits {
  readonly inside: number;
  readonly ends: number;
}
const residualLimits: ResidualLimits = { inside: 20, ends: 25 };

/**
 * The standards that come back too far from their level, by their place in `levels`: by default beyond 20 %, of the lowest and the highest level beyond
 * 25 %. Errors: inconsistent (not as many residuals as levels), notFinite, notPositive (a level).
 * Source: figures of this product within SANTE/11312/2021 (+-20 %) and ISO 8466-1:2021.
 */
export function badResiduals(input: {
  levels: readonly number[];
  residuals: readonly number[];
  limits?: ResidualLimits;
}): number[] {
  const { levels, residuals, limits = residualLimits } = input;
  if (levels.length !== residuals.length) throw new WbeError("inconsistent", "residuals");
  for (const level of levels) checkPositive("level", level);
  const ends = [Math.min(...levels), Math.max(...levels)];
  return levels.flatMap((level, at) => {
    const residual = Math.abs(checkFinite("residual", residuals[at] ?? 0));
    const limit = checkNonNegative("limit", ends.includes(level) ? limits.ends : limits.inside);
    return residual > limit ? [at] : [];
  });
}

/**
 * x = (response - intercept) / slope, refused outside of the standards: a line says nothing beyond them.
 * Errors: belowRange, aboveRange, notFinite, negative, notPositive (slope), inconsistent (low above high).
 * Source: as `fitCalibration`.
 */
export function concentrationOnLine(input: { line: CalibrationLine; response: number }): number {
  const { line, response } = input;
  checkPositive("slope", line.slope);
  checkFinite("intercept", line.intercept);
  checkPositive("low", line.low);
  checkPositive("high", line.high);
  if (line.low > line.high) throw new WbeError("inconsistent", "low", "above high");
  checkFinite("response", response);
  if (response < 0) throw new WbeError("negative", "response", String(response));
  const concentration = checkResult("concentration", (response - line.intercept) / line.slope);
  // The ends of the range are in it, whatever a division loses.
  const slack = 1e-12 * line.high;
  if (concentration < line.low - slack) throw new WbeError("belowRange", "response");
  if (concentration > line.high + slack) throw new WbeError("aboveRange", "response");
  return concentration;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
