import type { ReportAnalyte } from "@tracewater/contract/laboratory/reports";
import { rankSites } from "@tracewater/contract/laboratory/site-ranking";
import { weekProfile } from "@tracewater/contract/laboratory/week-profile";
import { formatEnd } from "@tracewater/wbe/measured";
import {
  drawRanking,
  drawTrend,
  drawWeek,
  rankingRow,
  type TrendDay,
} from "../../../platform/pdf/pdf-charts.ts";
import { type PdfColumn, type PdfPage, pdfColors } from "../../../platform/pdf/pdf-document.ts";
import { intervalOfKeptLoad } from "../loads/series.service.ts";
import {
  consumptionText,
  coverageFacts,
  factorText,
  grouped,
  kaplanMeierFacts,
  measured,
  measuredValue,
  paperTexts,
  type ReportPaper,
} from "./report-paper.ts";

const trendHeight = 150;
const weekHeight = 120;
const maxCities = 11;

/** One analyte: its days over the whole span, its week and its place among the cities of Europe, then its weeks. */
export async function setAnalyte(page: PdfPage, paper: ReportPaper, one: ReportAnalyte): Promise<void> {
  const { label, analyte, measure, fill } = paperTexts(paper);
  page.room(trendHeight + weekHeight + 120, () => undefined);
  page.gap(-(trendHeight + weekHeight + 120));
  page.heading(analyte(one.analyte));
  page.remark(`${measure(one.measure)} · ${label("hollowNote")}`);
  if (one.isTrendForbidden) page.paragraph(label("noTrend"));
  if (!one.isBalanced) page.remark(label("unbalanced"));
  const days = daysOf(paper, one);
  setTrend(page, paper, one, days);
  setComparison(page, paper, one, days);
  page.facts(factsOf(paper, one));
  await setWeeks(page, paper, one);
  for (const { key, source } of one.warnings) page.remark(`${label(`told.${key}`)} [${source}]`);
  if (one.comparison !== null) page.remark(fill("europeSource", { source: one.comparison.source }));
  page.gap(10);
}

type Day = TrendDay & { day: string };

/** All days of the span: those without a load are gaps. */
function daysOf(paper: ReportPaper, one: ReportAnalyte): Day[] {
  const loads = new Map(
    paper.loads.filter((load) => load.analyte === one.analyte).map((load) => [load.sampledOn, load]),
  );
  return daysBetween(paper.from, paper.until).map((day) => {
    const load = loads.get(day);
    const text = one.measure === "per1000" ? load?.per1000 : load?.load;
    const interval = load === undefined || load.substituted ? null : intervalOfKeptLoad(load);
    return {
      ...{ day, label: day.slice(5), isHollow: load?.substituted ?? false },
      ...{ value: text === undefined || text === null ? null : Number(text) },
      ...{ low: interval?.low ?? null, high: interval?.high ?? null },
      isShaded: isWeekend(day, paper.choices.daySet.weekend),
    };
  });
}

function setTrend(page: PdfPage, paper: ReportPaper, one: ReportAnalyte, days: readonly Day[]): void {
  const { fill } = paperTexts(paper);
  const daily = one.means.daily === null || one.isMeanBelow ? null : Number(one.means.daily);
  const text = fill("meanOf", { value: measuredValue(one.means.daily, one.expanded) });
  const mean =
    daily === null || one.low === null || one.high === null
      ? null
      : { value: daily, low: one.low, high: one.high, text };
  const gaps = (one.coverage?.gaps ?? []).map((gap) => ({
    at: days.findIndex((day) => day.day === gap.from),
    days: gap.days,
    text: fill("noLoad", { days: gap.days }),
  }));
  page.room(trendHeight, (room) =>
    drawTrend(room, { days, gaps: gaps.filter((gap) => gap.at >= 0), mean, print: tick }),
  );
}

function setComparison(page: PdfPage, paper: ReportPaper, one: ReportAnalyte, days: readonly Day[]): void {
  const { label, fill, days: dayNames } = paperTexts(paper);
  const { comparison } = one;
  const own =
    comparison?.own == null ? null : { name: paper.subject.pointName, load: Number(comparison.own.mean) };
  const cities =
    comparison === null ? [] : rankSites(paper.citiesOf(one.analyte, comparison.year), own, maxCities);
  const profile = weekProfile(days).map((day) => ({
    ...day,
    label: dayNames([day.day]),
    isShaded: paper.choices.daySet.weekend.includes(day.day),
  }));
  if (one.isMeanBelow && comparison === null) return;
  const height = Math.max(weekHeight, cities.length * rankingRow) + 30;
  page.room(height, (room) => {
    const { doc, x, y, width } = room;
    const half = (width - 20) / 2;
    const title = (text: string, from: number) =>
      doc
        .fontSize(9)
        .fillColor(pdfColors.ink)
        .text(text, from, y + 8, { width: half, height: 12, ellipsis: true });
    // What lies below the LOQ has no profile: its days are substitutes.
    if (!one.isMeanBelow) {
      title(label("weekProfile"), x);
      drawWeek({ doc, x, y: y + 22, width: half, height: weekHeight }, profile, figure);
    }
    if (comparison === null) return;
    title(fill("europe", { residue: comparison.residue, year: comparison.year }), x + half + 20);
    drawRanking(
      { doc, x: x + half + 20, y: y + 24, width: half, height },
      cities.map(({ name, country, load, isOwn }) => ({
        ...{ name: isOwn ? name : plainLatin(name), note: country, value: load, isOwn },
      })),
      figure,
    );
  });
  if (comparison?.own != null)
    page.remark(fill("europeText", { below: comparison.own.sitesBelow, sites: comparison.sites }));
  page.gap(6);
}

/** Three digits are all that a chart can show; what others published has no uncertainty either. */
const figure = (value: number | string) => measuredValue(value, null);
const tick = (value: number) => grouped(Number(value.toPrecision(3)));

function intervalText(low: number, high: number, { means, expanded }: ReportAnalyte): string {
  const value = Number(means.daily ?? 0);
  return `${formatEnd(low, value, expanded)} – ${formatEnd(high, value, expanded)}`;
}

/** Letters that the font of documents lacks, without their marks: it knows Latin-1 and Chinese. */
function plainLatin(name: string): string {
  return name.replace(/[\u0100-\u024f]/g, (letter) =>
    letter.normalize("NFD").replace(/[\u0300-\u036f]/g, ""),
  );
}

function factsOf(paper: ReportPaper, one: ReportAnalyte): (readonly [name: string, value: string])[] {
  const { label } = paperTexts(paper);
  const { comparison } = one;
  return [
    ...coverageFacts(paper, one),
    ...(one.low === null || one.high === null
      ? []
      : [[label("interval"), intervalText(one.low, one.high, one)] as const]),
    ...(one.detectionShare === null
      ? []
      : [[label("detectionShare"), `${Math.round(one.detectionShare * 100)} %`] as const]),
    ...kaplanMeierFacts(paper, one),
    [label("factor"), factorText(paper, one)],
    [label("doseMg"), one.doseMg === null ? "–" : `${one.doseMg} mg`],
    [label("meanConsumption"), consumptionText(paper, one)],
    [label("meanDoses"), measured(one.doses, one.dosesExpanded)],
    ...(comparison === null
      ? []
      : [
          [label("median"), `${figure(comparison.median)} ${label("perDayPer1000")}`] as const,
          [
            label("quartiles"),
            `${figure(comparison.lowerQuartile)} – ${figure(comparison.upperQuartile)}`,
          ] as const,
        ]),
  ];
}

async function setWeeks(page: PdfPage, paper: ReportPaper, one: ReportAnalyte): Promise<void> {
  const { label, mean } = paperTexts(paper);
  const right = (head: string, width: number): PdfColumn => ({ head, width, align: "right" });
  const n = label("n");
  page.gap(4);
  await page.table(
    [
      { head: label("week"), width: 150 },
      ...[right(label("weekday"), 80), right(n, 40), right(label("weekend"), 80), right(n, 40)],
      ...[right(label("daily"), 80), right(n, 40)],
    ],
    one.weeks.map(({ from, until, means }) => [
      `${from} – ${until}`,
      ...[mean(one, means.weekday), String(means.days.weekday)],
      ...[mean(one, means.weekend), String(means.days.weekend)],
      ...[mean(one, means.daily), String(means.days.daily)],
    ]),
  );
}

function daysBetween(from: string, until: string): string[] {
  const first = Date.parse(from);
  const count = Math.round((Date.parse(until) - first) / dayMs) + 1;
  return Array.from({ length: count }, (_, at) => new Date(first + at * dayMs).toISOString().slice(0, 10));
}

const dayMs = 86_400_000;
const weekDays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"] as const;

function isWeekend(day: string, weekend: readonly string[]): boolean {
  return weekend.includes(weekDays[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? "");
}
