import { readFile, stat } from "node:fs/promises";
import { badField, type Failure } from "../failure.ts";
import { type CellValue, damagedWorkbook, readSheet } from "../xlsx/sheet-reader.ts";
import { measureUnpacked } from "../xlsx/unpacked-size.ts";
import { type Delimiter, decodeText, type Encoding, findDelimiter, readRecords } from "./csv-text.ts";

/** A table that a person uploaded, whatever it was written as. */
export type TableFile = {
  format: "xlsx" | "csv";
  encoding: Encoding | null;
  delimiter: Delimiter | null;
  /** By their lines, the first being 1; empty ones are left out. */
  rows: { number: number; cells: readonly CellValue[] }[];
};

const mostUnpackedBytes = 200 * 1024 * 1024;
const mostTextBytes = 20 * 1024 * 1024;

/** Reads at most so many rows of an xlsx or of delimited text; more of them are refused. */
export async function readTableFile(path: string, mostRows: number): Promise<TableFile> {
  const measured = await measureUnpacked(path, mostUnpackedBytes);
  if (measured === "tooLarge")
    throw badField("file", { en: "unpacks to more than 200 MB", zh: "解压后超过 200 MB" });
  const table = measured === "notAZip" ? await readText(path, mostRows) : await readWorkbook(path, mostRows);
  const rows = table.rows.filter(({ cells }) =>
    cells.some((cell) => cell !== null && String(cell).trim() !== ""),
  );
  if (rows.length === 0) throw badField("file", { en: "is empty", zh: "文件为空" });
  return { ...table, rows };
}

async function readWorkbook(path: string, mostRows: number): Promise<TableFile> {
  const rows: TableFile["rows"] = [];
  for await (const row of readSheet(path)) {
    if (rows.length >= mostRows) throw tooMany(mostRows);
    rows.push({ number: row.number, cells: row.cells });
  }
  return { format: "xlsx", encoding: null, delimiter: null, rows };
}

async function readText(path: string, mostRows: number): Promise<TableFile> {
  if ((await stat(path)).size > mostTextBytes)
    throw badField("file", { en: "is larger than 20 MB", zh: "超过 20 MB" });
  const bytes = await readFile(path);
  // What begins as a zip does (APPNOTE 4.3.7) was a workbook once.
  if (bytes.toString("latin1", 0, 4) === "PK\x03\x04") throw damagedWorkbook();
  const decoded = decodeText(bytes);
  if (decoded === null) throw badField("file", neither);
  const delimiter = findDelimiter(decoded.text);
  const records = readRecords(decoded.text, delimiter, mostRows + 1);
  if (records.length > mostRows) throw tooMany(mostRows);
  const rows = records.map(({ line, cells }) => ({ number: line, cells }));
  return { format: "csv", encoding: decoded.encoding, delimiter, rows };
}

const neither = {
  en: "is neither xlsx nor text; save an older workbook (.xls) as xlsx or csv first",
  zh: "既不是 xlsx 也不是文本文件；旧版工作簿（.xls）请先另存为 xlsx 或 csv",
};

function tooMany(most: number): Failure {
  return badField("file", {
    en: `holds more than ${most} rows; split it`,
    zh: `超过 ${most} 行，请拆分文件`,
  });
}
