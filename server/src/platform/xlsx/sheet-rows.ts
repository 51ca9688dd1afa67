import {
  type CellValue,
  maxCellLength,
  maxColumns,
  maxRowLength,
  type TableRow,
  tooLongCell,
  tooLongRow,
  tooManyColumns,
  UnreadableTable,
} from "../tables/table-limits.ts";
import type { WorkbookFacts } from "./workbook-facts.ts";
import { readAttribute, type XmlEvents } from "./xml-reader.ts";

type OpenCell = { column: number; type: string; style: number; text: string };

/**
 * Makes rows of the elements of a worksheet (ECMA-376, 18.3.1). A cell without a content costs nothing, wherever it
 * is; one beyond the last column that a table may have is refused before its row is made so wide.
 */
export function readRows(facts: WorkbookFacts, onRow: (row: TableRow) => void): XmlEvents {
  let isData = false;
  let row: TableRow = { number: 0, cells: [] };
  let length = 0;
  let column = 0;
  let cell: OpenCell | null = null;
  let isText = false;
  let isPhonetic = false;

  function keep({ column: at, type, style, text }: OpenCell): void {
    const value = cellValue(text, { type, style }, facts);
    if (value === null || value === "") return;
    if (at > maxColumns) throw tooManyColumns(row.number, at);
    if (typeof value === "string") length += value.length;
    if (length > maxRowLength) throw tooLongRow(row.number);
    while (row.cells.length < at) row.cells.push(null);
    row.cells[at - 1] = value;
  }

  return {
    open(name, attributes) {
      if (name === "sheetData") isData = true;
      if (!isData) return;
      if (name === "row") {
        row = { number: rowNumber(attributes, row.number), cells: [] };
        column = 0;
        length = 0;
      } else if (name === "c") {
        column = columnOf(attributes, column);
        const type = readAttribute(attributes, "t") ?? "n";
        cell = { column, type, style: Number(readAttribute(attributes, "s") ?? 0), text: "" };
      } else if (name === "rPh") isPhonetic = true;
      else isText = (name === "v" || name === "t") && cell !== null && !isPhonetic;
    },
    text(take) {
      if (!isText || cell === null) return;
      cell.text += take();
      if (cell.text.length > maxCellLength) throw tooLongCell(row.number, cell.column);
    },
    close(name) {
      isText = false;
      if (name === "rPh") isPhonetic = false;
      else if (name === "c" && cell !== null) {
        keep(cell);
        cell = null;
      } else if (name === "row" && isData && row.cells.length > 0) onRow(row);
      else if (name === "sheetData") isData = false;
    },
  };
}

/** Without a number it is the one behind the last. */
function rowNumber(attributes: string, last: number): number {
  const given = readAttribute(attributes, "r");
  const number = given === undefined ? last + 1 : Number(given);
  if (!Number.isInteger(number) || number < 1 || number > 1_048_576) throw new UnreadableTable(null);
  return number;
}

function columnOf(attributes: string, last: number): number {
  const given = readAttribute(attributes, "r");
  if (given === undefined) return last + 1;
  const [, letters] = /^([A-Z]{1,3})\d{1,7}$/i.exec(given) ?? [];
  if (letters === undefined) throw new UnreadableTable(null);
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return column;
}

/** Formulas count as their result. */
function cellValue(text: string, of: { type: string; style: number }, facts: WorkbookFacts): CellValue {
  if (text === "") return null;
  switch (of.type) {
    case "s":
      return facts.sharedTexts[Number(text)] ?? null;
    case "b":
      return text.trim() === "1" ? "1" : "0";
    case "str":
    case "inlineStr":
    case "e":
      return text;
    case "d": {
      const day = new Date(text);
      return Number.isNaN(day.getTime()) ? text : day;
    }
    default: {
      const number = Number(text);
      if (!Number.isFinite(number)) return text;
      return facts.dateStyles.has(of.style) ? dateOf(number, facts.is1904) : number;
    }
  }
}

const dayMs = 24 * 3_600_000;
/** From the first day of a workbook's calendar to that of Unix (ECMA-376, 18.17.4.1). */
const daysFrom1900 = 25_569;
const days1904 = 1462;

function dateOf(days: number, is1904: boolean): CellValue {
  const date = new Date(Math.round((days - daysFrom1900 + (is1904 ? days1904 : 0)) * dayMs));
  return Number.isNaN(date.getTime()) ? days : date;
}
