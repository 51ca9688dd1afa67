// The four-parameter logistic curve of a test-board lot, both ways, inside the range the lot was calibrated in.

import { checkFinite, checkNonNegative, checkPositive, checkResult } from "./checks.ts";
import { WbeError } from "./wbe-error.ts";

/**
 * Response y (T/C, no unit) against concentration x (in the unit of the lot):
 * a = response at zero, d = response at infinite concentration, c = concentration of the half-way response,
 * b = slope. a > d is a competitive board, a < d a turn-on board. low..high = calibrated range, unit of x.
 */
export interface StandardCurve {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly low: number;
  readonly high: number;
}

/**
 * y = d + (a - d) / (1 + (x / c)^b).
 * Errors: belowRange, aboveRange (x outside low..high), notFinite, negative, notPositive, inconsistent
 * (low above high, or a curve that is flat over its range), overflow.
 * Source: Findlay and Dillard 2007, AAPS J. 9:E260 (calibration of ligand-binding assays).
 */
export function responseAt(input: { curve: StandardCurve; concentration: number }): number {
  const { curve, concentration } = input;
  checkCurve(curve);
  checkNonNegative("concentration", concentration);
  if (concentration < curve.low) throw new WbeError("belowRange", "concentration");
  if (concentration > curve.high) throw new WbeError("aboveRange", "concentration");
  return logistic(curve, concentration);
}

/**
 * x = c ((a - d) / (y - d) - 1)^(1/b): the concentration of a response, an estimate.
 * Errors: belowRange, aboveRange (the response belongs to a concentration outside low..high), and those of
 * `responseAt`. Source: as `responseAt`.
 */
export function concentrationAt(input: { curve: StandardCurve; response: number }): number {
  const { curve, response } = input;
  const { atLow, atHigh } = checkCurve(curve);
  checkFinite("response", response);
  // Compared as responses: at the ends of the range a comparison of concentrations would fail by rounding.
  const rising = atHigh > atLow;
  if (rising ? response < atLow : response > atLow) throw new WbeError("belowRange", "response");
  if (rising ? response > atHigh : response < atHigh) throw new WbeError("aboveRange", "response");
  // (a - d) / (y - d) - 1 = (a - y) / (y - d), which loses no digits near the response at zero.
  const ratio = (curve.a - response) / (response - curve.d);
  const concentration = curve.c * Math.max(ratio, 0) ** (1 / curve.b);
  return checkResult("concentration", Math.min(Math.max(concentration, curve.low), curve.high));
}

function logistic({ a, b, c, d }: StandardCurve, x: number): number {
  return checkResult("response", d + (a - d) / (1 + (x / c) ** b));
}

function checkCurve(curve: StandardCurve): { atLow: number; atHigh: number } {
  checkFinite("a", curve.a);
  checkFinite("d", curve.d);
  checkFinite("b", curve.b);
  if (curve.b === 0) throw new WbeError("inconsistent", "b", "a curve without slope");
  checkPositive("c", curve.c);
  checkNonNegative("low", curve.low);
  checkPositive("high", curve.high);
  if (curve.low >= curve.high) throw new WbeError("inconsistent", "low", "not below high");
  const atLow = logistic(curve, curve.low);
  const atHigh = logistic(curve, curve.high);
  if (atLow === atHigh) throw new WbeError("inconsistent", "curve", "flat over its range");
  return { atLow, atHigh };
}
