// Weekday, weekend and daily means of a sampling week, by a day set that a report chooses and stores.

import type { Decimal } from "decimal.js";
import { checkWhole } from "./checks.ts";
import { checkExact, Exact } from "./exact.ts";
import type { MgPerDay, MgPerDayPer1000 } from "./units.ts";
import { WbeError } from "./wbe-error.ts";

export const weekDays = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
] as const;
export type WeekDay = (typeof weekDays)[number];

/** Which days count as weekday and which as weekend; the daily mean always takes all seven. */
export interface DaySet {
  readonly weekday: readonly WeekDay[];
  readonly weekend: readonly WeekDay[];
}

/** The day set of EUDA and SCORE: use at the weekend is looked for in the samples of four days. */
export const eudaDaySet: DaySet = {
  weekday: ["tuesday", "wednesday", "thursday"],
  weekend: ["friday", "saturday", "sunday", "monday"],
};

/** The day set behind the means that EUDA published for 2021 alone. */
export const eudaDaySet2021: DaySet = {
  weekday: ["tuesday", "wednesday", "thursday", "friday"],
  weekend: ["saturday", "sunday", "monday"],
};

/** A day without a result is null or absent. */
export type DailyLoads<L> = { readonly [day in WeekDay]?: L | null };

export interface WeekMeans<L> {
  readonly weekday: L | null;
  readonly weekend: L | null;
  readonly daily: L | null;
  /** How many days are behind each mean: the n by which its uncertainty shrinks. */
  readonly days: { readonly weekday: number; readonly weekend: number; readonly daily: number };
}

/**
 * Arithmetic means over the days that have a result; a missing day is skipped, never a zero. A mean without
 * a single day is null. Loads and means in mg/d, or in mg/d/1000.
 * Errors: empty (no day at all, or an empty set), duplicate (a day twice in the set), unknown (a day),
 * notANumber, notFinite, negative, outOfRange (a load).
 * Source: EUDA, Wastewater analysis and drugs, edition 2025 (weekday, weekend and daily mean).
 */
export function weekMeans<L extends MgPerDay | MgPerDayPer1000>(input: {
  loads: DailyLoads<L>;
  daySet: DaySet;
}): WeekMeans<L> {
  checkDaySet(input.daySet);
  const weekday = present(input.loads, input.daySet.weekday);
  const weekend = present(input.loads, input.daySet.weekend);
  const daily = present(input.loads, weekDays);
  if (daily.length === 0) throw new WbeError("empty", "loads");
  return {
    weekday: mean(weekday) as L | null,
    weekend: mean(weekend) as L | null,
    daily: mean(daily) as L | null,
    days: { weekday: weekday.length, weekend: weekend.length, daily: daily.length },
  };
}

/** The day set with which EUDA made the means of a year. Errors: notFinite, outOfRange, notWhole. */
export function eudaDaySetOf(year: number): DaySet {
  return checkWhole("year", year, 1900, 2999) === 2021 ? eudaDaySet2021 : eudaDaySet;
}

export function checkDaySet(daySet: DaySet): void {
  if (daySet.weekday.length === 0) throw new WbeError("empty", "daySet.weekday");
  if (daySet.weekend.length === 0) throw new WbeError("empty", "daySet.weekend");
  const days = [...daySet.weekday, ...daySet.weekend];
  if (new Set(days).size !== days.length) throw new WbeError("duplicate", "daySet");
  if (!days.every((day) => weekDays.includes(day))) throw new WbeError("unknown", "daySet");
}

function present(loads: DailyLoads<Decimal>, days: readonly WeekDay[]): Decimal[] {
  return days.flatMap((day) => {
    const value = loads[day];
    return value === null || value === undefined ? [] : [checkExact(day, value)];
  });
}

function mean(values: readonly Decimal[]): Decimal | null {
  if (values.length === 0) return null;
  return values.reduce((sum, value) => sum.plus(value), new Exact(0)).dividedBy(values.length);
}
