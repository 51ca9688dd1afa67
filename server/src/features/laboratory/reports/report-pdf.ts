import type { ReportAnalyte } from "@tracewater/contract/laboratory/reports";
import { breathe, openPdf, type PdfColumn, type PdfPage } from "../../../platform/pdf/pdf-document.ts";
import { auditPayloadOf, measured, paperTexts, percent, type ReportPaper } from "./report-paper.ts";
import { setAnalyte } from "./report-pdf-analyte.ts";
import { setLetterhead, setSignatures } from "./report-pdf-front.ts";
import { setLoads } from "./report-pdf-loads.ts";

/**
 * The report as a PDF: whose it is and what for, the means, who answers for it; then each analyte with its trend, its
 * week and the cities of Europe; then every load and what it was made by. `onProgress` hears the share that is set,
 * 0..1, and may throw to end it.
 */
export async function setReport(
  paper: ReportPaper,
  font: Buffer,
  onProgress: (share: number) => Promise<void>,
): Promise<Buffer> {
  const { label, fill } = paperTexts(paper);
  const { subject, from, until } = paper;
  const page = await openPdf({
    ...{ font, made: paper.madeAt, language: paper.choices.language },
    title: `${label("report")} ${subject.pointCode} ${from} – ${until}`,
    head: [`${label("report")} ${paper.reportId}: ${subject.pointName}`, `${from} – ${until}`],
    footer: (at, pages) => [
      fill("footer", { id: paper.reportId, point: subject.pointCode, from, until }),
      fill("page", { page: at, pages }),
    ],
  });
  setLetterhead(page, paper);
  await setMeans(page, paper);
  setSignatures(page, paper);
  for (const [at, analyte] of paper.figures.analytes.entries()) {
    await breathe();
    if (at === 0) page.nextPage();
    await setAnalyte(page, paper, analyte);
  }
  await setLoads(page, paper, onProgress);
  page.heading(label("behind"));
  page.facts(auditPayloadOf(paper));
  return page.close();
}

const right = (head: string, width: number): PdfColumn => ({ head, width, align: "right" });

async function setMeans(page: PdfPage, paper: ReportPaper): Promise<void> {
  const { label, analyte, change, mean, fill } = paperTexts(paper);
  page.heading(label("means"));
  page.remark(
    `${label("perDayPer1000")}; ${label("substitution")}: ${label(`substitution.${paper.choices.substitution}`)}. ${label("k2")}`,
  );
  page.gap(4);
  const head = (first: string): PdfColumn[] => [
    { head: first, width: 108 },
    right(`${label("daily")} ± U`, 76),
    right(`${label("expanded")} (%)`, 42),
    right(label("n"), 26),
    right(label("weekday"), 54),
    right(label("weekend"), 54),
    right(label("belowLoq"), 42),
    { head: label("change"), width: 128 },
  ];
  const cells = (
    name: string,
    one: Omit<ReportAnalyte, "warnings" | "analyte"> | Series,
    expanded: number | null,
  ) => [
    one.measure === "per1000" ? name : `${name} (${label("perDay")})`,
    one.isMeanBelow ? mean(one, one.means.daily) : measured(one.means.daily, expanded),
    percent(one.isMeanBelow ? null : expanded),
    String(one.means.days.daily),
    mean(one, one.means.weekday),
    mean(one, one.means.weekend),
    `${one.below} / ${one.results}`,
    change(one),
  ];
  await page.table(
    head(label("analyte")),
    paper.figures.analytes.map((one) => cells(analyte(one.analyte), one, one.expanded)),
  );
  if (paper.figures.categories.length === 0) return;
  page.heading(label("categories"), 10);
  await page.table(
    head(label("category")),
    paper.figures.categories.map((one) => {
      const [dominant] = one.analytes;
      const name = label(`category.${one.category}`);
      // A report of before lists what it added up.
      const by =
        dominant === undefined || one.coverage === null
          ? name
          : `${name} (${fill("dominant", { analyte: analyte(dominant) })})`;
      return cells(by, one, one.expanded);
    }),
  );
}

type Series = Pick<
  ReportAnalyte,
  | ("measure" | "means" | "below" | "results" | "change" | "changeGap")
  | "isTrendForbidden"
  | ("isMeanBelow" | "expanded")
>;
