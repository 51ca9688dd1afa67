import type { Cell } from "./workbook-writer.ts";

export type FixedWorkbook = {
  name: string;
  columns: readonly { head: string; width: number }[];
  rows: readonly (readonly Cell[])[];
};

const directoryEnd = 0x06054b50;

/**
 * A workbook whose bytes follow from its content alone; the one date in it is the one that it is given. The library is
 * loaded with the first workbook: it takes 25 MB.
 */
export async function makeWorkbook(sheets: readonly FixedWorkbook[], made: Date): Promise<Buffer> {
  const { default: ExcelJS } = await import("exceljs");
  const workbook = new ExcelJS.Workbook();
  workbook.creator = "Tracewater";
  workbook.lastModifiedBy = "Tracewater";
  workbook.created = made;
  workbook.modified = made;
  for (const { name, columns, rows } of sheets) {
    const sheet = workbook.addWorksheet(name, { views: [{ state: "frozen", ySplit: 1 }] });
    sheet.columns = columns.map(({ width }) => ({ width }));
    sheet.addRow(columns.map((column) => column.head)).font = { bold: true };
    for (const row of rows) sheet.addRow(row.map((cell) => (cell === "" ? null : cell)));
  }
  return withoutTimes(Buffer.from(await workbook.xlsx.writeBuffer()));
}

/** The packer notes the time at each of its entries, twice (APPNOTE 4.4.6): all become the first it can report. */
function withoutTimes(zip: Buffer): Buffer {
  const dosDay = 0x0021;
  let end = zip.length - 22;
  while (end >= 0 && zip.readUInt32LE(end) !== directoryEnd) end -= 1;
  if (end < 0) throw new Error("a workbook was written without its central directory");
  let at = zip.readUInt32LE(end + 16);
  for (let count = zip.readUInt16LE(end + 10); count > 0; count -= 1) {
    const local = zip.readUInt32LE(at + 42);
    for (const place of [at + 12, local + 10]) {
      zip.writeUInt16LE(0, place);
      zip.writeUInt16LE(dosDay, place + 2);
    }
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return zip;
}
