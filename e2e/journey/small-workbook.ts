import { crc32 } from "node:zlib";

/** A spreadsheet of one sheet of texts, as an instrument's program writes it: files in a zip, none of them compressed. */
export function smallSheet(rows: readonly (readonly string[])[]): Blob {
  const cell = (text: string, at: string) =>
    `<c r="${at}" t="inlineStr"><is><t>${escapeXml(text)}</t></is></c>`;
  const line = (row: readonly string[], number: number) =>
    `<row r="${number}">${row.map((text, at) => cell(text, `${"ABCDEFGH"[at]}${number}`)).join("")}</row>`;
  const lines = rows.map((row, at) => line(row, at + 1)).join("");
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const packed = "http://schemas.openxmlformats.org/package/2006";
  const type = "application/vnd.openxmlformats-officedocument.spreadsheetml";
  return new Blob([
    zip({
      "[Content_Types].xml": `<Types xmlns="${packed}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/></Types>`,
      "_rels/.rels": `<Relationships xmlns="${packed}/relationships"><Relationship Id="r1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="results" sheetId="1" r:id="r1"/></sheets></workbook>`,
      "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${packed}/relationships"><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      "xl/worksheets/sheet1.xml": `<worksheet xmlns="${main}"><sheetData>${lines}</sheetData></worksheet>`,
    }),
  ]);
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

function zip(files: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> {
  const parts: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const data = Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${text}`);
    const path = Buffer.from(name);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt32LE(crc32(data), 10);
    facts.writeUInt32LE(data.length, 14);
    facts.writeUInt32LE(data.length, 18);
    facts.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), facts, path, data]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    // The central entry has the maker's version before the facts of the local one.
    const made = Buffer.from([20, 0]);
    entries.push(Buffer.concat([Buffer.from("PK\x01\x02"), made, facts, rest, path]));
    parts.push(local);
    at += local.length;
  }
  const central = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(at, 16);
  return new Uint8Array(Buffer.concat([...parts, central, end]));
}
