import { type PdfPage, type PdfRoom, pdfColors } from "../../../platform/pdf/pdf-document.ts";
import { drawSymbol } from "../../../platform/pdf/pdf-symbol.ts";
import { paperTexts, type ReportPaper } from "./report-paper.ts";

const { ink, quiet, line, accent } = pdfColors;
const symbolSize = 84;

/** Whose report it is, of what and what for. */
export function setLetterhead(page: PdfPage, paper: ReportPaper): void {
  const { label, fill, days } = paperTexts(paper);
  const { subject, from, until, choices } = paper;
  const issued = subject.issued;
  const laboratory = issued?.laboratories[0];
  page.room(64, ({ doc, x, y, width }: PdfRoom) => {
    const top = y - 14;
    doc.fontSize(15).fillColor(ink).lineWidth(0.4).strokeColor(ink);
    const half = width * 0.62;
    doc.text(laboratory?.name ?? subject.unitName, x, top, { width: half, stroke: true, fill: true });
    const contact = [laboratory?.address, laboratory?.phone, laboratory?.email].filter((part) => part);
    doc
      .fontSize(8.5)
      .fillColor(quiet)
      .text(contact.join(" · "), x, doc.y + 2, { width: half });
    const facts = [`${label("number")} ${paper.reportId}`, momentText(paper.made)];
    doc.fontSize(9).fillColor(ink);
    doc.text(facts.join("\n"), x + half, top + 3, { width: width - half, align: "right" });
    doc
      .moveTo(x, y + 40)
      .lineTo(x + width, y + 40)
      .lineWidth(1.5)
      .strokeColor(accent)
      .stroke();
  });
  page.heading(`${label("report")}: ${subject.pointName}`, 18);
  page.paragraph(`${subject.pointCode} · ${from} – ${until}`);
  page.gap(8);
  const others = issued?.laboratories.slice(1).map((one) => one.name) ?? [];
  const named = (list: readonly string[] | undefined) =>
    list === undefined || list.length === 0 ? label("notRecorded") : list.join("; ");
  const weekday = choices.daySet.weekday;
  page.paragraph(`${label("purpose")}: ${label("purposeText")}`);
  page.gap(6);
  page.facts([
    [label("unit"), subject.unitName],
    [label("methods"), named(issued?.methods)],
    [label("calculation"), fill("computedFrom", { formula: paper.formula })],
    [label("weeks"), fill("weekRule", { day: days(weekday.slice(0, 1)) })],
    [label("reportedBy"), paper.madeBy],
    ...(others.length === 0 ? [] : [[label("otherLaboratories"), others.join("; ")] as const]),
  ]);
}

/** `2026-03-30 10:00 (UTC+02:00)` of a time with its offset. */
function momentText(iso: string): string {
  const [, day, minute, offset] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d).*?([+-]\d\d:\d\d|Z)$/.exec(iso) ?? [];
  return day === undefined ? iso : `${day} ${minute} (UTC${offset === "Z" ? "" : offset})`;
}

/** Who answers for the figures, a line to sign on, and the way to the chain of custody. */
export function setSignatures(page: PdfPage, paper: ReportPaper): void {
  const { label, fill } = paperTexts(paper);
  const { subject, custodyHead: head } = paper;
  const approvals = subject.issued?.approvals ?? [];
  const proof = proofOf(paper);
  page.gap(12);
  page.room(symbolSize + 24, (room) => {
    const { doc, x, y, width } = room;
    const text = width - (proof === null ? 0 : symbolSize + 150);
    const column = (text - 24) / 2;
    const sign = (at: number, title: string, names: string) => {
      const from = x + at * (column + 24);
      doc
        .fontSize(8)
        .fillColor(quiet)
        .text(title, from, y + 4, { width: column });
      doc
        .fontSize(9)
        .fillColor(ink)
        .text(names, from, doc.y + 1, { width: column, height: 36, ellipsis: true });
      const foot = y + symbolSize - 6;
      doc
        .moveTo(from, foot)
        .lineTo(from + column, foot)
        .lineWidth(0.6)
        .strokeColor(line)
        .stroke();
      doc
        .fontSize(7.5)
        .fillColor(quiet)
        .text(label("signature"), from, foot + 3, { width: column });
    };
    sign(0, label("reportedBy"), `${paper.madeBy}\n${paper.made.slice(0, 10)}`);
    sign(
      1,
      label("approvedBy"),
      approvals.length === 0
        ? label("notRecorded")
        : approvals.map((one) => `${one.name}, ${one.until}`).join("\n"),
    );
    if (proof === null) return;
    const from = x + width - symbolSize;
    drawSymbol({ ...room, x: from, height: symbolSize }, proof);
    const known =
      head?.state === "signed" ? { seq: head.seq, short: head.hash.slice(0, 16), at: head.signedAt } : null;
    doc.fontSize(7.5).fillColor(quiet);
    doc.text(label("verify"), from - 138, y + 4, { width: 130, align: "right" });
    if (known !== null)
      doc.text(fill("custodyHeadValue", known), from - 138, doc.y + 2, { width: 130, align: "right" });
  });
}

/** What the symbol leads to: the trace of this report, and the head that its chain had; null where there is none. */
function proofOf({ reportId, subject, custodyHead }: ReportPaper): string | null {
  if (custodyHead?.state !== "signed") return null;
  const head = `${custodyHead.seq}:${custodyHead.hash}`;
  const console = subject.issued?.console ?? null;
  return console === null ? head : `${console}/thread/report/${reportId}#head=${head}`;
}
