import {
  type ControlRow,
  previewControlSheet,
  storeControlSheet,
} from "@tracewater/contract/laboratory/batches";
import type { Caller } from "../../../platform/caller.ts";
import type { MadeFiles } from "../../../platform/files/made-files.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import { withUpload } from "../../../platform/http/with-upload.ts";
import type { Language } from "../../../platform/words.ts";
import { openSheet } from "../../../platform/xlsx/sheet-writer.ts";
import type { BatchService } from "./batch.service.ts";
import type { ControlSheetService } from "./control-sheet.service.ts";

export function serveControlSheets(
  serve: Serve,
  { batches, sheets, files }: { batches: BatchService; sheets: ControlSheetService; files: MadeFiles },
): void {
  serve.forCaller(previewControlSheet, ({ request, params, language }, caller) =>
    withUpload(files, request, async (upload) => {
      const told = await sheets.preview(caller, params.id, upload, language);
      return { data: { ...told, errorsFile: await writeErrors(files, caller, told.rows, language) } };
    }),
  );
  serve.forCaller(storeControlSheet, ({ request, params, language, note }, caller) =>
    withUpload(files, request, async (upload) => {
      const told = await sheets.store(caller, params.id, upload, language);
      const { batchId: id, batchNo: name, unitId } = await batches.find(caller.scope, params.id);
      const { fileName, sha256 } = upload;
      const after = { file: fileName, sha256, stored: told.fresh, leftOut: told.faulty };
      note({ thing: { kind: "assayBatch", id, name, unitId }, after });
      return { data: { ...told, errorsFile: await writeErrors(files, caller, told.rows, language) } };
    }),
  );
}

/** The file of what is left out: row, what stands there and why. Null where there is nothing of it. */
async function writeErrors(
  files: MadeFiles,
  caller: Caller,
  rows: readonly ControlRow[],
  language: Language,
): Promise<string | null> {
  const faults = rows.flatMap((row) => row.faults.map((fault) => ({ row, fault })));
  if (faults.length === 0) return null;
  const file = await files.plan(caller.userId, "controlSheet");
  const sheet = await openSheet(
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
