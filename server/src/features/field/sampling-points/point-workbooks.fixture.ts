import { setTimeout as delay } from "node:timers/promises";
import { deflateRawSync } from "node:zlib";
import { samplingPoints } from "@tracewater/contract/field/sampling-points";
import { type ImportProgress, importProgress } from "@tracewater/contract/resource/imports";
import ExcelJS from "exceljs";
import { z } from "zod";

type Row = Record<string, string | number>;

const heads: Record<string, string> = {
  code: "Code",
  name: "名称",
  kind: "kind",
  unit: "Unit",
  population: "Population",
  day: "Population as of",
};

/** An xlsx with these rows under heads in either language, as a spreadsheet program would save it. */
export async function writePoints(rows: readonly Row[]): Promise<ArrayBuffer> {
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet("points");
  const names = Object.keys(rows[0] ?? {});
  sheet.addRow(names.map((name) => heads[name]));
  for (const row of rows) sheet.addRow(names.map((name) => row[name]));
  return workbook.xlsx.writeBuffer();
}

/** All cells of an xlsx's first sheet. */
export async function readXlsx(file: ArrayBuffer): Promise<unknown[][]> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(file);
  const rows: unknown[][] = [];
  workbook.worksheets[0]?.eachRow((row) => {
    rows.push(Array.isArray(row.values) ? row.values.slice(1) : []);
  });
  return rows;
}

const started = z.looseObject({
  code: z.number(),
  msg: z.string(),
  data: importProgress.catch({
    importId: "",
    state: "failed",
    read: 0,
    added: 0,
    updated: 0,
    refused: 0,
    faults: [],
    errorsFile: null,
    resultFile: null,
    reason: "",
  }),
});

/** Uploads a file as the console does. */
export async function uploadSheet(
  url: string,
  as: { token: string },
  file: Buffer | Promise<ArrayBuffer>,
  updateSupport: string,
): Promise<z.infer<typeof started>> {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(await file)]), "points.xlsx");
  const address = `${url}/prod-api${samplingPoints.path}/importData?updateSupport=${updateSupport}`;
  const answer = await fetch(address, {
    method: "POST",
    headers: { authorization: `Bearer ${as.token}` },
    body: form,
  });
  return started.parse(await answer.json());
}

/** Asks for the progress of an import until it is over. */
export async function waitForImport(
  { url }: { url: string },
  as: { token: string },
  { data }: { data: ImportProgress },
): Promise<ImportProgress> {
  let now = data;
  while (now.state === "running") {
    await delay(50);
    const address = `${url}/prod-api${samplingPoints.path}/importData/${data.importId}`;
    const answer = await fetch(address, { headers: { authorization: `Bearer ${as.token}` } });
    now = started.parse(await answer.json()).data;
  }
  return now;
}

/** A zip of these entries, each of which says that it unpacks to 10 bytes. */
export function makeZip(entries: readonly (readonly [name: string, content: Buffer])[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [text, content] of entries) {
    const name = Buffer.from(text);
    const packed = deflateRawSync(content, { level: 1 });
    // What a local head and a directory entry have in common: method, sizes, the name's length.
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(10, 18);
    facts.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    locals.push(uint32(0x04034b50), facts, name, packed);
    directory.push(uint32(0x02014b50), Buffer.alloc(2), facts, place, name);
    at += 30 + name.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...locals, listed, uint32(0x06054b50), end]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
