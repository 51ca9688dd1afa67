/** The letter of entrustment as the printed form: A4, with its statutory fields, the material and two places to sign. */
import { entrustmentLabels } from "@tracewater/contract/evidence/entrustment-labels";
import { itemLabels } from "@tracewater/contract/evidence/item-labels";
import { locales } from "@tracewater/contract/locales";
import { feeText } from "@tracewater/custody/amount-text";
import type { Language } from "../../../platform/localized-text.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import { openPdf, type PdfPage, type PdfRoom, pdfColors } from "../../../platform/pdf/pdf-document.ts";
import { drawSymbol } from "../../../platform/pdf/pdf-symbol.ts";
import type { FoundEntrustment } from "./entrustment.store.ts";
import { type FormTexts, formTexts } from "./entrustment-form.data.ts";
import type { FoundItem } from "./item.store.ts";

export type FormPaper = {
  found: FoundEntrustment;
  items: readonly FoundItem[];
  language: Language;
  by: string;
  at: Date;
  print: PrintMoment;
};
type Sheet = { page: PdfPage; paper: FormPaper; texts: FormTexts };

const symbolSize = 72;

export async function setEntrustmentForm(paper: FormPaper, font: Buffer): Promise<Buffer> {
  const { found, language, at, by, print } = paper;
  const texts = formTexts(language);
  const title = `${texts.label("title")} ${found.entrustmentNo}`;
  const page = await openPdf({
    ...{ font, language, title, made: at },
    head: [title, found.clientName],
    footer: (number, pages) => [
      texts.fill("printed", { at: momentText(print(at)), who: by }),
      texts.fill("page", { page: number, pages }),
    ],
  });
  const sheet = { page, paper, texts };
  setHead(sheet);
  setClient(sheet);
  setText(sheet, "matters", found.matters);
  setText(sheet, "facts", found.facts);
  setPersons(sheet);
  await setMaterial(sheet);
  setTerms(sheet);
  setSignatures(sheet);
  return page.close();
}

/** Its title and number, and beside them the number as a QR code. */
function setHead({ page, paper, texts }: Sheet): void {
  const { entrustmentNo, unitName } = paper.found;
  page.room(symbolSize + 8, (room: PdfRoom) => {
    const { doc, x, y, width } = room;
    const text = width - symbolSize - 16;
    doc.fontSize(17).fillColor(pdfColors.ink).lineWidth(0.4).strokeColor(pdfColors.ink);
    doc.text(texts.label("title"), x, y + 6, { width: text, stroke: true, fill: true });
    doc.fontSize(10).fillColor(pdfColors.quiet);
    doc.text(`${texts.label("number")} ${entrustmentNo}`, x, doc.y + 4, { width: text });
    doc.text(`${texts.label("institution")} ${unitName}`, x, doc.y + 2, { width: text });
    drawSymbol({ ...room, x: x + width - symbolSize, width: symbolSize, height: symbolSize }, entrustmentNo);
  });
}

function setClient({ page, paper: { found, language }, texts: { label, value } }: Sheet): void {
  const names = entrustmentLabels[language];
  const list = locales[language].comma;
  page.facts([
    [label("client"), orDash(found.clientName)],
    [label("address"), orDash(found.clientAddress)],
    [label("contact"), orDash(found.contact)],
    [label("phone"), orDash(found.phone)],
    [label("document"), orDash(found.clientDocument)],
    [label("caseNo"), orDash(found.caseNo)],
    [label("workTypes"), found.workTypes.map((type) => names[`workTypes.${type}`]).join(list)],
    [label("purpose"), value("purpose", found.purpose)],
    [label("examination"), value("examination", found.examination)],
    ...(found.earlierNo === "" ? [] : ([[label("earlierNo"), found.earlierNo]] as const)),
  ]);
}

function setText({ page, texts }: Sheet, name: "matters" | "facts" | "risks", text: string): void {
  page.heading(texts.label(name), 11);
  page.paragraph(orDash(text));
}

function setPersons({ page, paper, texts: { label, value } }: Sheet): void {
  const { persons } = paper.found;
  if (persons.length === 0) return;
  page.heading(label("persons"), 11);
  for (const { name, role, recusalAsked, recusalGround } of persons) {
    const recusal = recusalAsked ? `; ${label("recusal")}: ${recusalGround}` : "";
    page.paragraph(`${name} (${value("role", role)})${recusal}`);
  }
}

/** What was received: parts that were split off later are no material of the letter. */
async function setMaterial({ page, paper: { items, language }, texts: { label } }: Sheet): Promise<void> {
  const names = itemLabels[language];
  const received = items.filter(({ parentId }) => parentId === null);
  page.heading(label("material"), 11);
  if (received.length === 0) return page.paragraph(label("noMaterial"));
  await page.table(
    [
      { head: label("itemNo"), width: 84 },
      { head: label("name"), width: 120 },
      { head: label("quantity"), width: 54, align: "right" },
      { head: label("packaging"), width: 70 },
      { head: label("sealNo"), width: 64 },
      { head: label("storage"), width: 52 },
      { head: label("origin"), width: 62 },
    ],
    received.map((item) => [
      ...[item.itemNo, item.name, `${item.quantity} ${names[`unit.${item.unit}`]}`],
      ...[orDash(item.packaging), orDash(item.sealNo)],
      ...[names[`storage.${item.storage}`], names[`origin.${item.origin}`]],
    ]),
  );
}

function setTerms(sheet: Sheet): void {
  const { page, paper, texts } = sheet;
  const { label, value } = texts;
  const { found, language } = paper;
  const names = entrustmentLabels[language];
  const examiners = [found.firstExaminer, found.secondExaminer].filter((name) => name !== "");
  page.heading(label("terms"), 11);
  page.facts([
    [label("disposition"), value("disposition", found.disposition)],
    ...(found.fetchWeeks === null ? [] : ([[label("fetchWeeks"), String(found.fetchWeeks)]] as const)),
    [label("dueDate"), orDash(found.dueDate ?? "")],
    [label("fee"), orDash(feeText(found.fee, found.feeCurrency))],
    [label("feeNote"), orDash(found.feeNote)],
    [label("delivery"), value("delivery", found.opinionDelivery)],
    [label("copies"), String(found.copies)],
    [label("retention"), value("retention", found.retention)],
    [label("decision"), found.decision === null ? "—" : names[`decision.${found.decision}`]],
    [label("examiners"), orDash(examiners.join(locales[language].comma))],
    [label("reviewer"), orDash(found.reviewer)],
  ]);
  setText(sheet, "risks", found.risks);
}

/** Two places to sign by hand; under each what the platform has recorded of it. */
function setSignatures({ page, paper: { found, print }, texts: { label, fill } }: Sheet): void {
  const recorded = (who: string | null, at: number | null) =>
    who === null || at === null
      ? label("notConfirmed")
      : fill("confirmedBy", { who, at: momentText(print(new Date(at))) });
  page.heading(label("confirmation"), 11);
  page.room(96, ({ doc, x, y, width }: PdfRoom) => {
    const column = (width - 32) / 2;
    const sides = [
      [label("clientSigns"), recorded(found.clientConfirmedBy, found.clientConfirmedAt)],
      [label("institutionSigns"), recorded(found.institutionConfirmedBy, found.institutionConfirmedAt)],
    ] as const;
    for (const [at, [title, text]] of sides.entries()) {
      const from = x + at * (column + 32);
      const foot = y + 56;
      doc.fontSize(9).fillColor(pdfColors.ink).text(title, from, y, { width: column });
      doc
        .moveTo(from, foot)
        .lineTo(from + column, foot)
        .lineWidth(0.7)
        .strokeColor(pdfColors.ink)
        .stroke();
      doc
        .fontSize(8)
        .fillColor(pdfColors.quiet)
        .text(text, from, foot + 6, { width: column });
    }
  });
}

const orDash = (text: string) => (text === "" ? "—" : text);

/** `2026-03-30 10:00` of a time with its offset. */
const momentText = (iso: string) => iso.slice(0, 16).replace("T", " ");
