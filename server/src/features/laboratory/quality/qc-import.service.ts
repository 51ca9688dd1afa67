import type { ControlRow } from "@tracewater/contract/laboratory/analytical-batches";
import { fieldError } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { UploadedTable } from "../../../platform/http/with-table.ts";
import type { Language } from "../../../platform/localized-text.ts";
import type { TableFile } from "../../../platform/tables/table-reader.ts";
import type { AnalyticalBatchService } from "./analytical-batch.service.ts";
import { type ReadControl, readControls } from "./qc-import.model.ts";

/** Rows that a file may have: lines of words may be in it too. */
export const maxControlRows = 5000;

export type QcImportService = ReturnType<typeof createQcImportService>;

/** Quality control of a batch from a spreadsheet: what is read is shown before anything of it is stored. */
export function createQcImportService({ batches }: { batches: AnalyticalBatchService }) {
  function read(table: TableFile): ReadControl[] {
    const rows = readControls(table.rows);
    if (rows.length === 0) throw fieldError("file", { en: "has no data rows", zh: "没有数据行" });
    return rows;
  }

  return {
    async preview(caller: Caller, batchId: number, file: UploadedTable, language: Language) {
      const isStored = await batches.hasFile(caller.scope, batchId, file.sha256);
      return { ...toPreview(read(file.table), language), isStored };
    },

    /** The rows without a fault, all of them or none. */
    async store(caller: Caller, batchId: number, file: UploadedTable, language: Language) {
      await batches.find(caller.scope, batchId);
      const rows = read(file.table);
      const results = rows.flatMap(({ result }) => (result === null ? [] : [result]));
      if (results.length === 0)
        throw fieldError("file", { en: "has no row that can be imported", zh: "没有可导入的数据行" });
      await batches.addResults(caller, { batchId, results }, file.sha256);
      return { ...toPreview(rows, language), isStored: true };
    },
  };
}

function toPreview(read: readonly ReadControl[], language: Language) {
  const rows = read.map(
    ({ faults, ...row }): ControlRow => ({
      ...row,
      faults: faults.map(({ field, text }) => ({ field, message: text[language] })),
    }),
  );
  const faulty = rows.filter((one) => one.result === null).length;
  return { rows, fresh: rows.length - faulty, faulty };
}
