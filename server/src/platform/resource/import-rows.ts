import { type ImportProgress, maxImportRows } from "@tracewater/contract/resource/imports";
import { AppError } from "../app-error.ts";
import type { Caller } from "../caller.ts";
import type { ExportFiles } from "../files/export-files.ts";
import type { Language, LocalizedText } from "../localized-text.ts";
import type { TableReader } from "../tables/table-reader.ts";
import { openWorkbook, type WorkbookWriter } from "../xlsx/workbook-writer.ts";
import { auditSubject } from "./export-rows.ts";
import { createRowReader, type RowFault } from "./import-row.ts";
import type { ImportedResource, ImportService } from "./resource-service.ts";

const batch = 500;
/** So many faults are reported with the progress; all of them are in the file. */
const maxListed = 20;

type Work<Body> = {
  path: string;
  progress: ImportProgress;
  stop: AbortSignal;
  language: Language;
  resource: ImportedResource<Body>;
  service: ImportService<Body>;
  caller: Caller;
  files: ExportFiles;
  tables: TableReader;
};

type Waiting<Body> = { number: number; body: Body; name: string };
type RowReader<Body> = ReturnType<typeof createRowReader<Body>>;

/** Reads a file to its end, or until it is stopped; `progress` is written as it goes. */
export async function importRows<Body>(work: Work<Body>, mayUpdate: boolean): Promise<void> {
  const { resource, service, caller, progress, language } = work;
  const unitsByName = await service.unitsByName(caller.scope);
  const faults = createFaultsFile(work);
  const seen = new Map<string, number>();
  let reader: RowReader<Body> | null = null;
  let waiting: Waiting<Body>[] = [];

  try {
    for await (const { number, cells } of work.tables.rows(work.path, work.stop)) {
      if (work.stop.aborted) break;
      if (reader === null) {
        reader = createRowReader({ resource, head: cells, language, unitsByName });
        continue;
      }
      if (reader.isEmpty(cells)) continue;
      if (progress.read >= maxImportRows) throw tooMany();
      progress.read += 1;
      const read = reader.read(cells);
      if (!read.ok) {
        await faults.add(number, read.faults);
        continue;
      }
      const name = nameOf(resource, read.body);
      const before = seen.get(name);
      if (before !== undefined) {
        await faults.add(number, [reader.fault(resource.unique, twice(before))]);
        continue;
      }
      seen.set(name, number);
      waiting.push({ number, body: read.body, name });
      if (waiting.length < batch) continue;
      await storeBatch(work, reader, waiting, mayUpdate, faults);
      waiting = [];
    }
    if (work.stop.aborted) return;
    if (reader === null) throw emptyWorkbook();
    await storeBatch(work, reader, waiting, mayUpdate, faults);
  } finally {
    progress.errorsFile = await faults.close();
    progress.resultFile = (await service.finish?.()) ?? null;
  }
}

async function storeBatch<Body>(
  { service, caller, progress, resource }: Work<Body>,
  reader: RowReader<Body>,
  waiting: readonly Waiting<Body>[],
  mayUpdate: boolean,
  faults: FaultsFile,
): Promise<void> {
  if (waiting.length === 0) return;
  const update = mayUpdate ? reader.present : null;
  const stored = await service.storeRows(
    caller.scope,
    waiting.map((one) => one.body),
    update,
    caller,
  );
  for (const one of waiting) {
    const ending = stored.get(one.name);
    if (ending === undefined) await faults.add(one.number, [reader.fault(resource.unique, taken)]);
    else if (ending instanceof AppError)
      await faults.add(one.number, faultsOf(ending, reader, resource.unique));
    else progress[ending] += 1;
  }
}

/** At the fields that a refusal names; one that names none is reported at the row's name. */
function faultsOf(failure: AppError, reader: Pick<RowReader<unknown>, "fault">, unique: string): RowFault[] {
  if (failure.fields.length === 0) return [reader.fault(unique, failure.text)];
  return failure.fields.map(({ field, text }) => reader.fault(field, text));
}

type FaultsFile = ReturnType<typeof createFaultsFile>;

/** The file of what was refused: row, field, reason. It is made with the first fault. */
function createFaultsFile<Body>(work: Work<Body>) {
  const { progress } = work;
  let open: { sheet: WorkbookWriter; name: string } | null = null;
  return {
    async add(row: number, found: readonly RowFault[]): Promise<void> {
      progress.refused += 1;
      if (open === null) {
        const file = await work.files.plan(work.caller.userId, auditSubject(work.resource));
        open = { sheet: await openWorkbook(file.path, faultColumns[work.language]), name: file.name };
      }
      for (const { field, head, message } of found) {
        if (progress.faults.length < maxListed) progress.faults.push({ row, field, message });
        await open.sheet.add([row, head, message]);
      }
    },
    async close(): Promise<string | null> {
      await open?.sheet.close();
      return open?.name ?? null;
    },
  };
}

const faultColumns = {
  en: [
    { head: "Row", width: 10 },
    { head: "Field", width: 24 },
    { head: "Reason", width: 60 },
  ],
  zh: [
    { head: "行号", width: 10 },
    { head: "字段", width: 24 },
    { head: "原因", width: 60 },
  ],
};

const taken: LocalizedText = { en: "already exists", zh: "已存在" };

function twice(row: number): LocalizedText {
  return { en: `duplicates row ${row}`, zh: `与第 ${row} 行重复` };
}

/** By what a row is known: its unique field, with that within which it is unique. */
export function nameOf({ unique, within }: { unique: string; within?: string }, body: unknown): string {
  if (typeof body !== "object" || body === null) return "";
  const own = String(Reflect.get(body, unique));
  return within === undefined ? own : `${String(Reflect.get(body, within))}/${own}`;
}

function tooMany(): AppError {
  return new AppError("badInput", {
    en: `A file can have at most ${maxImportRows} rows. The rows after that were not read.`,
    zh: `文件最多 ${maxImportRows} 行，其后的内容未读取。`,
  });
}

function emptyWorkbook(): AppError {
  return new AppError("badInput", { en: "The first worksheet is empty.", zh: "第一个工作表为空。" });
}
