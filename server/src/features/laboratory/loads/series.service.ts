import type { QueryOf, ReplyOf } from "@tracewater/contract/call";
import type { AnalyteName } from "@tracewater/contract/laboratory/factors";
import {
  type DaySet,
  daySet,
  daySets,
  type getLoadComparison,
  type getLoadTrend,
} from "@tracewater/contract/laboratory/load-series";
import { sameDayYearBefore } from "@tracewater/wbe/comparison";
import { formatQuotient } from "@tracewater/wbe/exact";
import { fieldError } from "../../../platform/app-error.ts";
import type { Scope } from "../../../platform/scope.ts";
import { analytesOfCategory } from "../factors/factor.service.ts";
import type { EuropeanSites } from "./european-sites.ts";
import { firstExpanded, firstFormula } from "./first-formula.model.ts";
import type { LoadStore, StoredLoad } from "./load.store.ts";
import {
  changeOf,
  daysOf,
  dominantOf,
  expandedOfLoads,
  intervalOfLoad,
  measureOf,
  presentLoad,
  presentSeries,
  seriesOf,
} from "./series.model.ts";
import { kaplanMeierOf } from "./unsubstituted-mean.model.ts";

/** A load as its calculation keeps it. */
export type KeptLoad = StoredLoad;
export type Sites = EuropeanSites;
/** The same arithmetic for loads that are no longer in force, or never were. */
export const seriesOfLoads = seriesOf;
export const dominantOfLoads = dominantOf;
export const expandedOfKeptLoads = expandedOfLoads;
export const intervalOfKeptLoad = intervalOfLoad;
export const formulaOfFirst = firstFormula;
export const expandedOfFirst = firstExpanded;
export const presentStoredLoad = presentLoad;
export const presentLoadSeries = presentSeries;
export const changeOfDays = changeOf;
export const kaplanMeierOfLoads = kaplanMeierOf;

type TrendQuery = QueryOf<typeof getLoadTrend>;
type Span = { from: string; until: string };

export type SeriesService = ReturnType<typeof createSeriesService>;

const dayMs = 86_400_000;
const yearDays = 365;
const maxDays = 1100;

/** The loads in force of a point over a span: their means and weeks, and the sites of Europe compared with them. */
export function createSeriesService(options: { store: LoadStore; sites: EuropeanSites }) {
  const { store, sites } = options;

  type Asked = Pick<TrendQuery, "pointId" | "phase" | "source"> & { analytes: readonly AnalyteName[] };

  async function spanOf(
    scope: Scope,
    asked: Asked,
    { from, until }: Pick<TrendQuery, keyof Span>,
  ): Promise<Span | null> {
    const last = until ?? (await store.newestDay(scope, asked));
    if (last === null) return null;
    const span = { from: from ?? addDays(last, 1 - yearDays), until: last };
    if (span.until < span.from)
      throw fieldError("until", { en: "must not be before the first day", zh: "不能早于起始日期" });
    if ((Date.parse(span.until) - Date.parse(span.from)) / dayMs >= maxDays)
      throw fieldError("until", { en: `must not exceed ${maxDays} days`, zh: `最多 ${maxDays} 天` });
    return span;
  }

  const listOf = (scope: Scope, asked: Asked, span: Span): Promise<StoredLoad[]> =>
    store.listSpan(scope, { ...asked, ...span });

  return {
    async trend(scope: Scope, query: TrendQuery): Promise<ReplyOf<typeof getLoadTrend>["data"]> {
      const { analyte, category, phase } = query;
      if ((analyte === undefined) === (category === undefined))
        throw fieldError("analyte", { en: "select an analyte or a category", zh: "请选择目标物或类别之一" });
      const chosen = daySetOf(query);
      const analytes = analyte === undefined ? analytesOfCategory(category) : [analyte];
      const asked = { ...query, analytes };
      const span = await spanOf(scope, asked, query);
      const nothing = { series: null, days: [], kaplanMeier: null, analytes: [] };
      if (span === null) return { from: "1970-01-01", until: "1970-01-01", daySet: chosen, ...nothing };
      const yearBefore = { from: sameDayYearBefore(span.from), until: sameDayYearBefore(span.until) };
      const [found, earlier] = await Promise.all([
        listOf(scope, asked, span),
        listOf(scope, asked, yearBefore),
      ]);
      const named = dominantOf(found);
      const isDominant = (one: StoredLoad) => one.analyte === named[0];
      const [loads, before] = [found.filter(isDominant), earlier.filter(isDominant)];
      const measure = measureOf([...loads, ...before]);
      const series = seriesOf({ loads, before, daySet: chosen, phase, span });
      const reported = (value: string) => (measure === "per1000" ? formatQuotient(value) : value);
      return {
        ...span,
        daySet: chosen,
        series: series === null ? null : presentSeries(series),
        days: daysOf(loads, measure).map(({ day, value, isBelow }) => ({
          day,
          value: reported(value.toString()),
          isBelow,
        })),
        kaplanMeier: kaplanMeierOf(loads, measure),
        analytes: named,
      };
    },

    async compare(
      scope: Scope,
      query: QueryOf<typeof getLoadComparison>,
    ): Promise<ReplyOf<typeof getLoadComparison>["data"]> {
      const { analyte } = query;
      const years = sites.yearsOf(analyte);
      const year = query.year ?? years[0];
      if (year === undefined || !years.includes(year)) return { years, comparison: null, sites: [] };
      const asked = { ...query, analytes: [analyte] };
      const span = await spanOf(scope, asked, query);
      const loads = span === null ? [] : await listOf(scope, asked, span);
      const made = seriesOf({ loads, before: [], daySet: daySets.euda, phase: query.phase, span });
      return {
        years,
        comparison: sites.compare(analyte, year, ownOf(made === null ? null : presentSeries(made))),
        sites: sites
          .sitesOf(analyte, year)
          .map(({ city, country, load }) => ({ city, country, load: load.toString() })),
      };
    },
  };
}

/** The daily mean that is alongside the sites: per 1000 inhabitants, or none. */
export function ownOf(series: ReturnType<typeof seriesOf>): { mean: string; days: number } | null {
  if (series === null || series.measure !== "per1000" || series.means.daily === null) return null;
  return { mean: series.means.daily, days: series.means.days.daily };
}

function daySetOf({ weekday, weekend }: Pick<TrendQuery, "weekday" | "weekend">): DaySet {
  if (weekday === undefined && weekend === undefined) return daySets.euda;
  const read = daySet.safeParse({ weekday, weekend });
  if (read.success) return read.data;
  throw fieldError("weekend", {
    en: "each day can be used once, and both weekdays and weekend need at least one",
    zh: "工作日和周末各至少一天，且同一天只能出现一次",
  });
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}
