import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeZip } from "../../features/field/sampling-points/point-workbooks.fixture.ts";
import type { TableRow } from "../tables/table-limits.ts";
import { readWorksheet } from "./workbook-reader.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tw-sheet-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Parts = { sheet: string; shared?: string; styles?: string; workbook?: string };

async function read({ sheet, shared = "", styles = "", workbook = "" }: Parts): Promise<TableRow[]> {
  const path = join(folder, "a.xlsx");
  const parts: [string, string][] = [
    ["xl/worksheets/sheet2.xml", "<worksheet><sheetData><row><c><v>2</v></c></row></sheetData></worksheet>"],
    ["xl/worksheets/sheet1.xml", sheet],
    ["xl/workbook.xml", `<workbook>${workbook}</workbook>`],
    ["xl/sharedStrings.xml", `<sst>${shared}</sst>`],
    ["xl/styles.xml", `<styleSheet>${styles}</styleSheet>`],
    ["xl/_rels/workbook.xml.rels", "<Relationships/>"],
  ];
  await writeFile(path, makeZip(parts.map(([name, xml]) => [name, Buffer.from(xml)])));
  const rows: TableRow[] = [];
  for await (const row of readWorksheet(path)) rows.push(row);
  return rows;
}

const sheetOf = (rows: string) =>
  `<?xml version="1.0"?><worksheet><sheetData>${rows}</sheetData></worksheet>`;

test("texts, numbers, formulas, errors and truth values are read from the first sheet, whatever its parts' order", async () => {
  const shared =
    "<si><t>plain &amp; &#x6c34;</t></si><si><r><t>ri</t></r><r><t>ch</t></r><rPh><t>spoken</t></rPh></si>";
  const sheet = sheetOf(
    `<row r="2"><c r="A2" t="s"><v>0</v></c><c r="C2" t="s"><v>1</v></c></row>
     <row r="5"><c><v>1.5E-3</v></c><c t="str"><f>A1&amp;"x>y"</f><v>ab</v></c><c t="b"><v>1</v></c>
       <c t="e"><v>#N/A</v></c><c t="inlineStr"><is><t><![CDATA[<5]]></t></is></c></row>`,
  );
  expect(await read({ sheet, shared })).toEqual([
    { number: 2, cells: ["plain & 水", null, "rich"] },
    { number: 5, cells: [0.0015, "ab", "1", "#N/A", "<5"] },
  ]);
});

test("names with a prefix are the same names, and rows without a content are none", async () => {
  const sheet =
    '<x:worksheet xmlns:x="m"><x:sheetData><x:row r="1"/><x:row r="3"><x:c r="B3"><x:v>7</x:v></x:c></x:row></x:sheetData></x:worksheet>';
  expect(await read({ sheet })).toEqual([{ number: 3, cells: [null, 7] }]);
});

test.each([
  ["from 1900", "", "2026-03-05T12:00:00.000Z"],
  ["from 1904", '<workbookPr date1904="1"/>', "2030-03-06T12:00:00.000Z"],
])("a number is a time where its format says so, counted %s", async (_what, workbook, expected) => {
  const styles =
    '<numFmts><numFmt numFmtId="164" formatCode="[$-804]yyyy&quot;年&quot;m"/><numFmt numFmtId="165" formatCode="0.0 &quot;days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs>';
  const cell = (style: number) => `<c s="${style}"><v>46086.5</v></c>`;
  const [row] = await read({
    sheet: sheetOf(`<row>${[0, 1, 2, 3].map(cell).join("")}</row>`),
    styles,
    workbook,
  });
  expect(row?.cells).toEqual([46086.5, new Date(expected), new Date(expected), 46086.5]);
});

test("an empty cell in the last column costs nothing; one with a content is refused with its place", async () => {
  const row = (cell: string) => sheetOf(`<row r="7"><c r="A7"><v>1</v></c>${cell}</row>`);
  expect(await read({ sheet: row('<c r="XFD7" s="3"/>') })).toEqual([{ number: 7, cells: [1] }]);
  await expect(read({ sheet: row('<c r="XFD7"><v>1</v></c>') })).rejects.toThrow(
    "row 7 has a cell in column XFD (16384); a table has at most 200 columns",
  );
});

test.each([
  [
    "a long cell",
    `<c r="B4" t="str"><v>${"w".repeat(40_000)}</v></c>`,
    "row 4, column B is longer than 32767",
  ],
  ["a long row", `<c t="str"><v>${"w".repeat(30_000)}</v></c>`.repeat(3), "row 4 is longer than 65536"],
  ["a text without an end", `<c t="str"><v>${"w".repeat(2_000_000)}</v></c>`, "damaged"],
  ["a tag without an end", `<c t="${"w".repeat(2_000_000)}"/>`, "damaged"],
  ["elements in each other", "<x>".repeat(1000), "damaged"],
  ["a document type", "<!DOCTYPE x [<!ENTITY a 'b'>]>", "damaged"],
  ["tags that do not fit", "<c></row>", "damaged"],
])("%s ends the reading", async (_what, cells, says) => {
  await expect(read({ sheet: sheetOf(`<row r="4">${cells}</row>`) })).rejects.toThrow(says);
});

test("a long text that all cells share is refused where it is kept", async () => {
  const shared = `<si><t>${"w".repeat(32_768)}</t></si>`;
  await expect(read({ sheet: sheetOf("<row/>"), shared })).rejects.toThrow("longer than 32767");
});
