// Days of several weeks: which of them make a week of a day set, and the means of a whole span.

import type { Decimal } from "decimal.js";
import { checkExact, Exact } from "./exact.ts";
import type { MgPerDay, MgPerDayPer1000 } from "./units.ts";
import { WbeError } from "./wbe-error.ts";
import { checkDaySet, type DaySet, type WeekDay, type WeekMeans, weekDays } from "./week.ts";

/** The load of a calendar day, `yyyy-MM-dd`. A day without a result is left out. */
export interface DatedLoad<L> {
  readonly day: string;
  readonly load: L;
}

export interface SamplingWeek<L> {
  /** First and last calendar day; seven days, whichever of them have a result. */
  readonly from: string;
  readonly until: string;
  readonly means: WeekMeans<L>;
}

const dayMs = 86_400_000;

/**
 * The means of a span, over all of its days at once: each day counts once, so a week with one sample weighs less than
 * one with seven. Missing days are skipped. Errors: as `weekMeans`, and malformed (a day that is none), duplicate
 * (a day twice).
 */
export function spanMeans<L extends MgPerDay | MgPerDayPer1000>(input: {
  days: readonly DatedLoad<L>[];
  daySet: DaySet;
}): WeekMeans<L> {
  checkDaySet(input.daySet);
  checkDays(input.days);
  return meansOf(input.days, input.daySet);
}

/**
 * The weeks of a span that have a day with a result, the earliest first, each with its means. A week begins with the
 * first of its weekdays that follows a weekend, so that no weekend is cut in two: on Tuesday for the day set of EUDA.
 * Errors: as `spanMeans`, but for an empty span, which has no weeks.
 */
export function samplingWeeks<L extends MgPerDay | MgPerDayPer1000>(input: {
  days: readonly DatedLoad<L>[];
  daySet: DaySet;
}): SamplingWeek<L>[] {
  const begin = weekDays.indexOf(firstDayOf(input.daySet));
  checkDays(input.days);
  const weeks = new Map<string, DatedLoad<L>[]>();
  for (const one of [...input.days].sort((a, b) => (a.day < b.day ? -1 : 1))) {
    const back = (weekDays.indexOf(weekDayOf(one.day)) - begin + 7) % 7;
    const from = shifted(one.day, -back);
    weeks.set(from, [...(weeks.get(from) ?? []), one]);
  }
  return [...weeks].map(([from, days]) => ({
    from,
    until: shifted(from, 6),
    means: meansOf(days, input.daySet),
  }));
}

/** The day on which the weeks of a day set begin. Errors: as `weekMeans` for a bad day set. */
export function firstDayOf(daySet: DaySet): WeekDay {
  checkDaySet(daySet);
  const used = weekDays.filter((day) => daySet.weekday.includes(day) || daySet.weekend.includes(day));
  const begins = used.filter(
    (day, at) => daySet.weekday.includes(day) && daySet.weekend.includes(used.at(at - 1) ?? day),
  );
  return begins[0] ?? "monday";
}

function meansOf<L extends MgPerDay | MgPerDayPer1000>(
  days: readonly DatedLoad<L>[],
  daySet: DaySet,
): WeekMeans<L> {
  if (days.length === 0) throw new WbeError("empty", "days");
  const weekday = days.filter(({ day }) => daySet.weekday.includes(weekDayOf(day)));
  const weekend = days.filter(({ day }) => daySet.weekend.includes(weekDayOf(day)));
  return {
    weekday: mean(weekday) as L | null,
    weekend: mean(weekend) as L | null,
    daily: mean(days) as L | null,
    days: { weekday: weekday.length, weekend: weekend.length, daily: days.length },
  };
}

function mean(days: readonly DatedLoad<Decimal>[]): Decimal | null {
  if (days.length === 0) return null;
  return days
    .reduce((sum, { day, load }) => sum.plus(checkExact(day, load)), new Exact(0))
    .dividedBy(days.length);
}

/** Errors: malformed (a day that is none), duplicate (a day twice), those of a bad load. */
export function checkDays(days: readonly DatedLoad<Decimal>[]): void {
  const seen = new Set<string>();
  for (const { day, load } of days) {
    const isDay = typeof day === "string" && /^\d{4}-\d\d-\d\d$/.test(day) && shiftedOrNull(day, 0) === day;
    if (!isDay) throw new WbeError("malformed", "day");
    if (seen.has(day)) throw new WbeError("duplicate", "day", day);
    seen.add(day);
    checkExact("load", load);
  }
}

/** The day of the week of a calendar day, `yyyy-MM-dd`. */
export function weekDayOf(day: string): WeekDay {
  const number = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekDays[(number + 6) % 7] ?? "monday";
}

/** The calendar day so many days later, or earlier. Errors: malformed. */
export function shifted(day: string, days: number): string {
  const moved = shiftedOrNull(day, days);
  if (moved === null) throw new WbeError("malformed", "day");
  return moved;
}

function shiftedOrNull(day: string, days: number): string | null {
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) ? null : new Date(at + days * dayMs).toISOString().slice(0, 10);
}
