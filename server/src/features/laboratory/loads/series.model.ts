import type { AnalyteName } from "@tracewater/contract/laboratory/factors";
import type { DaySet, Means, Series } from "@tracewater/contract/laboratory/load-series";
import { limitedMean } from "@tracewater/wbe/censored-mean";
import { changeClass } from "@tracewater/wbe/change-class";
import { compareSpans, isBalanced } from "@tracewater/wbe/comparison";
import { formatQuotient } from "@tracewater/wbe/exact";
import { intervalOf } from "@tracewater/wbe/mean-uncertainty";
import { samplingWeeks, spanMeans } from "@tracewater/wbe/sampling-weeks";
import { sourceWarnings, warningsFor } from "@tracewater/wbe/source-warnings";
import { forbidsTrend } from "@tracewater/wbe/trend-ban";
import { type MgPerDayPer1000, mgPerDayPer1000, type NgPerL, ngPerLFromUgPerL } from "@tracewater/wbe/units";
import type { WeekMeans } from "@tracewater/wbe/week";
import { arithmeticNameOf } from "../factors/factor.service.ts";
import { firstFormula } from "./first-formula.model.ts";
import { expandedOfMean, type UncertainDay, uncertaintyOfMean } from "./load.model.ts";
import type { StoredLoad } from "./load.store.ts";

/** What a series needs of a load. */
export type SeriesLoad = StoredLoad;

/** A day of a series. */
export type SeriesDay = { day: string; value: MgPerDayPer1000; isBelow: boolean };

type Span = { from: string; until: string };

/** Per 1000 inhabitants where each of them has a population: loads of both kinds make no mean. */
export function measureOf(loads: readonly SeriesLoad[]): Series["measure"] {
  return loads.every((one) => one.per1000 !== null) ? "per1000" : "load";
}

/** The days of one analyte. */
export function daysOf(loads: readonly SeriesLoad[], measure: Series["measure"]): SeriesDay[] {
  return loads
    .map((one) => ({ day: one.sampledOn, value: massOf(one, measure), isBelow: one.substituted }))
    .sort((a, b) => (a.day < b.day ? -1 : 1));
}

/** What the loads of one analyte come to; null where there is none. */
export function seriesOf(options: {
  loads: readonly SeriesLoad[];
  /** Of the same weekdays a year before; of a report of before, of the same dates. */
  before: readonly SeriesLoad[];
  daySet: DaySet;
  phase: "liquid" | "total";
  span: Span | null;
}): Series | null {
  const { loads, before, daySet, phase, span } = options;
  const measure = measureOf([...loads, ...before]);
  const days = loadsOfDays(loads, measure);
  if (days.length === 0) return null;
  const all = spanMeans({ days, daySet });
  const isTrendForbidden = forbidsTrend(loads);
  const isBanned = isTrendForbidden || forbidsTrend(before);
  const earlier = loadsOfDays(before, measure);
  const isFirst = loads.every((one) => one.formula === firstFormula);
  const below = loads.filter((one) => one.flag === "belowLoq" || one.flag === "notDetected").length;
  return {
    measure,
    means: textOf(all),
    weeks: samplingWeeks({ days, daySet }).map(({ from, until, means }) => ({
      from,
      until,
      means: textOf(means),
    })),
    ...{ results: loads.length, below, isTrendForbidden },
    ...(isFirst ? nothingMore : moreOf(loads, measure, all, span)),
    ...(isFirst
      ? { change: isBanned ? null : firstChange(all, earlier, daySet), changeGap: null }
      : isBanned
        ? { change: null, changeGap: "trendForbidden" as const }
        : changeOf(days, earlier)),
    warnings: warnedOf(loads, phase),
  };
}

type More = Pick<
  Series,
  "detectionShare" | "isMeanBelow" | "isBalanced" | "expanded" | "low" | "high" | "coverage"
>;

/** Reports made with the first formulas said nothing of these. */
const nothingMore: More = {
  ...{ detectionShare: null, isMeanBelow: false, isBalanced: true },
  ...{ expanded: null, low: null, high: null, coverage: null },
};

function moreOf(
  loads: readonly SeriesLoad[],
  measure: Series["measure"],
  { daily }: WeekMeans<MgPerDayPer1000>,
  span: Span | null,
): More {
  const days = loadsOfDays(loads, measure);
  const expanded = expandedOfLoads(loads, measure, []);
  const mean = daily === null ? null : Number(daily);
  const interval =
    mean === null || expanded === null ? null : intervalOf({ value: mean, standard: expanded / 200 });
  return {
    detectionShare: loads.filter((one) => one.flag === "quantified").length / loads.length,
    isMeanBelow: isMeanBelow(loads),
    isBalanced: isBalanced(days),
    expanded,
    ...{ low: interval?.low ?? null, high: interval?.high ?? null },
    coverage: span === null ? null : coverageOf(days, span),
  };
}

/** Of the mean of loads, of its consumption or its doses, in percent, k = 2. */
export function expandedOfLoads(
  loads: readonly SeriesLoad[],
  measure: Series["measure"],
  parts: readonly ("factor" | "dose")[],
): number | null {
  const [first] = loads;
  if (first === undefined) return null;
  return expandedOfMean(uncertainDays(loads, measure), first.uncertainty, parts);
}

/** The same by what it consists of, relative and k = 1. */
export function uncertaintyOfLoads(
  loads: readonly SeriesLoad[],
  measure: Series["measure"],
  parts: readonly ("factor" | "dose")[],
) {
  const [first] = loads;
  if (first === undefined) return null;
  return uncertaintyOfMean(uncertainDays(loads, measure), first.uncertainty, parts);
}

function uncertainDays(loads: readonly SeriesLoad[], measure: Series["measure"]): UncertainDay[] {
  return loads.map((one) => ({
    ...one,
    population: measure === "per1000" ? one.population : null,
    flowCancels: measure === "per1000" && one.flowCancels,
    weight: weightOf(one, measure),
  }));
}

/** Its load; of a result below the LOQ the load that it would have at the LOQ. */
export function weightOf(one: SeriesLoad, measure: Series["measure"]): number {
  if (!one.substituted) return Number(massOf(one, measure));
  const atLoq = Number(one.loq ?? 0) * Number(one.flow);
  return measure === "per1000" && one.population !== null ? (atLoq / one.population) * 1000 : atLoq;
}

/** Directive 2009/90/EC, article 5(2): of concentrations, since the limit is one. */
function isMeanBelow(loads: readonly SeriesLoad[]): boolean {
  const loqOf = (one: SeriesLoad) => (one.loq === null ? null : ngPerLFromUgPerL(one.loq));
  const highest = loads
    .filter((one) => one.substituted)
    .reduce<NgPerL | null>((top, one) => {
      const loq = loqOf(one);
      return loq !== null && (top === null || loq.gt(top)) ? loq : top;
    }, null);
  if (highest === null) return false;
  const mean = limitedMean(
    loads.map((one) => ({
      ...{ flag: one.flag, lod: null, loq: loqOf(one) ?? highest },
      value: one.flag === "quantified" ? ngPerLFromUgPerL(one.concentration) : null,
    })),
  );
  return mean?.isBelow ?? false;
}

const dayMs = 86_400_000;

/** How many days of a span have a result, and which have none. */
function coverageOf(days: readonly { day: string }[], span: Span): NonNullable<Series["coverage"]> {
  const known = new Set(days.map(({ day }) => day));
  const gaps: NonNullable<Series["coverage"]>["gaps"] = [];
  let count = 0;
  for (let at = Date.parse(span.from); at <= Date.parse(span.until); at += dayMs) {
    const day = new Date(at).toISOString().slice(0, 10);
    count += 1;
    if (known.has(day)) continue;
    const last = gaps.at(-1);
    if (last !== undefined && Date.parse(last.until) === at - dayMs) {
      last.until = day;
      last.days += 1;
    } else gaps.push({ from: day, until: day, days: 1 });
  }
  return { days: count, sampled: known.size, gaps };
}

type Dated = readonly { day: string; load: MgPerDayPer1000 }[];

/** The change of a report, from the days of two spans. */
export function changeOf(current: Dated, previous: Dated): Pick<Series, "change" | "changeGap"> {
  const found = compareSpans({ current, previous });
  if (found.to === null || found.previous === null) {
    return { change: null, changeGap: found.gap === "weekdaysDiffer" ? "weekdaysDiffer" : "noEarlier" };
  }
  const { to, percent, interval, isShown, pairs } = found;
  const before = found.previous.toString();
  return {
    change: { to, before, days: previous.length, percent, interval, isShown, pairs },
    changeGap: null,
  };
}

/** By calendar dates, of reports made with the first formulas. */
function firstChange(now: WeekMeans<MgPerDayPer1000>, earlier: Dated, daySet: DaySet): Series["change"] {
  if (earlier.length === 0 || now.daily === null) return null;
  const { daily: previous, days } = spanMeans({ days: earlier, daySet });
  const to = changeClass({ current: now.daily, previous });
  if (to === null || previous === null) return null;
  const silent = { percent: null, interval: null, isShown: false, pairs: 0 };
  return { to, before: previous.toString(), days: days.daily, ...silent };
}

function loadsOfDays(loads: readonly SeriesLoad[], measure: Series["measure"]) {
  return daysOf(loads, measure).map(({ day, value }) => ({ day, load: value }));
}

/** Of a group of analytes the one with the highest mean: residues of different drugs are not added up. */
export function dominantOf(loads: readonly SeriesLoad[]): AnalyteName[] {
  const measure = measureOf(loads);
  const names = [...new Set(loads.map((one) => one.analyte))];
  const mean = (name: AnalyteName) => {
    const own = loads.filter((one) => one.analyte === name);
    return own.reduce((sum, one) => sum + Number(massOf(one, measure)), 0) / own.length;
  };
  return names.sort((a, b) => mean(b) - mean(a) || (a < b ? -1 : 1));
}

function massOf(one: SeriesLoad, measure: Series["measure"]): MgPerDayPer1000 {
  return mgPerDayPer1000((measure === "per1000" ? one.per1000 : one.load) ?? one.load);
}

function textOf({ weekday, weekend, daily, days }: WeekMeans<MgPerDayPer1000>): Means {
  const text = (value: MgPerDayPer1000 | null) => value?.toString() ?? null;
  return { weekday: text(weekday), weekend: text(weekend), daily: text(daily), days };
}

/** A load as it is reported: the mass with every digit, the quotient with those that can mean something. */
export function presentLoad<L extends { per1000: string | null; subtracted?: string | null }>(load: L): L {
  const { subtracted = null } = load;
  const share = subtracted === null ? {} : { subtracted: formatQuotient(subtracted) };
  return { ...load, ...share, per1000: presentOrNull(load.per1000) };
}

/** The 95 % interval of a load per 1000 inhabitants, else of the load; null where it has no uncertainty. */
export function intervalOfLoad({
  load,
  per1000,
  expanded,
}: Pick<StoredLoad, "load" | "per1000" | "expanded">): {
  low: number | null;
  high: number | null;
} {
  if (expanded === null) return { low: null, high: null };
  return intervalOf({ value: Number(per1000 ?? load), standard: expanded / 200 });
}

/** The same of a series, whose means are quotients all. */
export function presentSeries<S extends Pick<Series, "means" | "weeks" | "change">>(series: S): S {
  const { means, weeks, change } = series;
  return {
    ...series,
    means: presentMeans(means),
    weeks: weeks.map((week) => ({ ...week, means: presentMeans(week.means) })),
    change: change === null ? null : { ...change, before: formatQuotient(change.before) },
  };
}

function presentMeans({ weekday, weekend, daily, days }: Means): Means {
  return {
    weekday: presentOrNull(weekday),
    weekend: presentOrNull(weekend),
    daily: presentOrNull(daily),
    days,
  };
}

function presentOrNull(text: string | null): string | null {
  return text === null ? null : formatQuotient(text);
}

/** What has to be said alongside these numbers, each once, with its source. */
function warnedOf(loads: readonly SeriesLoad[], phase: "liquid" | "total"): Series["warnings"] {
  const applied = warningsFor(
    loads.map((one) => ({
      ...{ sample: one.sampledOn, analyte: arithmeticNameOf(one.analyte), flag: one.flag, phase },
      concentration: one.flag === "quantified" ? ngPerLFromUgPerL(one.concentration) : null,
    })),
  );
  // Reported with each load: the methamphetamine of its sample is no part of this series.
  const isDoubtful = loads.some((one) => one.warnings.includes("amphetamineFromMethamphetamine"));
  const reported = isDoubtful ? (["amphetamineFromMethamphetamine"] as const) : [];
  const keys = [...new Set([...reported, ...applied.map(({ key }) => key)])];
  return keys.map((key) => ({ key, source: sourceWarnings[key].source }));
}
