// A span compared with an earlier one, weekday by weekday: use differs so much between the days of a week that two
// spans with other weekdays say nothing about each other.

import type { Decimal } from "decimal.js";
import { type ChangeClass, changeClass } from "./change-class.ts";
import { checkResult } from "./checks.ts";
import { Exact } from "./exact.ts";
import { checkDays, type DatedLoad, shifted, weekDayOf } from "./sampling-weeks.ts";
import { studentFactor } from "./student-t.ts";
import type { MgPerDay, MgPerDayPer1000 } from "./units.ts";
import { type WeekDay, weekDays } from "./week.ts";

/** 52 whole weeks: the same weekday a year before. */
const yearOfWeeksDays = 364;

/** The same weekday a year before, `yyyy-MM-dd`. Errors: malformed. */
export function sameDayYearBefore(day: string): string {
  return shifted(day, -yearOfWeeksDays);
}

export type ComparisonGap = "noEarlier" | "weekdaysDiffer" | "earlierZero";

export interface Comparison<L> {
  /** EUDA's class of the change of the means; null with the reason in `gap`. */
  readonly to: ChangeClass | null;
  readonly gap: ComparisonGap | null;
  /** The mean of the means of each weekday, of both spans. */
  readonly current: L | null;
  readonly previous: L | null;
  /** (current / previous - 1) x 100. */
  readonly percent: number | null;
  /** Of the percentage, 95 %; null with fewer than two pairs of days. */
  readonly interval: { readonly low: number; readonly high: number } | null;
  /** Whether the interval leaves out 0; without an interval no change is shown. */
  readonly isShown: boolean;
  readonly pairs: number;
}

/**
 * The change from one span to another. Both means are made by weekday first, so that a weekday with more samples
 * weighs no more. Days are paired in their order, Tuesday with Tuesday, and the interval is that of the paired
 * t statistic of their differences over the earlier mean. Where the weekdays of the spans are not the same no change
 * is given. Loads in mg/d, or in mg/d/1000.
 * Errors: malformed, duplicate (a day), notANumber, notFinite, negative, outOfRange (a load), overflow.
 * Source: EUDA, Wastewater analysis and drugs, edition 2025 (+-10 %); Student 1908, Biometrika 6:1 (paired t).
 */
export function compareSpans<L extends MgPerDay | MgPerDayPer1000>(input: {
  current: readonly DatedLoad<L>[];
  previous: readonly DatedLoad<L>[];
}): Comparison<L> {
  checkDays(input.current);
  checkDays(input.previous);
  const current = byWeekday(input.current);
  const previous = byWeekday(input.previous);
  const nothing = { to: null, percent: null, interval: null, isShown: false, pairs: 0 };
  const means = { current: weekdayMean(current) as L | null, previous: weekdayMean(previous) as L | null };
  if (means.current === null || means.previous === null) return { ...nothing, ...means, gap: "noEarlier" };
  if (weekDays.some((day) => current.has(day) !== previous.has(day))) {
    return { ...nothing, ...means, gap: "weekdaysDiffer" };
  }
  const to = changeClass({ current: means.current, previous: means.previous });
  const before = means.previous.toNumber();
  const differences = pairedDifferences(current, previous);
  if (before === 0) return { ...nothing, ...means, to, gap: "earlierZero", pairs: differences.length };
  const percent = checkResult("percent", (means.current.toNumber() / before - 1) * 100);
  const interval = intervalOf(percent, differences, before);
  const isShown = interval !== null && (interval.low > 0 || interval.high < 0);
  return { ...means, to, gap: null, percent, interval, isShown, pairs: differences.length };
}

/**
 * Whether the weekdays of a span have results equally often; a plain mean of a span where they do not leans towards
 * those with more. Errors: as `compareSpans`.
 */
export function isBalanced(days: readonly DatedLoad<Decimal>[]): boolean {
  checkDays(days);
  const counts = [...byWeekday(days).values()].map((ofDay) => ofDay.length);
  return counts.length === 7 && Math.max(...counts) === Math.min(...counts);
}

type ByWeekday = ReadonlyMap<WeekDay, readonly Decimal[]>;

function byWeekday(days: readonly DatedLoad<Decimal>[]): ByWeekday {
  const found = new Map<WeekDay, Decimal[]>();
  for (const { day, load } of [...days].sort((a, b) => (a.day < b.day ? -1 : 1))) {
    const name = weekDayOf(day);
    found.set(name, [...(found.get(name) ?? []), load]);
  }
  return found;
}

function weekdayMean(days: ByWeekday): Decimal | null {
  if (days.size === 0) return null;
  const means = [...days.values()].map((ofDay) => total(ofDay).dividedBy(ofDay.length));
  return total(means).dividedBy(means.length);
}

function total(values: readonly Decimal[]): Decimal {
  return values.reduce((sum, value) => sum.plus(value), new Exact(0));
}

function pairedDifferences(current: ByWeekday, previous: ByWeekday): number[] {
  return [...current].flatMap(([day, values]) => {
    const others = previous.get(day) ?? [];
    return values.slice(0, others.length).map((value, at) => value.minus(others[at] ?? value).toNumber());
  });
}

function intervalOf(
  percent: number,
  differences: readonly number[],
  before: number,
): Comparison<never>["interval"] {
  const n = differences.length;
  if (n < 2) return null;
  const mean = differences.reduce((sum, one) => sum + one, 0) / n;
  const squares = differences.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  const half = (studentFactor(n - 1) * Math.sqrt(squares / (n - 1) / n) * 100) / before;
  return { low: checkResult("interval", percent - half), high: checkResult("interval", percent + half) };
}
