import type { LocalizedText } from "../localized-text.ts";

/*
 * What a file of a table may cost, whatever its size: each bound is checked before the thing that it bounds is kept.
 * A workbook of 100 kB can stand for gigabytes of cells, and a text for millions of columns.
 */
export const maxColumns = 200;
/** A cell of a spreadsheet holds no more either (ECMA-376, 18.3.1.96 with Excel's own limit). */
export const maxCellLength = 32_767;
/** Characters of a row of cells, or of a record of delimited text. */
export const maxRowLength = 65_536;
export const maxUnpackedBytes = 200 * 1024 * 1024;
export const maxTextBytes = 20 * 1024 * 1024;
/** Texts that the cells of a workbook share. */
export const maxSharedTexts = 500_000;
export const maxSharedLength = 32 * 1024 * 1024;
/** Elements of the XML of one part; a sheet of 50,000 rows by 40 columns has about 4 million. */
export const maxElements = 8_000_000;
/** Records of delimited text and their fields, the empty ones too: reading them costs the same. */
export const maxRecords = 200_000;
export const maxFields = 1_000_000;

/** What all rows of one file may cost together. */
export type TableBudget = { rows: number; cells: number; length: number };

/** A table that is kept as a whole while it is worked on. */
export const wholeTable = { cells: 500_000, length: 20 * 1024 * 1024 };
/** Rows that pass by one after the other; who takes them counts them. */
export const passingRows: TableBudget = {
  rows: Number.POSITIVE_INFINITY,
  cells: 5_000_000,
  length: 100 * 1024 * 1024,
};

/** The file cannot be read: it is damaged (no words), or what is said of it at the field `file`. */
export class UnreadableTable extends Error {
  readonly text: LocalizedText | null;

  constructor(text: LocalizedText | null) {
    super(text?.en ?? "the file is damaged");
    this.text = text;
  }
}

export type CellValue = string | number | Date | null;

/** A row as it was found: its number in the file (1 is the first) and its cells, the first column at 0. */
export type TableRow = { number: number; cells: CellValue[] };

/** Counts rows against a budget; throws at the first one that is beyond it. */
export function createBudget({ rows, cells, length }: TableBudget): (row: TableRow) => void {
  let [allRows, allCells, allLength] = [0, 0, 0];
  return (row) => {
    allRows += 1;
    allCells += row.cells.length;
    for (const cell of row.cells) if (typeof cell === "string") allLength += cell.length;
    if (allRows > rows)
      throw new UnreadableTable({
        en: `holds more than ${rows} rows; split it`,
        zh: `超过 ${rows} 行，请拆分文件`,
      });
    if (allCells > cells || allLength > length)
      throw new UnreadableTable({
        en: `row ${row.number}: the rows up to here hold more than ${cells} cells or ${length / 1024 / 1024} million characters; split the file`,
        zh: `第 ${row.number} 行：至此已超过 ${cells} 个单元格或 ${length / 1024 / 1024} 百万字符，请拆分文件`,
      });
  };
}

/** `XFD` of 16384. */
function columnName(column: number): string {
  const letter = String.fromCharCode(65 + ((column - 1) % 26));
  return column <= 26 ? letter : columnName(Math.floor((column - 1) / 26)) + letter;
}

export function tooManyColumns(row: number, column: number): UnreadableTable {
  return new UnreadableTable({
    en: `row ${row} has a cell in column ${columnName(column)} (${column}); a table has at most ${maxColumns} columns`,
    zh: `第 ${row} 行在 ${columnName(column)} 列（第 ${column} 列）有内容；表格最多 ${maxColumns} 列`,
  });
}

export function tooLongCell(row: number, column: number): UnreadableTable {
  return new UnreadableTable({
    en: `the cell in row ${row}, column ${columnName(column)} is longer than ${maxCellLength} characters`,
    zh: `第 ${row} 行 ${columnName(column)} 列的单元格超过 ${maxCellLength} 个字符`,
  });
}

export function tooManyRecords(): UnreadableTable {
  return new UnreadableTable({
    en: `has more than ${maxRecords} lines or ${maxFields} cells, empty ones included; split it`,
    zh: `超过 ${maxRecords} 行或 ${maxFields} 个单元格（含空单元格），请拆分文件`,
  });
}

export function tooLongRow(row: number): UnreadableTable {
  return new UnreadableTable({
    en: `row ${row} is longer than ${maxRowLength} characters`,
    zh: `第 ${row} 行超过 ${maxRowLength} 个字符`,
  });
}
