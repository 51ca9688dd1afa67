import { readFile, stat } from "node:fs/promises";
import { maxTextBytes, type TableRow, UnreadableTable } from "../tables/table-limits.ts";
import { readWorksheet } from "../xlsx/workbook-reader.ts";
import { isZip } from "../xlsx/zip-entries.ts";
import { type Delimiter, decodeText, type Encoding, findDelimiter, readRecords } from "./csv-text.ts";

/** How an uploaded table was written. */
export type TableFormat = {
  format: "xlsx" | "csv";
  encoding: Encoding | null;
  delimiter: Delimiter | null;
};

/** A table that a person uploaded, whatever it was written as; its rows are those that hold something. */
export async function readTable(
  path: string,
): Promise<{ facts: TableFormat; rows: AsyncIterable<TableRow> | Iterable<TableRow> }> {
  if (await isZip(path))
    return {
      facts: { format: "xlsx", encoding: null, delimiter: null },
      rows: withoutBlanks(readWorksheet(path)),
    };
  if ((await stat(path)).size > maxTextBytes)
    throw new UnreadableTable({ en: "is larger than 20 MB", zh: "超过 20 MB" });
  const bytes = await readFile(path);
  // What begins as a zip does (APPNOTE 4.3.7) was a workbook once.
  if (bytes.toString("latin1", 0, 4) === "PK\x03\x04") throw new UnreadableTable(null);
  const decoded = decodeText(bytes);
  if (decoded === null) throw new UnreadableTable(neither);
  const delimiter = findDelimiter(decoded.text);
  const facts: TableFormat = { format: "csv", encoding: decoded.encoding, delimiter };
  return { facts, rows: withoutBlanks(rowsOf(decoded.text, delimiter)) };
}

function* rowsOf(text: string, delimiter: Delimiter): Generator<TableRow> {
  for (const { line, cells } of readRecords(text, delimiter)) yield { number: line, cells };
}

async function* withoutBlanks(rows: AsyncIterable<TableRow> | Iterable<TableRow>): AsyncGenerator<TableRow> {
  for await (const row of rows) {
    if (row.cells.some((cell) => cell !== null && String(cell).trim() !== "")) yield row;
  }
}

const neither = {
  en: "must be an xlsx or text file; save an older workbook (.xls) as xlsx or csv first",
  zh: "应为 xlsx 或文本文件；旧版工作簿（.xls）请先另存为 xlsx 或 csv",
};
