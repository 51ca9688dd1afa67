import type { Entrustment } from "@tracewater/contract/evidence/entrustment-fields";
import { entrustmentLabels } from "@tracewater/contract/evidence/entrustment-labels";
import { locales, textIn } from "@tracewater/contract/locales";
import type { FastifyReply } from "fastify";
import type { Caller } from "../../../platform/caller.ts";
import type { ExportFiles } from "../../../platform/files/export-files.ts";
import { limited, sendWorkbook } from "../../../platform/files/send-workbook.ts";
import type { Language } from "../../../platform/localized-text.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { Cell } from "../../../platform/xlsx/workbook-writer.ts";
import type { EntrustmentService } from "./entrustment.service.ts";
import type { EntrustmentQuery } from "./entrustment.store.ts";

const batch = 1000;
const largestId = 2_147_483_647;

type LabelKey = keyof (typeof entrustmentLabels)["en"];

/** Answers with the entrustments that a query asks for, as an xlsx; times with their offset. */
export async function sendEntrustments(
  parts: { entrustments: EntrustmentService; files: ExportFiles; printMoment: PrintMoment },
  asked: { query: EntrustmentQuery; caller: Caller; language: Language; reply: FastifyReply },
): Promise<void> {
  const { caller, language, query, reply } = asked;
  const labels = entrustmentLabels[language];
  const between = locales[language].comma;
  const columns: readonly [LabelKey, number, (row: Entrustment) => Cell][] = [
    ["entrustmentNo", 20, (row) => row.entrustmentNo],
    ["state", 14, (row) => labels[`state.${row.state}`]],
    ["unitName", 24, (row) => row.unitName],
    ["clientName", 24, (row) => row.clientName],
    ["caseNo", 20, (row) => row.caseNo],
    ["workTypes", 30, (row) => row.workTypes.map((type) => labels[`workTypes.${type}`]).join(between)],
    ["decision", 20, (row) => (row.decision === null ? null : labels[`decision.${row.decision}`])],
    ["decisionDue", 14, (row) => row.decisionDue],
    ["dueDate", 14, (row) => row.dueDate],
    ["reportNo", 18, (row) => row.reportNo],
    ["itemCount", 10, (row) => row.itemCount],
    ["createdAt", 28, (row) => parts.printMoment(new Date(row.createdAt))],
    ["createdBy", 20, (row) => row.createdBy],
  ];

  async function* cells(): AsyncGenerator<readonly Cell[]> {
    for await (const row of limited(each())) yield columns.map(([, , cell]) => cell(row));
  }
  async function* each(): AsyncGenerator<Entrustment> {
    for (let before = largestId; ; ) {
      const rows = await parts.entrustments.listBefore(caller.scope, query, before, batch);
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined || rows.length < batch) return;
      before = last.entrustmentId;
    }
  }

  await sendWorkbook(parts.files, {
    ownerId: caller.userId,
    subject: "entrustment",
    name: textIn({ en: "Entrustments.xlsx", zh: "委托.xlsx" }, language),
    columns: columns.map(([labelKey, width]) => ({ head: labels[labelKey], width })),
    rows: cells(),
    reply,
  });
}
