import {
  addSheetMapping,
  changeSheetMapping,
  type InstrumentFileMapping,
  type InstrumentFileRow,
  listSheetMappings,
  lookAtSheet,
  previewSheet,
  removeSheetMappings,
  storeSheet,
} from "@tracewater/contract/laboratory/instrument-files";
import type { Caller } from "../../../platform/caller.ts";
import type { ExportFiles } from "../../../platform/files/export-files.ts";
import type { AuditChange } from "../../../platform/http/audit-change.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import { withTable } from "../../../platform/http/with-table.ts";
import type { Language } from "../../../platform/localized-text.ts";
import type { ResourceParts } from "../../../platform/resource/serve-resource.ts";
import { openWorkbook } from "../../../platform/xlsx/workbook-writer.ts";
import { type InstrumentFileService, maxSheetRows } from "./instrument-file.service.ts";

export function serveInstrumentFiles(
  serve: Serve,
  instrumentFiles: InstrumentFileService,
  { files, tables }: ResourceParts,
): void {
  const parts = { files, tables, maxRows: maxSheetRows };
  serveMappings(serve, instrumentFiles);

  serve.forCaller(lookAtSheet, ({ request }, caller) =>
    withTable(parts, { request, caller }, async ({ table }) => ({
      data: await instrumentFiles.look(caller.scope, table),
    })),
  );
  serve.forCaller(previewSheet, ({ request, query, language, audit }, caller) =>
    withTable(parts, { request, caller }, async (upload) => {
      const result = await instrumentFiles.preview(caller, { ...upload, ...query, language });
      const { rows: _, ...counts } = result;
      audit({ subject: thingOfFile(upload, caller), after: { ...counts, sha256: upload.sha256 } });
      return { data: { ...result, errorsFile: await writeErrors(files, caller, result.rows, language) } };
    }),
  );
  serve.forCaller(storeSheet, ({ request, query, language, audit }, caller) =>
    withTable(parts, { request, caller }, async (upload) => {
      const submit = query.submit === "1";
      const order = { ...upload, ...query, submit, language };
      const { rows, ...counts } = await instrumentFiles.store(caller, order);
      audit({ subject: thingOfFile(upload, caller), after: { ...counts, sha256: upload.sha256 } });
      return { data: { ...counts, errorsFile: await writeErrors(files, caller, rows, language) } };
    }),
  );
}

function serveMappings(serve: Serve, instrumentFiles: InstrumentFileService): void {
  serve.forCaller(listSheetMappings, async (_input, caller) => {
    const rows = await instrumentFiles.listMappings(caller.scope);
    return { rows, total: rows.length };
  });
  serve.forCaller(addSheetMapping, async ({ body, audit }, caller) => {
    const id = await instrumentFiles.addMapping(caller, body);
    audit({ subject: { kind: "assayMapping", id, name: body.name, unitId: caller.unitId }, after: body });
    return { data: { id } };
  });
  serve.forCaller(changeSheetMapping, async ({ body, audit }, caller) => {
    const { mappingId, ...written } = body;
    const before = await instrumentFiles.findMapping(caller.scope, mappingId);
    await instrumentFiles.changeMapping(caller, mappingId, written);
    const after = await instrumentFiles.findMapping(caller.scope, mappingId);
    audit({ subject: auditSubject(after, caller), before, after });
    return {};
  });
  serve.forCaller(removeSheetMappings, async ({ params, audit }, caller) => {
    for (const before of await instrumentFiles.removeMappings(caller.scope, params.ids)) {
      audit({ subject: auditSubject(before, caller), before });
    }
    return {};
  });
}

function thingOfFile(
  { sha256, fileName }: { sha256: string; fileName: string },
  { unitId }: Caller,
): AuditChange["subject"] {
  return { kind: "assaySheet", id: sha256.slice(0, 12), name: fileName, unitId };
}

function auditSubject({ mappingId, name }: InstrumentFileMapping, caller: Caller): AuditChange["subject"] {
  return { kind: "assayMapping", id: mappingId, name, unitId: caller.unitId };
}

/** The file of what is left out: row, column, what is there and why. Null where there is nothing of it. */
async function writeErrors(
  files: ExportFiles,
  caller: Caller,
  rows: readonly InstrumentFileRow[],
  language: Language,
): Promise<string | null> {
  const faults = rows.flatMap((row) => row.faults.map((fault) => ({ row, fault })));
  if (faults.length === 0) return null;
  const file = await files.plan(caller.userId, "assaySheet");
  const text = heads[language];
  const sheet = await openWorkbook(
    file.path,
    text.map((head, at) => ({ head, width: widths[at] ?? 16 })),
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
