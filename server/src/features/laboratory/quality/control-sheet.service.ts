import type { ControlRow } from "@tracewater/contract/laboratory/batches";
import type { Caller } from "../../../platform/caller.ts";
import { readTableFile } from "../../../platform/csv/table-file.ts";
import { badField } from "../../../platform/failure.ts";
import type { Upload } from "../../../platform/http/with-upload.ts";
import type { Language } from "../../../platform/words.ts";
import type { BatchService } from "./batch.service.ts";
import { type ReadControl, readControls } from "./control-sheet.model.ts";

/** Lines of words may stand in a file too. */
const mostRows = 5000;

export type ControlSheetService = ReturnType<typeof createControlSheetService>;

/** Quality control of a batch from a spreadsheet: what is read is shown before anything of it is stored. */
export function createControlSheetService({ batches }: { batches: BatchService }) {
  async function read(path: string): Promise<ReadControl[]> {
    const rows = readControls((await readTableFile(path, mostRows)).rows);
    if (rows.length === 0) throw badField("file", { en: "has no rows", zh: "没有数据行" });
    return rows;
  }

  return {
    async preview(caller: Caller, batchId: number, file: Upload, language: Language) {
      const isStored = await batches.hasFile(caller.scope, batchId, file.sha256);
      return { ...told(await read(file.path), language), isStored };
    },

    /** The rows without a fault, all of them or none. */
    async store(caller: Caller, batchId: number, file: Upload, language: Language) {
      await batches.find(caller.scope, batchId);
      const rows = await read(file.path);
      const results = rows.flatMap(({ result }) => (result === null ? [] : [result]));
      if (results.length === 0)
        throw badField("file", { en: "has no row that can be taken", zh: "没有可导入的数据行" });
      await batches.addResults(caller, { batchId, results }, file.sha256);
      return { ...told(rows, language), isStored: true };
    },
  };
}

function told(read: readonly ReadControl[], language: Language) {
  const rows = read.map(
    ({ faults, ...row }): ControlRow => ({
      ...row,
      faults: faults.map(({ field, words }) => ({ field, message: words[language] })),
    }),
  );
  const faulty = rows.filter((one) => one.result === null).length;
  return { rows, fresh: rows.length - faulty, faulty };
}
