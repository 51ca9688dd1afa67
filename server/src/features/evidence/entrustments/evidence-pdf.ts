import { localeOf } from "@tracewater/contract/locales";
/** The file of an entrustment as a PDF, for courts that take nothing else: to be read on paper, with the archive attached. */

import { feeText } from "@tracewater/custody/amount-text";
import type { EvidenceDocument } from "@tracewater/custody/evidence-file";
import { createLabels, type Field, type Labels } from "@tracewater/custody/evidence-labels";
import { readRow } from "@tracewater/custody/evidence-read";
import { passkeyId, readSigned } from "@tracewater/custody/personal-signature";
import { openPdf, type PdfPage } from "../../../platform/pdf/pdf-document.ts";
import { type PdfSigner, type StampHash, signPdf } from "../../../platform/pdf/pdf-signature.ts";

const letter: readonly Field[] = [
  ...(["entrustmentNo", "unitName", "clientName", "clientAddress", "contact", "phone", "caseNo"] as const),
  ...([
    "clientDocument",
    "workTypes",
    "purpose",
    "examination",
    "earlierNo",
    "disposition",
    "dueDate",
  ] as const),
  ...(["fee", "matters", "facts", "risks", "state", "decision", "decidedBy", "decidedAt"] as const),
  ...(["firstExaminer", "secondExaminer", "reviewer", "clientConfirmedBy", "clientConfirmedAt"] as const),
  ...(["institutionConfirmedBy", "institutionConfirmedAt", "reportNo", "reportedBy", "reportedAt"] as const),
];

/** `rows` are lines of the file, `archive` what is attached under this name. */
export async function evidencePdf(given: {
  font: Buffer;
  document: EvidenceDocument;
  rows: readonly string[];
  checkpoint: string;
  archive: { name: string; bytes: Buffer };
  made: Date;
  /** Null where PDF files are not signed. */
  signer: PdfSigner | null;
  stamp: StampHash;
}): Promise<Buffer> {
  const { document, rows, archive } = given;
  const language = localeOf(document.language);
  const labels = createLabels(language);
  const number = String(document.entrustment["entrustmentNo"] ?? "");
  const title = `${labels.label("title")} ${number}`;
  const said = labels.label("exported", { at: document.exportedAt, by: document.exportedBy });
  const pdf = await openPdf({
    ...{ font: given.font, title, made: given.made, language, head: [title, document.exportedAt] },
    footer: (page, pages) => [said, `${page} / ${pages}`],
  });
  pdf.heading(title, 16);
  pdf.remark(said);
  pdf.gap(4);
  pdf.paragraph(labels.label("attached", { name: archive.name }));
  pdf.heading(labels.label("letter"));
  pdf.facts(factsOf(labels, document.entrustment, letter));
  pdf.heading(`${labels.label("items")} (${document.items.length})`);
  for (const item of document.items) {
    const shown = [
      "itemNo",
      "name",
      "quantity",
      "unit",
      "uniqueMark",
      "sealNo",
      "state",
      "holder",
      "photoHash",
    ] as const;
    pdf.facts(factsOf(labels, item, shown));
    pdf.gap(4);
  }
  pdf.heading(labels.label("events"));
  await custodyForm(pdf, labels, rows);
  pdf.heading(labels.label("checkpoint"));
  pdf.remark(given.checkpoint);
  pdf.attach(archive.bytes, archive.name, given.made);
  if (given.signer === null) return pdf.close();
  pdf.keepSignaturePlace(given.made);
  return signPdf(await pdf.close(), given.signer, given.stamp);
}

function factsOf(labels: Labels, of: { readonly [name: string]: unknown }, fields: readonly Field[]) {
  return fields.flatMap((field) => {
    const value = field === "fee" ? feeText(of["fee"], of["feeCurrency"]) : of[field];
    const list = Array.isArray(value) ? value : [value];
    const text = list
      .filter((one) => one !== null && one !== undefined && one !== "")
      .map((one) => labels.value(field, String(one)))
      .join(", ");
    return text === "" ? [] : [[labels.field(field), text] as const];
  });
}

/** Released by, received by, where, and by whom it was signed: the form that clerks know. */
async function custodyForm(pdf: PdfPage, labels: Labels, lines: readonly string[]): Promise<void> {
  const names = ["record", "time", "event", "from", "to", "place", "seal", "actor"] as const;
  const widths = { record: 6, time: 15, event: 11, from: 13, to: 13, place: 14, seal: 10, actor: 18 };
  const columns = names.map((name) => ({ head: labels.label(name), width: widths[name] }));
  const rows = lines.flatMap((line) => {
    const read = readRow(line, "custody");
    if (!("row" in read)) return [];
    const { seq, at, record } = read.row;
    const text = (name: string) => String(record[name] ?? "");
    const condition = text("condition");
    const event = [labels.value("kind", record.kind), condition && labels.value("condition", condition)];
    const signed = readSigned(record);
    const mark = signed?.by === "passkey" ? ` · ${labels.label("signed")} ${passkeyId(signed.key)}` : "";
    return [
      [
        ...[String(seq), at, event.filter(Boolean).join(": "), text("from"), text("to"), text("place")],
        ...[text("sealNo"), `${nameOf(record["actor"])}${mark}`],
      ],
    ];
  });
  await pdf.table(columns, rows);
}

const nameOf = (actor: unknown): string =>
  typeof actor === "object" && actor !== null ? String(Reflect.get(actor, "name") ?? "") : "";
