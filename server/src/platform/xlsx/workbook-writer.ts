import { createBreather } from "../breather.ts";
import { createZipWriter } from "./zip-writer.ts";

export type Cell = string | number | null;

/** A sheet that is written row by row into a file; nothing of it stays in memory. */
export type WorkbookWriter = { add(cells: readonly Cell[]): Promise<void>; close(): Promise<void> };

/** Characters that are handed to the file together. */
const pieceLength = 64 * 1024;

/**
 * Texts are written as strings whatever they begin with (`=`, `+`, `-`, `@`), so none of them is ever a formula.
 * Widths are in characters. Writing lets others have their turn (see `breather.ts`).
 */
export async function openWorkbook(
  path: string,
  columns: readonly { head: string; width: number }[],
): Promise<WorkbookWriter> {
  const zip = await createZipWriter(path);
  for (const [name, xml] of parts) {
    const part = await zip.open(name);
    await part.write(xml);
    await part.close();
  }
  const sheet = await zip.open("xl/worksheets/sheet1.xml");
  const breathe = createBreather();
  const places = columns.map((_, at) => columnName(at));
  let rows = 0;
  let waiting = headOf(columns.map(({ width }) => width));

  async function add(cells: readonly Cell[], style = ""): Promise<void> {
    rows += 1;
    waiting += `<row r="${rows}">`;
    for (const [at, cell] of cells.entries()) {
      if (cell === null || cell === "") continue;
      const place = `<c r="${places[at] ?? columnName(at)}${rows}"${style}`;
      if (typeof cell === "string") waiting += `${place} t="str"><v>${escapeXml(cell)}</v></c>`;
      else if (Number.isFinite(cell)) waiting += `${place}><v>${cell}</v></c>`;
    }
    waiting += "</row>";
    if (waiting.length > pieceLength) {
      const piece = waiting;
      waiting = "";
      await sheet.write(piece);
    }
    await breathe();
  }

  await add(
    columns.map(({ head }) => head),
    ' s="1"',
  );
  return {
    add: (cells) => add(cells),
    async close() {
      await sheet.write(`${waiting}</sheetData></worksheet>`);
      await sheet.close();
      await zip.close();
    },
  };
}

/** The first row stays in sight. */
function headOf(widths: readonly number[]): string {
  const columns = widths.map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  const cols = columns.length === 0 ? "" : `<cols>${columns.join("")}</cols>`;
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  return `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>${cols}<sheetData>`;
}

function columnName(at: number): string {
  const letter = String.fromCharCode(65 + (at % 26));
  return at < 26 ? letter : columnName(Math.floor(at / 26) - 1) + letter;
}

const special: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;" };

/** XML 1.0, 2.2: but for tab and line ends, control characters below the space cannot be in it at all. */
function escapeXml(text: string): string {
  return text.replace(
    /[&<>\p{Cc}\ufffe\uffff]/gu,
    (sign) => special[sign] ?? (sign === "\t" || sign === "\n" || /[\x7f-\x9f]/.test(sign) ? sign : ""),
  );
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packages = "http://schemas.openxmlformats.org/package/2006";
const types = "application/vnd.openxmlformats-officedocument.spreadsheetml";

const fill = (pattern: string) => `<fill><patternFill patternType="${pattern}"/></fill>`;
const font = (bold: string) => `<font>${bold}<sz val="11"/><name val="Calibri"/></font>`;

/** Everything of the workbook but its sheet (ECMA-376, part 1, 12.3). */
const parts: readonly (readonly [name: string, xml: string])[] = [
  [
    "[Content_Types].xml",
    `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
  ],
  [
    "_rels/.rels",
    `${declaration}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    "xl/workbook.xml",
    `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  [
    "xl/_rels/workbook.xml.rels",
    `${declaration}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  ],
  [
    "xl/styles.xml",
    `${declaration}<styleSheet xmlns="${main}"><fonts count="2">${font("")}${font("<b/>")}</fonts><fills count="2">${fill("none")}${fill("gray125")}</fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
  ],
];
