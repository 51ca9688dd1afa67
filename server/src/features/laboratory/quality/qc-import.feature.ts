import {
  type ControlRow,
  previewControlSheet,
  storeControlSheet,
} from "@tracewater/contract/laboratory/analytical-batches";
import type { Caller } from "../../../platform/caller.ts";
import type { ExportFiles } from "../../../platform/files/export-files.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import { withTable } from "../../../platform/http/with-table.ts";
import type { Language } from "../../../platform/localized-text.ts";
import type { TableReader } from "../../../platform/tables/table-reader.ts";
import { openWorkbook } from "../../../platform/xlsx/workbook-writer.ts";
import type { AnalyticalBatchService } from "./analytical-batch.service.ts";
import { maxControlRows, type QcImportService } from "./qc-import.service.ts";

export function serveQcImport(
  serve: Serve,
  {
    batches,
    qcImport,
    files,
    tables,
  }: { batches: AnalyticalBatchService; qcImport: QcImportService; files: ExportFiles; tables: TableReader },
): void {
  const parts = { files, tables, maxRows: maxControlRows };
  serve.forCaller(previewControlSheet, ({ request, params, language, audit }, caller) =>
    withTable(parts, { request, caller }, async (upload) => {
      const result = await qcImport.preview(caller, params.id, upload, language);
      const { batchId: id, batchNo: name, unitId } = await batches.find(caller.scope, params.id);
      const after = {
        file: upload.fileName,
        sha256: upload.sha256,
        fresh: result.fresh,
        faulty: result.faulty,
      };
      audit({ subject: { kind: "assayBatch", id, name, unitId }, after });
      return { data: { ...result, errorsFile: await writeErrors(files, caller, result.rows, language) } };
    }),
  );
  serve.forCaller(storeControlSheet, ({ request, params, language, audit }, caller) =>
    withTable(parts, { request, caller }, async (upload) => {
      const result = await qcImport.store(caller, params.id, upload, language);
      const { batchId: id, batchNo: name, unitId } = await batches.find(caller.scope, params.id);
      const { fileName, sha256 } = upload;
      const after = { file: fileName, sha256, stored: result.fresh, leftOut: result.faulty };
      audit({ subject: { kind: "assayBatch", id, name, unitId }, after });
      return { data: { ...result, errorsFile: await writeErrors(files, caller, result.rows, language) } };
    }),
  );
}

/** The file of what is left out: row, what is there and why. Null where there is nothing of it. */
async function writeErrors(
  files: ExportFiles,
  caller: Caller,
  rows: readonly ControlRow[],
  language: Language,
): Promise<string | null> {
  const faults = rows.flatMap((row) => row.faults.map((fault) => ({ row, fault })));
  if (faults.length === 0) return null;
  const file = await files.plan(caller.userId, "controlSheet");
  const sheet = await openWorkbook(
    file.path,
    heads[language].map((head, at) => ({ head, width: widths[at] ?? 20 })),
  );
  for (const { row, fault } of faults) {
    await sheet.add([row.row, row.kindGiven, row.analyteGiven, fault.field, fault.message]);
  }
  await sheet.close();
  return file.name;
}

const widths = [8, 24, 20, 16, 60];
const heads = {
  en: ["Row", "Kind", "Analyte", "Field", "Reason"],
  zh: ["行号", "类型", "目标物", "字段", "原因"],
};
