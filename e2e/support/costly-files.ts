import { crc32, deflateRawSync } from "node:zlib";

/** A workbook of 100 kB whose rows each have one cell, in the last column there is: read as wide as it says it is 2.7 GB. */
export function sparseWorkbook(rows: number): Blob {
  const row = (_: unknown, at: number) => `<row r="${at + 1}"><c r="XFD${at + 1}"><v>1</v></c></row>`;
  const sheet = `<worksheet><sheetData>${Array.from({ length: rows }, row).join("")}</sheetData></worksheet>`;
  return new Blob([
    zip([
      ["xl/_rels/workbook.xml.rels", "<Relationships/>"],
      ["xl/worksheets/sheet1.xml", sheet],
    ]),
  ]);
}

function zip(files: readonly (readonly [name: string, text: string])[]): Uint8Array<ArrayBuffer> {
  const parts: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const [name, text] of files) {
    const data = Buffer.from(text);
    const packed = deflateRawSync(data);
    const label = Buffer.from(name);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(data), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(data.length, 18);
    facts.writeUInt16LE(label.length, 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    parts.push(Buffer.from("PK\x03\x04"), facts, label, packed);
    entries.push(Buffer.from("PK\x01\x02"), Buffer.from([20, 0]), facts, rest, label);
    at += 30 + label.length + packed.length;
  }
  const central = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(at, 16);
  return new Uint8Array(Buffer.concat([...parts, central, end]));
}
