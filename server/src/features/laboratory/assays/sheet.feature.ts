import {
  addSheetMapping,
  changeSheetMapping,
  listSheetMappings,
  lookAtSheet,
  previewSheet,
  removeSheetMappings,
  type SheetMapping,
  type SheetRow,
  storeSheet,
} from "@tracewater/contract/laboratory/assay-sheets";
import type { Caller } from "../../../platform/caller.ts";
import type { MadeFiles } from "../../../platform/files/made-files.ts";
import type { CallNote } from "../../../platform/http/call-notes.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import { withUpload } from "../../../platform/http/with-upload.ts";
import type { Language } from "../../../platform/words.ts";
import { openSheet } from "../../../platform/xlsx/sheet-writer.ts";
import type { SheetService } from "./sheet.service.ts";

export function serveSheets(serve: Serve, sheets: SheetService, files: MadeFiles): void {
  serveMappings(serve, sheets);

  serve.forCaller(lookAtSheet, ({ request }, caller) =>
    withUpload(files, request, async ({ path }) => ({ data: await sheets.look(caller.scope, path) })),
  );
  serve.forCaller(previewSheet, ({ request, query, language }, caller) =>
    withUpload(files, request, async (upload) => {
      const told = await sheets.preview(caller, { ...upload, ...query, language });
      return { data: { ...told, errorsFile: await writeErrors(files, caller, told.rows, language) } };
    }),
  );
  serve.forCaller(storeSheet, ({ request, query, language, note }, caller) =>
    withUpload(files, request, async (upload) => {
      const { rows, ...counts } = await sheets.store(caller, { ...upload, ...query, language });
      const { fileName, sha256 } = upload;
      const thing = { kind: "assaySheet", id: sha256.slice(0, 12), name: fileName, unitId: caller.unitId };
      note({ thing, after: { ...counts, sha256 } });
      return { data: { ...counts, errorsFile: await writeErrors(files, caller, rows, language) } };
    }),
  );
}

function serveMappings(serve: Serve, sheets: SheetService): void {
  serve.forCaller(listSheetMappings, async (_input, caller) => {
    const rows = await sheets.listMappings(caller.scope);
    return { rows, total: rows.length };
  });
  serve.forCaller(addSheetMapping, async ({ body, note }, caller) => {
    const id = await sheets.addMapping(caller, body);
    note({ thing: { kind: "assayMapping", id, name: body.name, unitId: caller.unitId }, after: body });
    return { data: { id } };
  });
  serve.forCaller(changeSheetMapping, async ({ body, note }, caller) => {
    const { mappingId, ...written } = body;
    const before = await sheets.findMapping(caller.scope, mappingId);
    await sheets.changeMapping(caller, mappingId, written);
    const after = await sheets.findMapping(caller.scope, mappingId);
    note({ thing: thingOf(after, caller), before, after });
    return {};
  });
  serve.forCaller(removeSheetMappings, async ({ params, note }, caller) => {
    for (const before of await sheets.removeMappings(caller.scope, params.ids)) {
      note({ thing: thingOf(before, caller), before });
    }
    return {};
  });
}

function thingOf({ mappingId, name }: SheetMapping, caller: Caller): CallNote["thing"] {
  return { kind: "assayMapping", id: mappingId, name, unitId: caller.unitId };
}

/** The file of what is left out: row, column, what stands there and why. Null where there is nothing of it. */
async function writeErrors(
  files: MadeFiles,
  caller: Caller,
  rows: readonly SheetRow[],
  language: Language,
): Promise<string | null> {
  const faults = rows.flatMap((row) => row.faults.map((fault) => ({ row, fault })));
  if (faults.length === 0) return null;
  const file = await files.plan(caller.userId, "assaySheet");
  const words = heads[language];
  const sheet = await openSheet(
    file.path,
    words.map((head, at) => ({ head, width: widths[at] ?? 16 })),
  );
  for (const { row, fault } of faults) {
    const sample = row.sampleNo || row.bodyCode;
    await sheet.add([row.row, sample, row.analyteGiven, row.given, fault.field, fault.message]);
  }
  await sheet.close();
  return file.name;
}

const widths = [8, 20, 20, 16, 16, 60];
const heads = {
  en: ["Row", "Sample", "Analyte", "Value in the file", "Field", "Reason"],
  zh: ["行号", "样品", "目标物", "文件中的值", "字段", "原因"],
};
