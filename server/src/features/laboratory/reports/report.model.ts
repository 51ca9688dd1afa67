import type { AnalyteName } from "@tracewater/contract/laboratory/factors";
import { analyteCategory } from "@tracewater/contract/laboratory/factors";
import type {
  ReportAnalyte,
  ReportCategory,
  ReportChoices,
  ReportFigures,
} from "@tracewater/contract/laboratory/reports";
import { consumption, doses } from "@tracewater/wbe/consumption";
import { tellQuotient } from "@tracewater/wbe/exact";
import { combineUncertainty } from "@tracewater/wbe/uncertainty";
import { correctionFactorOf, mg, mgPerDayPer1000, relativeUncertainty } from "@tracewater/wbe/units";
import { analytesOfCategory } from "../factors/factor.service.ts";
import {
  daysOfLoads,
  type KeptLoad,
  measureOfLoads,
  ownOf,
  type Sites,
  seriesOfLoads,
  tellSeriesOfLoads,
} from "../loads/series.service.ts";

/** Another one where the same figures are set otherwise: files of before have other digests then. */
export const layoutVersion = "2";

export type ReportContent = {
  choices: ReportChoices;
  from: string;
  loads: readonly KeptLoad[];
  sites: Sites;
};

/** All figures of a report, from the loads of its calculation: those of its span and of the same days a year before. */
export function figuresOf(content: ReportContent, skipped: ReportFigures["skipped"]): ReportFigures {
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
      return members.length < 2 ? [] : categoryOf(category, of(members), choices);
    }),
    skipped,
  };
}

/** The figures as they are told: quotients with the digits that can mean something. */
export function tellFigures(figures: ReportFigures): ReportFigures {
  return {
    ...figures,
    analytes: figures.analytes.map((one) => ({
      ...tellSeriesOfLoads(one),
      comparison: tellOwn(one.comparison),
    })),
    categories: figures.categories.map(tellSeriesOfLoads),
  };
}

function tellOwn(comparison: ReportAnalyte["comparison"]): ReportAnalyte["comparison"] {
  const own = comparison?.own ?? null;
  if (comparison === null || own === null) return comparison;
  return { ...comparison, own: { ...own, mean: tellQuotient(own.mean) } };
}

type Spans = { loads: KeptLoad[]; before: KeptLoad[] };

function analyteOf(
  analyte: AnalyteName,
  { loads, before }: Spans,
  { choices, sites }: ReportContent,
): ReportAnalyte[] {
  const { daySet, phase, europeanYear } = choices;
  const series = seriesOfLoads({ loads, before, daySet, phase });
  const [first] = loads;
  if (series === null || first === undefined) return [];
  const { factor, factorVersion, doseMg } = first;
  const mean = series.measure === "per1000" ? series.means.daily : null;
  const consumed =
    mean === null || factor === null
      ? null
      : consumption({ load: mgPerDayPer1000(mean), factor: correctionFactorOf(Number(factor)) });
  return [
    {
      ...series,
      ...{ analyte, factor, factorVersion, doseMg, consumption: consumed },
      expanded: expandedOf(loads, choices),
      doses:
        consumed === null || doseMg === null
          ? null
          : doses({ consumption: consumed, dose: mg(Number(doseMg)) }),
      comparison: europeanYear === null ? null : sites.compare(analyte, europeanYear, ownOf(series)),
    },
  ];
}

function categoryOf(
  category: ReportCategory["category"],
  { loads, before }: Spans,
  { daySet, phase }: ReportChoices,
): ReportCategory[] {
  const series = seriesOfLoads({ loads, before, daySet, phase });
  if (series === null) return [];
  const { warnings: _, ...rest } = series;
  const { analytes, incompleteDays } = daysOfLoads(loads, measureOfLoads([...loads, ...before]));
  return [{ ...rest, category, analytes, incompleteDays }];
}

/** Of the mean of all days: what differs from day to day shrinks with them, the rest stays. */
function expandedOf(loads: readonly KeptLoad[], { uncertainty }: ReportChoices): number | null {
  const known = loads.flatMap(({ chemistry }) => (chemistry === null ? [] : [chemistry]));
  if (known.length < loads.length || known.length === 0) return null;
  const part = (percent: number) => relativeUncertainty(percent / 100);
  const hasPeople = loads.every((one) => one.population !== null);
  const { expanded } = combineUncertainty({
    parts: {
      sampling: part(uncertainty.sampling),
      chemistry: relativeUncertainty(
        Math.sqrt(known.reduce((sum, one) => sum + one * one, 0) / known.length),
      ),
      flow: part(uncertainty.flow),
      population: part(hasPeople ? uncertainty.population : 0),
      correctionFactor: part(0),
    },
    days: known.length,
  });
  return Math.round(expanded * 1e4) / 100;
}
