import type { AnalyteName } from "@tracewater/contract/laboratory/factors";
import { analyteCategory } from "@tracewater/contract/laboratory/factors";
import type {
  ReportAnalyte,
  ReportCategory,
  ReportChoices,
  ReportValues,
} from "@tracewater/contract/laboratory/reports";
import { consumption, doses } from "@tracewater/wbe/consumption";
import { formatQuotient } from "@tracewater/wbe/exact";
import { type ConsumedMgPerDayPer1000, correctionFactorOf, mg, mgPerDayPer1000 } from "@tracewater/wbe/units";
import { analytesOfCategory } from "../factors/factor.service.ts";
import {
  dominantOfLoads,
  expandedOfFirst,
  expandedOfKeptLoads,
  formulaOfFirst,
  type KeptLoad,
  ownOf,
  presentLoadSeries,
  type Sites,
  seriesOfLoads,
} from "../loads/series.service.ts";

/** Another one where the same figures are set otherwise: files of before have other digests then. */
export const layoutVersion = "8";

export type ReportContent = {
  choices: ReportChoices;
  from: string;
  until: string;
  loads: readonly KeptLoad[];
  sites: Sites;
};

/** All figures of a report, from the loads of its calculation: those of its span and of the weekdays a year before. */
export function reportValuesOf(content: ReportContent, skipped: ReportValues["skipped"]): ReportValues {
  const { choices, loads, from } = content;
  const isOfSpan = (one: KeptLoad) => one.sampledOn >= from;
  const of = (analytes: readonly AnalyteName[]) => {
    const chosen = loads.filter((one) => analytes.includes(one.analyte));
    return { loads: chosen.filter(isOfSpan), before: chosen.filter((one) => !isOfSpan(one)) };
  };
  return {
    loads: loads.filter(isOfSpan).length,
    analytes: choices.analytes.flatMap((analyte) => analyteOf(analyte, of([analyte]), content)),
    categories: analyteCategory.options.flatMap((category) => {
      const members = analytesOfCategory(category).filter((one) => choices.analytes.includes(one));
      return members.length < 2 ? [] : categoryOf(category, of(members), content);
    }),
    skipped,
  };
}

/** The figures as they are notified: quotients with the digits that can mean something. */
export function toReportFigures(figures: ReportValues): ReportValues {
  return {
    ...figures,
    analytes: figures.analytes.map((one) => ({
      ...presentLoadSeries(one),
      comparison: presentOwn(one.comparison),
    })),
    categories: figures.categories.map(presentLoadSeries),
  };
}

function presentOwn(comparison: ReportAnalyte["comparison"]): ReportAnalyte["comparison"] {
  const own = comparison?.own ?? null;
  if (comparison === null || own === null) return comparison;
  return { ...comparison, own: { ...own, mean: formatQuotient(own.mean) } };
}

type Spans = { loads: KeptLoad[]; before: KeptLoad[] };

function analyteOf(
  analyte: AnalyteName,
  { loads, before }: Spans,
  { choices, sites, from, until }: ReportContent,
): ReportAnalyte[] {
  const { daySet, phase, europeanYear } = choices;
  const series = seriesOfLoads({ loads, before, daySet, phase, span: { from, until } });
  const [first] = loads;
  if (series === null || first === undefined) return [];
  const { factor, factorVersion, factorTrust, doseMg } = first;
  const consumed = series.measure === "per1000" ? meanConsumptionOf(loads, series.isMeanBelow) : null;
  const bar = barOf(loads, series.isMeanBelow);
  const hasDoses = consumed !== null && doseMg !== null;
  return [
    {
      ...series,
      ...{ analyte, factor, factorVersion, factorTrust, doseMg, consumption: consumed, consumptionBar: bar },
      ...boundsOf(series, isFirst(loads) ? expandedByFirst(loads) : series.expanded),
      doses: hasDoses ? doses({ consumption: consumed, dose: mg(Number(doseMg)) }) : null,
      consumptionExpanded: consumed === null ? null : uncertaintyOf(loads, ["factor"]),
      dosesExpanded: hasDoses ? uncertaintyOf(loads, ["factor", "dose"]) : null,
      comparison: europeanYear === null ? null : sites.compare(analyte, europeanYear, ownOf(series)),
    },
  ];
}

/** A mean that is only known to be below the LOQ has neither an uncertainty nor an interval. */
function boundsOf(
  { isMeanBelow, low, high }: Pick<ReportAnalyte, "isMeanBelow" | "low" | "high">,
  expanded: number | null,
) {
  return isMeanBelow ? { expanded: null, low: null, high: null } : { expanded, low, high };
}

const isFirst = (loads: readonly KeptLoad[]) => loads.every((one) => one.formula === formulaOfFirst);

function uncertaintyOf(loads: readonly KeptLoad[], parts: readonly ("factor" | "dose")[]): number | null {
  return isFirst(loads) ? null : expandedOfKeptLoads(loads, "per1000", parts);
}

function expandedByFirst(loads: readonly KeptLoad[]): number | null {
  const [first] = loads;
  const known = loads.flatMap(({ chemistry }) => (chemistry === null ? [] : [chemistry]));
  if (first === undefined || known.length < loads.length) return null;
  const hasPeople = loads.every((one) => one.population !== null);
  return expandedOfFirst(known, hasPeople, first.uncertainty);
}

/** What bars the consumption of a mean: what bars that of a day whose result is no non-detect, or the mean itself. */
function barOf(loads: readonly KeptLoad[], isMeanBelow: boolean): ReportAnalyte["consumptionBar"] {
  const barred = loads.find((one) => one.consumptionBar !== null && one.consumptionBar !== "censored");
  if (barred !== undefined) return barred.consumptionBar;
  const isCensored = !isFirst(loads) && (isMeanBelow || loads.every((one) => one.substituted));
  return isCensored ? "censored" : null;
}

/** The mean of the days: of each what its own figure is; a day below the LOQ counts with what substitutes for it. */
function meanConsumptionOf(loads: readonly KeptLoad[], isMeanBelow: boolean) {
  const factor = loads[0]?.factor ?? null;
  if (factor === null || barOf(loads, isMeanBelow) !== null) return null;
  const days = loads.map(
    (one) =>
      one.consumption ??
      consumption({ load: mgPerDayPer1000(one.per1000 ?? "0"), factor: correctionFactorOf(Number(factor)) }),
  );
  return (days.reduce((sum, day) => sum + day, 0) / days.length) as ConsumedMgPerDayPer1000;
}

/** A group by its dominant analyte, which also decides whether a trend may be reported. */
function categoryOf(
  category: ReportCategory["category"],
  spans: Spans,
  { choices: { daySet, phase }, from, until }: ReportContent,
): ReportCategory[] {
  const analytes = dominantOfLoads(spans.loads);
  const ofDominant = (all: readonly KeptLoad[]) => all.filter((one) => one.analyte === analytes[0]);
  const [loads, before] = [ofDominant(spans.loads), ofDominant(spans.before)];
  const series = seriesOfLoads({ loads, before, daySet, phase, span: { from, until } });
  return series === null ? [] : [{ ...series, category, analytes, incompleteDays: [] }];
}
