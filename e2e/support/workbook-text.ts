import { inflateRawSync } from "node:zlib";

/** The texts and numbers of a workbook as they are in its file, sheet by sheet, each row from its first column. */
export function readWorkbook(file: Buffer): string[][][] {
  const parts = readParts(file);
  const shared = [...(parts.get("xl/sharedStrings.xml") ?? "").matchAll(/<si>(.*?)<\/si>/gs)].map(
    ([, item = ""]) => textIn(item),
  );
  const sheets = [...parts.keys()].filter((name) => /^xl\/worksheets\/sheet\d+\.xml$/.test(name)).sort();
  return sheets.map((name) =>
    [...(parts.get(name) ?? "").matchAll(/<row\b[^>]*>(.*?)<\/row>/gs)].map(([, row = ""]) =>
      cellsOf(row, shared),
    ),
  );
}

function cellsOf(row: string, shared: readonly string[]): string[] {
  const cells: string[] = [];
  for (const [, column = "", more = "", inner = ""] of row.matchAll(
    /<c r="([A-Z]+)\d+"([^>]*?)(?:\/>|>(.*?)<\/c>)/gs,
  )) {
    const value = /<v>(.*?)<\/v>/s.exec(inner)?.[1] ?? "";
    cells[placeOf(column)] = more.includes('t="s"') ? (shared[Number(value)] ?? "") : unescaped(value);
  }
  return Array.from(cells, (cell) => cell ?? "");
}

/** A is 0, AA is 26. */
function placeOf(column: string): number {
  return [...column].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function textIn(item: string): string {
  return unescaped([...item.matchAll(/<t\b[^>]*>(.*?)<\/t>/gs)].map(([, text = ""]) => text).join(""));
}

function unescaped(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}

/** The parts of a zip by their names, from its directory (APPNOTE 4.3.12). */
function readParts(zip: Buffer): Map<string, string> {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end < 0) throw new Error("the workbook is no zip");
  const parts = new Map<string, string>();
  let at = zip.readUInt32LE(end + 16);
  for (let count = zip.readUInt16LE(end + 10); count > 0; count -= 1) {
    const nameEnds = at + 46 + zip.readUInt16LE(at + 28);
    const local = zip.readUInt32LE(at + 42);
    const begins = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const packed = zip.subarray(begins, begins + zip.readUInt32LE(at + 20));
    const data = zip.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed);
    parts.set(zip.toString("utf8", at + 46, nameEnds), data.toString("utf8"));
    at = nameEnds + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return parts;
}
