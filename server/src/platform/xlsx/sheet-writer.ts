export type Cell = string | number | null;

/** A sheet that is written row by row into a file; nothing of it stays in memory. */
export type SheetWriter = { add(cells: readonly Cell[]): Promise<void>; close(): Promise<void> };

/** Rows that are handed to the file together. */
const breath = 200;

/**
 * Texts are written as strings whatever they begin with (`=`, `+`, `-`, `@`), so none of them is ever a formula.
 * Widths are in characters.
 */
export async function openSheet(
  path: string,
  columns: readonly { head: string; width: number }[],
): Promise<SheetWriter> {
  // Fetched with the first sheet: a server that writes none does without its 7 MB.
  const { default: ExcelJS } = await import("exceljs");
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({
    filename: path,
    useStyles: true,
    useSharedStrings: false,
  });
  const sheet = workbook.addWorksheet("1", { views: [{ state: "frozen", ySplit: 1 }] });
  sheet.columns = columns.map(({ width }) => ({ width }));
  const head = sheet.addRow(columns.map((column) => column.head));
  head.font = { bold: true };
  head.commit();
  let rows = 0;
  return {
    async add(cells) {
      sheet.addRow(cells.map((cell) => (cell === "" ? null : cell))).commit();
      rows += 1;
      if (rows % breath === 0) await new Promise((resolve) => setImmediate(resolve));
    },
    async close() {
      sheet.commit();
      await workbook.commit();
    },
  };
}
