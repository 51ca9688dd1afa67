import { type ImportProgress, mostImportRows } from "@tracewater/contract/resource/imports";
import type { Caller } from "../caller.ts";
import { Failure } from "../failure.ts";
import type { MadeFiles } from "../files/made-files.ts";
import type { Language, Words } from "../words.ts";
import { readSheet } from "../xlsx/sheet-reader.ts";
import { openSheet, type SheetWriter } from "../xlsx/sheet-writer.ts";
import { thingOf } from "./export-rows.ts";
import { createRowReader, type RowFault } from "./import-row.ts";
import type { ImportDoor, ImportedResource } from "./resource-door.ts";

const batch = 500;
/** So many faults are told with the progress; all of them stand in the file. */
const mostTold = 20;

type Work<Body> = {
  path: string;
  progress: ImportProgress;
  stop: AbortSignal;
  language: Language;
  resource: ImportedResource<Body>;
  door: ImportDoor<Body>;
  caller: Caller;
  files: MadeFiles;
};

type Waiting<Body> = { number: number; body: Body; name: string };
type RowReader<Body> = ReturnType<typeof createRowReader<Body>>;

/** Reads a file to its end, or until it is stopped; `progress` is written as it goes. */
export async function importRows<Body>(work: Work<Body>, mayUpdate: boolean): Promise<void> {
  const { resource, door, caller, progress, language } = work;
  const unitsByName = await door.unitsByName(caller.scope);
  const faults = createFaultsFile(work);
  const seen = new Map<string, number>();
  let reader: RowReader<Body> | null = null;
  let waiting: Waiting<Body>[] = [];

  try {
    for await (const { number, cells } of readSheet(work.path)) {
      if (work.stop.aborted) break;
      if (reader === null) {
        reader = createRowReader({ resource, head: cells, language, unitsByName });
        continue;
      }
      if (reader.isEmpty(cells)) continue;
      if (progress.read >= mostImportRows) throw tooMany();
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
    if (reader === null) throw emptySheet();
    if (!work.stop.aborted) await storeBatch(work, reader, waiting, mayUpdate, faults);
  } finally {
    progress.errorsFile = await faults.close();
    progress.resultFile = (await door.finish?.()) ?? null;
  }
}

async function storeBatch<Body>(
  { door, caller, progress, resource }: Work<Body>,
  reader: RowReader<Body>,
  waiting: readonly Waiting<Body>[],
  mayUpdate: boolean,
  faults: FaultsFile,
): Promise<void> {
  if (waiting.length === 0) return;
  const update = mayUpdate ? reader.present : null;
  const stored = await door.storeRows(
    caller.scope,
    waiting.map((one) => one.body),
    update,
    caller,
  );
  for (const one of waiting) {
    const ending = stored.get(one.name);
    if (ending === undefined) await faults.add(one.number, [reader.fault(resource.unique, taken)]);
    else if (ending instanceof Failure)
      await faults.add(one.number, faultsOf(ending, reader, resource.unique));
    else progress[ending] += 1;
  }
}

/** At the fields that a refusal names; one that names none is told at the row's name. */
function faultsOf(failure: Failure, reader: Pick<RowReader<unknown>, "fault">, unique: string): RowFault[] {
  if (failure.fields.length === 0) return [reader.fault(unique, failure.words)];
  return failure.fields.map(({ field, words }) => reader.fault(field, words));
}

type FaultsFile = ReturnType<typeof createFaultsFile>;

/** The file of what was refused: row, field, reason. It is made with the first fault. */
function createFaultsFile<Body>(work: Work<Body>) {
  const { progress } = work;
  let open: { sheet: SheetWriter; name: string } | null = null;
  return {
    async add(row: number, found: readonly RowFault[]): Promise<void> {
      progress.refused += 1;
      if (open === null) {
        const file = await work.files.plan(work.caller.userId, thingOf(work.resource));
        open = { sheet: await openSheet(file.path, faultColumns[work.language]), name: file.name };
      }
      for (const { field, head, message } of found) {
        if (progress.faults.length < mostTold) progress.faults.push({ row, field, message });
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

const taken: Words = { en: "is taken already", zh: "已存在" };

function twice(row: number): Words {
  return { en: `stands in row ${row} already`, zh: `与第 ${row} 行重复` };
}

/** By what a row is known: its unique field, with that within which it is unique. */
export function nameOf({ unique, within }: { unique: string; within?: string }, body: unknown): string {
  if (typeof body !== "object" || body === null) return "";
  const own = String(Reflect.get(body, unique));
  return within === undefined ? own : `${String(Reflect.get(body, within))}/${own}`;
}

function tooMany(): Failure {
  return new Failure("badInput", {
    en: `A file may hold ${mostImportRows} rows; what follows them was not read.`,
    zh: `文件最多 ${mostImportRows} 行，其后的内容未读取。`,
  });
}

function emptySheet(): Failure {
  return new Failure("badInput", { en: "The first sheet is empty.", zh: "第一个工作表为空。" });
}
