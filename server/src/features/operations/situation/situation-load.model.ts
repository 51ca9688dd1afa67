/* What the situation screens say of loads: by category over all plants, and by point. The change is the report's. */
import { type AnalyteCategory, analyteName } from "@tracewater/contract/laboratory/factors";
import type { Series } from "@tracewater/contract/laboratory/load-series";
import type { SituationPoint } from "@tracewater/contract/operations/situation";
import { type CategoryLoad, situationDays } from "@tracewater/contract/operations/situation-loads";
import { sameDayYearBefore } from "@tracewater/wbe/comparison";
import { formatQuotient } from "@tracewater/wbe/exact";
import { weekDayOf } from "@tracewater/wbe/sampling-weeks";
import { forbidsTrendOf } from "@tracewater/wbe/trend-ban";
import { mgPerDayPer1000 } from "@tracewater/wbe/units";
import { weekDays } from "@tracewater/wbe/week";
import { analytesOfCategory } from "../../laboratory/factors/factor.service.ts";
import { changeOfDays } from "../../laboratory/loads/series.service.ts";
import type { LoadSummary, LoadWeek, PointDays, Spans } from "./situation-load.store.ts";

type Changed = Pick<Series, "change" | "changeGap">;

const dayMs = 86_400_000;
/** Weeks are chained over so many plants, or over all of the newer week where it has fewer. */
const minMatched = 10;

export const courseWeeks = 12;

export function spansUntil(until: string): Spans {
  const from = shifted(until, 1 - situationDays);
  return { from, until, fromBefore: sameDayYearBefore(from), untilBefore: sameDayYearBefore(until) };
}

function shifted(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** Of a category's residues the one with the highest mean. */
export function dominantSummary(
  category: AnalyteCategory,
  summaries: readonly LoadSummary[],
): LoadSummary | undefined {
  const own = analytesOfCategory(category);
  return summaries
    .filter(({ analyte }) => own.some((one) => one === analyte))
    .sort((a, b) => Number(b.mean) - Number(a.mean) || (a.analyte < b.analyte ? -1 : 1))[0];
}

export function categoryLoadOf(
  category: AnalyteCategory,
  summary: LoadSummary | undefined,
  weeks: readonly LoadWeek[],
  until: string,
): CategoryLoad {
  if (summary === undefined) {
    const nothing = { analyte: null, mean: null, change: null, changeGap: null, course: [] };
    return { category, ...nothing, plants: 0, people: 0, results: 0, below: 0, pairedPlants: 0 };
  }
  const { plants, people, results, below, pairedPlants } = summary;
  const analyte = analyteName.parse(summary.analyte);
  const own = weeks.filter((one) => one.analyte === analyte);
  return {
    ...{
      category,
      analyte,
      mean: formatQuotient(summary.mean),
      plants,
      people,
      results,
      below,
      pairedPlants,
    },
    ...changeOfNetwork(summary, until),
    course: courseOf(own, until),
  };
}

/** The report's comparison by weekday: each weekday is one pair, made of the plants that have it in both spans. */
function changeOfNetwork(summary: LoadSummary, until: string): Changed {
  const { below, results, belowBefore, resultsBefore } = summary;
  if (forbidsTrendOf({ below, results }) || forbidsTrendOf({ below: belowBefore, results: resultsBefore }))
    return { change: null, changeGap: "trendForbidden" };
  const dates = Array.from({ length: 7 }, (_, at) => shifted(until, -at));
  const dated = (side: "now" | "before") =>
    summary.weekdays.map((one) => {
      const day = dates.find((date) => weekDays.indexOf(weekDayOf(date)) === one.day - 1) ?? until;
      return { day: side === "now" ? day : sameDayYearBefore(day), load: mgPerDayPer1000(one[side]) };
    });
  return presented(changeOfDays(dated("now"), dated("before")));
}

/** Backwards from the newest week, each week scaled by the plants that are in both. */
function courseOf(weeks: readonly LoadWeek[], until: string): CategoryLoad["course"] {
  const byWeek = new Map(weeks.map((one) => [one.week, one]));
  const newest = Math.min(...byWeek.keys());
  let level: number | null = null;
  const course: CategoryLoad["course"] = [];
  for (let week = 0; week < courseWeeks; week++) {
    const found = byWeek.get(week);
    const newer = byWeek.get(week - 1);
    if (found === undefined) level = null;
    else if (week === newest) level = found.mean;
    else level = linked(level, newer);
    course.push({ from: shifted(until, -6 - 7 * week), mean: level });
  }
  return course.reverse();
}

/** Null after a gap: what lies before it cannot be compared with what lies after. */
function linked(level: number | null, newer: LoadWeek | undefined): number | null {
  if (level === null || newer === undefined || newer.newer === null || newer.older === null) return null;
  if (newer.matched < Math.min(minMatched, newer.plants) || newer.newer === 0) return null;
  return (level * newer.older) / newer.newer;
}

export function pointOf(found: PointDays, spans: Spans | null): SituationPoint {
  const { days, population, ...about } = found;
  const now = spans === null ? [] : days.filter(([day]) => day >= spans.from);
  const before = spans === null ? [] : days.filter(([day]) => day <= spans.untilBefore);
  if (now.length === 0 || population === null) return { ...about, load: null, change: null, changeGap: null };
  const values = now.map(([, value]) => Number(value));
  const below = now.filter(([, , flag]) => flag !== "quantified").length;
  return {
    ...about,
    load: {
      mean: meanOf(values),
      ...{ lowest: Math.min(...values), highest: Math.max(...values), days: now.length, below, population },
    },
    ...changeOfPoint(now, before),
  };
}

function changeOfPoint(now: PointDays["days"], before: PointDays["days"]): Changed {
  for (const days of [now, before]) {
    const below = days.filter(([, , flag]) => flag !== "quantified").length;
    if (forbidsTrendOf({ below, results: days.length })) return { change: null, changeGap: "trendForbidden" };
  }
  const dated = (days: PointDays["days"]) =>
    days.map(([day, value]) => ({ day, load: mgPerDayPer1000(value) }));
  return presented(changeOfDays(dated(now), dated(before)));
}

/** The highest mean of a point in one of the spans. */
export function referenceOf(found: readonly PointDays[], spans: Spans): number | null {
  const means = found.flatMap(({ days }) =>
    [days.filter(([day]) => day >= spans.from), days.filter(([day]) => day <= spans.untilBefore)]
      .filter((part) => part.length > 0)
      .map((part) => meanOf(part.map(([, value]) => Number(value)))),
  );
  return means.length === 0 ? null : Math.max(...means);
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, one) => sum + one, 0) / values.length;
}

function presented({ change, changeGap }: Changed): Changed {
  return { change: change === null ? null : { ...change, before: formatQuotient(change.before) }, changeGap };
}
