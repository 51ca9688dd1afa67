import type { ReportAnalyte } from "@tracewater/contract/laboratory/reports";
import { breathe, openPdf, type PdfColumn, type PdfPage } from "../../../platform/pdf/pdf-document.ts";
import { concentrationText, factsOf, type ReportPaper, short, wordsOf } from "./report-paper.ts";

/** The report as a PDF; `onProgress` hears the share that is set, 0..1, and may throw to end it. */
export async function setReport(
  paper: ReportPaper,
  font: Buffer,
  onProgress: (share: number) => Promise<void>,
): Promise<Buffer> {
  const { word, fill } = wordsOf(paper);
  const { subject, from, until } = paper;
  const page = openPdf({
    ...{ font, made: paper.madeAt, language: paper.choices.language },
    title: `${word("report")} ${subject.pointCode} ${from} – ${until}`,
    footer: (at, pages) => [
      fill("footer", { id: paper.reportId, point: subject.pointCode, from, until }),
      fill("page", { page: at, pages }),
    ],
  });
  page.heading(`${word("report")}: ${subject.pointName}`, 18);
  page.facts(factsOf(paper));
  await setMeans(page, paper);
  for (const analyte of paper.figures.analytes) {
    await breathe();
    await setAnalyte(page, paper, analyte);
  }
  await setLoads(page, paper, onProgress);
  return page.close();
}

const right = (head: string, width: number): PdfColumn => ({ head, width, align: "right" });

async function setMeans(page: PdfPage, paper: ReportPaper): Promise<void> {
  const { word, analyte, change } = wordsOf(paper);
  page.heading(word("means"));
  page.remark(
    `${word("perDayPer1000")}; ${word("substitution")}: ${word(`substitution.${paper.choices.substitution}`)}`,
  );
  const head = (first: string): PdfColumn[] => [
    { head: first, width: 110 },
    right(word("weekday"), 62),
    right(word("weekend"), 62),
    right(word("daily"), 62),
    right(`${word("daily")}, ${word("n")}`, 56),
    right(`${word("expanded")} (%)`, 60),
    right(word("belowLoq"), 60),
    { head: word("change"), width: 190 },
  ];
  const cells = (
    name: string,
    one: Omit<ReportAnalyte, "warnings" | "analyte"> | Series,
    expanded: number | null,
  ) => [
    one.measure === "per1000" ? name : `${name} (${word("perDay")})`,
    short(one.means.weekday),
    short(one.means.weekend),
    short(one.means.daily),
    String(one.means.days.daily),
    short(expanded),
    `${one.below} / ${one.results}`,
    change(one),
  ];
  await page.table(
    head(word("analyte")),
    paper.figures.analytes.map((one) => cells(analyte(one.analyte), one, one.expanded)),
  );
  if (paper.figures.categories.length === 0) return;
  page.heading(word("categories"), 11);
  await page.table(
    head(word("category")),
    paper.figures.categories.map((one) => cells(word(`category.${one.category}`), one, null)),
  );
}

type Series = Pick<ReportAnalyte, "measure" | "means" | "below" | "results" | "change" | "isTrendForbidden">;

async function setAnalyte(page: PdfPage, paper: ReportPaper, one: ReportAnalyte): Promise<void> {
  const { word, analyte, measure, fill } = wordsOf(paper);
  page.nextPage();
  page.heading(analyte(one.analyte));
  page.remark(measure(one.measure));
  if (one.isTrendForbidden) page.paragraph(word("noTrend"));
  const loads = new Map(
    paper.loads.filter((load) => load.analyte === one.analyte).map((load) => [load.sampledOn, load]),
  );
  page.bars(
    daysBetween(paper.from, paper.until).map((day) => {
      const load = loads.get(day);
      const text = one.measure === "per1000" ? load?.per1000 : load?.load;
      return {
        label: day.slice(5),
        value: text === undefined || text === null ? null : Number(text),
        isHollow: load?.substituted ?? false,
        isShaded: isWeekend(day, paper.choices.daySet.weekend),
      };
    }),
    short,
  );
  page.facts([
    [
      word("factor"),
      one.factor === null ? "–" : `${one.factor} (${word("factorVersion")} ${one.factorVersion ?? "–"})`,
    ],
    [word("doseMg"), one.doseMg === null ? "–" : `${one.doseMg} mg`],
    [
      word("meanConsumption"),
      one.consumption === null ? "–" : `${short(one.consumption)} ${word("perDayPer1000")}`,
    ],
    [word("meanDoses"), short(one.doses)],
  ]);
  await page.table(
    [
      { head: word("week"), width: 150 },
      right(word("weekday"), 80),
      right(word("n"), 40),
      right(word("weekend"), 80),
      right(word("n"), 40),
      right(word("daily"), 80),
      right(word("n"), 40),
    ],
    one.weeks.map(({ from, until, means }) => [
      `${from} – ${until}`,
      ...[short(means.weekday), String(means.days.weekday)],
      ...[short(means.weekend), String(means.days.weekend)],
      ...[short(means.daily), String(means.days.daily)],
    ]),
  );
  setEurope(page, paper, one);
  for (const { key, source } of one.warnings) page.remark(`${word(`told.${key}`)} [${source}]`);
  if (one.comparison !== null) page.remark(fill("europeSource", { source: one.comparison.source }));
}

function setEurope(page: PdfPage, paper: ReportPaper, { comparison }: ReportAnalyte): void {
  if (comparison === null) return;
  const { word, fill } = wordsOf(paper);
  const { year, residue, own, sites } = comparison;
  page.heading(fill("europe", { residue, year }), 11);
  page.facts([
    [word("median"), `${short(comparison.median)} ${word("perDayPer1000")}`],
    [word("quartiles"), `${short(comparison.lowerQuartile)} – ${short(comparison.upperQuartile)}`],
    [word("range"), `${short(comparison.least)} – ${short(comparison.most)}`],
    [word("daily"), own === null ? "–" : `${short(own.mean)} (n = ${own.days})`],
  ]);
  if (own !== null) page.paragraph(fill("europeText", { below: own.sitesBelow, sites }));
}

async function setLoads(
  page: PdfPage,
  paper: ReportPaper,
  onProgress: (share: number) => Promise<void>,
): Promise<void> {
  const { word, analyte, fill, flowFrom } = wordsOf(paper);
  const { loads, figures } = paper;
  page.nextPage();
  page.heading(word("loads"));
  page.remark(fill("computedFrom", { formula: paper.formula }));
  const told = [...new Set(loads.flatMap((one) => one.warnings))];
  await page.table(
    [
      { head: word("sampledOn"), width: 54 },
      { head: word("analyte"), width: 86 },
      { head: word("result"), width: 74 },
      { head: word("flag"), width: 58 },
      right(`${word("concentration")} (µg/L)`, 84),
      right(`${word("flow")} (m³/d)`, 62),
      { head: word("flowMethod"), width: 66 },
      right(word("population"), 58),
      right(`${word("load")} (mg/d)`, 62),
      right(`${word("per1000")} (mg/d)`, 66),
      right(`${word("expanded")} (%)`, 50),
      { head: word("note"), width: 34 },
    ],
    loads.map((one) => [
      one.sampledOn,
      analyte(one.analyte),
      `${one.bodyCode} #${one.assayId}`,
      word(`flag.${one.flag}`),
      concentrationText(one),
      one.flow,
      flowFrom(one.flowMethod),
      one.population === null ? "–" : String(one.population),
      short(one.load),
      short(one.per1000),
      short(one.expanded),
      one.warnings.map((warning) => told.indexOf(warning) + 1).join(", "),
    ]),
    (done) => onProgress(done / Math.max(1, loads.length)),
  );
  if (told.length > 0) page.heading(word("notes"), 11);
  for (const [at, warning] of told.entries()) page.remark(`${at + 1}. ${word(`warning.${warning}`)}`);
  if (figures.skipped.length === 0) return;
  page.heading(word("skipped"), 11);
  await page.table(
    [
      { head: word("sampledOn"), width: 80 },
      { head: word("analyte"), width: 120 },
      { head: word("note"), width: 400 },
    ],
    figures.skipped.map((one) => [one.sampledOn, analyte(one.analyte), word(`reason.${one.reason}`)]),
  );
}

/** All days of a span: those without a load are gaps. */
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
