import type { PdfColumn, PdfPage } from "../../../platform/pdf/pdf-document.ts";
import {
  concentrationText,
  grouped,
  loadText,
  paperTexts,
  percent,
  type ReportPaper,
} from "./report-paper.ts";

type PaperLoad = ReportPaper["loads"][number];

const right = (head: string, width: number): PdfColumn => ({ head, width, align: "right" });

/** Every load with its result, flow and population, and the results that became none. */
export async function setLoads(
  page: PdfPage,
  paper: ReportPaper,
  onProgress: (share: number) => Promise<void>,
): Promise<void> {
  const { label, analyte, fill, flowFrom } = paperTexts(paper);
  const { loads } = paper;
  page.nextPage();
  page.heading(label("loads"));
  page.remark(fill("computedFrom", { formula: paper.formula }));
  page.gap(4);
  const notesOf = ({ warnings, pairDifference }: PaperLoad) => [
    ...warnings.map((warning) => label(`warning.${warning}`)),
    ...(pairDifference === null ? [] : [fill("pairNote", { difference: percent(pairDifference) })]),
  ];
  const notes = [...new Set(loads.flatMap(notesOf))];
  await page.table(
    [
      { head: label("sampledOn"), width: 52 },
      { head: label("analyte"), width: 94 },
      { head: label("result"), width: 66 },
      right(`${label("concentration")} (µg/L)`, 72),
      right(`${label("flow")} (m³/d)`, 52),
      right(label("population"), 56),
      right(`${label("load")} (mg/d)`, 52),
      right(`${label("per1000")} (mg/d)`, 62),
      right(`${label("expanded")} (%)`, 42),
      { head: label("note"), width: 30 },
    ],
    loads.map((one) => [
      one.sampledOn,
      `${analyte(one.analyte)}\n${label(`flag.${one.flag}`)}`,
      `${one.bodyCode} #${one.assayId}`,
      concentrationText(one),
      `${grouped(one.flow)}\n${flowFrom(one.flowMethod)}`,
      grouped(one.population),
      loadText(one, "load"),
      loadText(one, "per1000"),
      percent(one.expanded),
      notesOf(one)
        .map((note) => notes.indexOf(note) + 1)
        .join(", "),
    ]),
    (done) => onProgress(done / Math.max(1, loads.length)),
  );
  if (notes.length > 0) page.heading(label("notes"), 10);
  for (const [at, note] of notes.entries()) page.remark(`${at + 1}. ${note}`);
  await setSkipped(page, paper);
}

async function setSkipped(page: PdfPage, paper: ReportPaper): Promise<void> {
  const { label, analyte } = paperTexts(paper);
  const { skipped } = paper.figures;
  if (skipped.length === 0) return;
  page.heading(label("skipped"), 10);
  await page.table(
    [
      { head: label("sampledOn"), width: 70 },
      { head: label("analyte"), width: 110 },
      { head: label("sample"), width: 100 },
      { head: label("note"), width: 220 },
    ],
    skipped.map((one) => [one.sampledOn, analyte(one.analyte), one.sample, label(`reason.${one.reason}`)]),
  );
}
