import type { AnalyteName } from "@tracewater/contract/laboratory/factors";
import type { DaySet, Means, Series } from "@tracewater/contract/laboratory/load-series";
import type { LoadWarning } from "@tracewater/contract/laboratory/loads";
import { changeClass } from "@tracewater/wbe/change-class";
import { tellQuotient } from "@tracewater/wbe/exact";
import { samplingWeeks, spanMeans } from "@tracewater/wbe/sampling-weeks";
import { sourceWarnings, warningsFor } from "@tracewater/wbe/source-warnings";
import { forbidsTrend } from "@tracewater/wbe/trend-ban";
import { type MgPerDayPer1000, mgPerDayPer1000, ngPerLFromUgPerL } from "@tracewater/wbe/units";
import type { WeekMeans } from "@tracewater/wbe/week";
import { arithmeticNameOf } from "../factors/factor.service.ts";

/** What a series needs of a load. */
export type SeriesLoad = {
  sampledOn: string;
  analyte: AnalyteName;
  flag: "quantified" | "belowLoq" | "notDetected" | "aboveRange" | "rejected";
  concentration: string;
  substituted: boolean;
  load: string;
  per1000: string | null;
  warnings: readonly LoadWarning[];
};

/** A day of a series: the sum of what was measured of it. */
export type SeriesDay = { day: string; value: MgPerDayPer1000; isBelow: boolean };

/** Per 1000 inhabitants where each of them has a population: loads of both kinds make no mean. */
export function measureOf(loads: readonly SeriesLoad[]): Series["measure"] {
  return loads.every((one) => one.per1000 !== null) ? "per1000" : "load";
}

/** The days of one analyte, or of several that are added up; a day that lacks one of them is told and left out. */
export function daysOf(
  loads: readonly SeriesLoad[],
  measure: Series["measure"],
): { days: SeriesDay[]; analytes: AnalyteName[]; incompleteDays: string[] } {
  const analytes = [...new Set(loads.map((one) => one.analyte))].sort();
  const byDay = new Map<string, SeriesLoad[]>();
  for (const one of loads) byDay.set(one.sampledOn, [...(byDay.get(one.sampledOn) ?? []), one]);
  const days: SeriesDay[] = [];
  const incompleteDays: string[] = [];
  for (const [day, ofDay] of [...byDay].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (ofDay.length < analytes.length) {
      incompleteDays.push(day);
      continue;
    }
    const [first, ...others] = ofDay.map((one) => massOf(one, measure));
    if (first === undefined) continue;
    const value = others.reduce((sum, one) => sum.plus(one) as MgPerDayPer1000, first);
    days.push({ day, value, isBelow: ofDay.every((one) => one.substituted) });
  }
  return { days, analytes, incompleteDays };
}

/** What the loads of one analyte or category come to; null where there is no whole day. */
export function seriesOf(options: {
  loads: readonly SeriesLoad[];
  /** Of the same days a year before. */
  before: readonly SeriesLoad[];
  daySet: DaySet;
  phase: "liquid" | "total";
}): Series | null {
  const { loads, before, daySet, phase } = options;
  const measure = measureOf([...loads, ...before]);
  const days = loadsOfDays(loads, measure);
  if (days.length === 0) return null;
  const all = spanMeans({ days, daySet });
  const isTrendForbidden = forbidsTrend(loads);
  const earlier = loadsOfDays(before, measure);
  const change = isTrendForbidden || forbidsTrend(before) ? null : changeOf(all, earlier, daySet);
  return {
    measure,
    means: textOf(all),
    weeks: samplingWeeks({ days, daySet }).map(({ from, until, means }) => ({
      from,
      until,
      means: textOf(means),
    })),
    results: loads.length,
    below: loads.filter((one) => one.flag === "belowLoq" || one.flag === "notDetected").length,
    isTrendForbidden,
    change,
    warnings: warnedOf(loads, phase),
  };
}

function changeOf(
  now: WeekMeans<MgPerDayPer1000>,
  earlier: readonly { day: string; load: MgPerDayPer1000 }[],
  daySet: DaySet,
): Series["change"] {
  if (earlier.length === 0 || now.daily === null) return null;
  const { daily: previous, days } = spanMeans({ days: earlier, daySet });
  const to = changeClass({ current: now.daily, previous });
  return to === null || previous === null ? null : { to, before: previous.toString(), days: days.daily };
}

function loadsOfDays(loads: readonly SeriesLoad[], measure: Series["measure"]) {
  return daysOf(loads, measure).days.map(({ day, value }) => ({ day, load: value }));
}

function massOf(one: SeriesLoad, measure: Series["measure"]): MgPerDayPer1000 {
  return mgPerDayPer1000((measure === "per1000" ? one.per1000 : one.load) ?? one.load);
}

function textOf({ weekday, weekend, daily, days }: WeekMeans<MgPerDayPer1000>): Means {
  const text = (value: MgPerDayPer1000 | null) => value?.toString() ?? null;
  return { weekday: text(weekday), weekend: text(weekend), daily: text(daily), days };
}

/** A load as it is told: the mass with every digit, the quotient with those that can mean something. */
export function tellLoad<L extends { per1000: string | null }>(load: L): L {
  return { ...load, per1000: tellOrNull(load.per1000) };
}

/** The same of a series, whose means are quotients all. */
export function tellSeries<S extends Pick<Series, "means" | "weeks" | "change">>(series: S): S {
  const { means, weeks, change } = series;
  return {
    ...series,
    means: tellMeans(means),
    weeks: weeks.map((week) => ({ ...week, means: tellMeans(week.means) })),
    change: change === null ? null : { ...change, before: tellQuotient(change.before) },
  };
}

function tellMeans({ weekday, weekend, daily, days }: Means): Means {
  return { weekday: tellOrNull(weekday), weekend: tellOrNull(weekend), daily: tellOrNull(daily), days };
}

function tellOrNull(text: string | null): string | null {
  return text === null ? null : tellQuotient(text);
}

/** What has to be said beside these numbers, each once, with its source. */
function warnedOf(loads: readonly SeriesLoad[], phase: "liquid" | "total"): Series["warnings"] {
  const applied = warningsFor(
    loads.map((one) => ({
      ...{ sample: one.sampledOn, analyte: arithmeticNameOf(one.analyte), flag: one.flag, phase },
      concentration: one.flag === "quantified" ? ngPerLFromUgPerL(one.concentration) : null,
    })),
  );
  // Told with each load: the methamphetamine of its sample is no part of this series.
  const isDoubtful = loads.some((one) => one.warnings.includes("amphetamineFromMethamphetamine"));
  const told = isDoubtful ? (["amphetamineFromMethamphetamine"] as const) : [];
  const keys = [...new Set([...told, ...applied.map(({ key }) => key)])];
  return keys.map((key) => ({ key, source: sourceWarnings[key].source }));
}

/** The same day a year before; 29 February has the 28th for its own. */
export function yearBefore(day: string): string {
  const [year = "", month = "", date = ""] = day.split("-");
  const before = `${String(Number(year) - 1).padStart(4, "0")}-${month}-${date}`;
  return before.endsWith("-02-29") ? before.replace("-02-29", "-02-28") : before;
}
