import { type FileHandle, open } from "node:fs/promises";
import { Readable } from "node:stream";
import type ExcelJS from "exceljs";
import { Failure } from "../failure.ts";
import { readZipDirectory, type ZipDirectory, type ZipEntry } from "./zip-entries.ts";

/** A row as it was found: its number in the sheet (1 is the first) and its cells, the first column at 0. */
export type SheetRow = { number: number; cells: readonly CellValue[] };
export type CellValue = string | number | Date | null;

/** Reads the first sheet of an xlsx file row by row. Formulas count as their result. */
export async function* readSheet(path: string): AsyncGenerator<SheetRow> {
  const file = await open(path, "r");
  let source: Readable | null = null;
  try {
    const directory = await readZipDirectory(file);
    // Without its relations a workbook says nothing of its sheets.
    if (directory === null || !directory.entries.some((entry) => entry.name === relations))
      throw damagedWorkbook();
    const { default: excel } = await import("exceljs");
    source = inReadingOrder(file, directory);
    const reader = new excel.stream.xlsx.WorkbookReader(source, {
      entries: "ignore",
      sharedStrings: "cache",
      styles: "cache",
      hyperlinks: "ignore",
      worksheets: "emit",
    });
    // A workbook may have none; the reader would wait for them and keep the sheet in a file of its own.
    Reflect.set(reader, "sharedStrings", []);
    for await (const sheet of reader) {
      for await (const row of sheet) {
        // Cells are numbered from 1; the place 0 of the array is none.
        const values = Array.isArray(row.values) ? row.values.slice(1) : [];
        yield { number: row.number, cells: Array.from(values, readCell) };
      }
    }
  } catch (error) {
    // Only the reader fails in here, and only of what stands in the file; who takes the rows fails outside.
    throw error instanceof Failure ? error : damagedWorkbook();
  } finally {
    // Who leaves early leaves a stream that reads on, and nobody listens to how it ends.
    source?.on("error", () => undefined).destroy();
    await file.close();
  }
}

const relations = "xl/_rels/workbook.xml.rels";

export function damagedWorkbook(): Failure {
  const words = {
    en: "The file is damaged or not a workbook. What was stored before stays.",
    zh: "文件已损坏或不是有效的工作簿。之前已保存的数据保留。",
  };
  return new Failure("badInput", words, [{ field: "file", words }]);
}

/**
 * The file with its first sheet alone, and that after all that the sheet refers to: programs write them in any
 * order, and the reader puts a sheet that comes too early into a temporary file, which it forgets when it is left.
 */
function inReadingOrder(file: FileHandle, { entries, end, size }: ZipDirectory): Readable {
  const named = (name: string) => entries.filter((entry) => entry.name === name);
  const parts = [
    ...[relations, "xl/workbook.xml", "xl/sharedStrings.xml", "xl/styles.xml"].flatMap(named),
    ...entries
      .filter((entry) => sheetNumber(entry) !== null)
      .sort((a, b) => (sheetNumber(a) ?? 0) - (sheetNumber(b) ?? 0))
      .slice(0, 1),
  ];
  const spans = [...parts.map((part) => [part.at, part.end] as const), [end, size] as const];
  async function* read(): AsyncGenerator<Buffer> {
    for (const [from, to] of spans) {
      yield* file.createReadStream({ start: from, end: to - 1, autoClose: false });
    }
  }
  return Readable.from(read(), { objectMode: false });
}

function sheetNumber({ name }: ZipEntry): number | null {
  const [, number] = /^xl\/worksheets\/sheet(\d+)\.xml$/.exec(name) ?? [];
  return number === undefined ? null : Number(number);
}

function readCell(value: ExcelJS.CellValue): CellValue {
  if (value === null || value === undefined) return null;
  if (typeof value === "string" || typeof value === "number" || value instanceof Date) return value;
  if (typeof value === "boolean") return value ? "1" : "0";
  if ("richText" in value) return value.richText.map((part) => part.text).join("");
  if ("result" in value) return readCell(value.result ?? null);
  if ("text" in value) return readCell(value.text);
  if ("error" in value) return value.error;
  return null;
}
