import ExcelJS from "exceljs";

/** A cell as it is in a file: nothing in it is null; what was a number is one. */
export type ReadCell = string | number | null;

/** All cells of the one sheet of an xlsx, its head first. A formula, a date or a link is an error: no export has any. */
export async function readSheetCells(file: ArrayBuffer): Promise<ReadCell[][]> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(file);
  const [sheet] = workbook.worksheets;
  if (sheet === undefined || workbook.worksheets.length > 1)
    throw new Error("the workbook has not one sheet");
  const width = sheet.getRow(1).cellCount;
  return Array.from({ length: sheet.rowCount }, (_, at) =>
    Array.from({ length: width }, (_, column) => toCell(sheet.getCell(at + 1, column + 1))),
  );
}

function toCell({ type, value, address }: ExcelJS.Cell): ReadCell {
  if (type === ExcelJS.ValueType.Null) return null;
  if (typeof value === "string" || typeof value === "number") return value;
  throw new Error(`${address} is no text and no number: ${JSON.stringify(value)}`);
}

/** The same of a csv file by RFC 4180, all of it texts. */
export function readCsvCells(text: string): ReadCell[][] {
  const rows: string[][] = [];
  const row: string[] = [];
  let cell = "";
  let quoted = false;
  for (let at = text.charCodeAt(0) === 0xfeff ? 1 : 0; at < text.length; at++) {
    const letter = text[at] ?? "";
    const isDoubled = quoted && letter === '"' && text[at + 1] === '"';
    if (isDoubled) at += 1;
    if (letter === '"' && !isDoubled) quoted = !quoted;
    else if (quoted || !/[,\r\n]/.test(letter)) cell += letter;
    else if (letter !== "\r") {
      row.push(cell);
      cell = "";
      if (letter === "\n") rows.push(row.splice(0));
    }
  }
  return rows.map((cells) => cells.map((one) => (one === "" ? null : one)));
}

/** As a csv file shows a cell: a text that a spreadsheet would take for a formula is led by an apostrophe. */
export function asCsv(cell: ReadCell): ReadCell {
  return typeof cell === "string" && /^[=+\-@\t\r]/.test(cell)
    ? `'${cell}`
    : cell === null
      ? null
      : String(cell);
}
