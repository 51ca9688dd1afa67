// When a supply runs out, from its level over the last days.

import { checkFinite } from "./checks.ts";
import { studentFactor } from "./student-t.ts";

export interface LevelReadings {
  /** In the order of time. */
  readonly readings: readonly { readonly day: number; readonly level: number }[];
  /** Where nothing goes on: 0 for a supply, 100 for waste. */
  readonly end: 0 | 100;
}

/** Days are counted from the last reading; a level is a share of the vessel in percent. */
export interface LevelForecast {
  /** Percent a day, with its 95 % interval; below zero where the vessel empties. */
  readonly perDay: number;
  readonly low: number;
  readonly high: number;
  /** Until the end is met, and the earliest and latest by the interval of the slope. */
  readonly daysLeft: number;
  readonly earliest: number;
  readonly latest: number;
  /** Readings since the last refill or emptying. */
  readonly points: number;
}

/** A step of so many percent against the use is a refill, or an emptied waste vessel. */
const refill = 5;
const minPoints = 6;
const minSpanDays = 0.5;

/**
 * The line through the levels since the last refill (ordinary least squares) and where it meets `end`. Null where there are too few readings, or where the 95 % interval of the slope does not exclude
 * that nothing is used. Errors: notFinite.
 * Source: NIST/SEMATECH e-Handbook of Statistical Methods, 4.1.4.1 (least squares), 4.4.4.2 (interval of a parameter).
 */
export function forecastLevel({ readings, end }: LevelReadings): LevelForecast | null {
  const toEnd = end === 0 ? -1 : 1;
  const used = sinceRefill(readings, toEnd);
  const [first, last] = [used[0], used.at(-1)];
  if (first === undefined || last === undefined || used.length < minPoints) return null;
  if (last.day - first.day < minSpanDays) return null;
  const n = used.length;
  const meanDay = used.reduce((sum, one) => sum + one.day, 0) / n;
  const meanLevel = used.reduce((sum, one) => sum + one.level, 0) / n;
  const spread = used.reduce((sum, one) => sum + (one.day - meanDay) ** 2, 0);
  const slope = used.reduce((sum, one) => sum + (one.day - meanDay) * (one.level - meanLevel), 0) / spread;
  const fitted = (day: number) => meanLevel + slope * (day - meanDay);
  const rest = used.reduce((sum, one) => sum + (one.level - fitted(one.day)) ** 2, 0);
  const half = studentFactor(n - 2) * Math.sqrt(rest / (n - 2) / spread);
  const [slowest, fastest] = [toEnd * slope - half, toEnd * slope + half];
  if (slowest <= 0) return null;
  const left = Math.max(0, toEnd * (end - fitted(last.day)));
  return {
    ...{ perDay: slope, low: slope - half, high: slope + half, points: n },
    ...{ daysLeft: left / (toEnd * slope), earliest: left / fastest, latest: left / slowest },
  };
}

function sinceRefill(readings: LevelReadings["readings"], toEnd: -1 | 1): LevelReadings["readings"] {
  let start = 0;
  for (const [at, { day, level }] of readings.entries()) {
    checkFinite("day", day);
    checkFinite("level", level);
    const before = readings[at - 1];
    if (before !== undefined && toEnd * (level - before.level) < -refill) start = at;
  }
  return readings.slice(start);
}
