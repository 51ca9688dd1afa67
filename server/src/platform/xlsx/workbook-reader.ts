import { type FileHandle, open } from "node:fs/promises";
import { Readable } from "node:stream";
import { createInflateRaw } from "node:zlib";
import { maxUnpackedBytes, type TableRow, UnreadableTable } from "../tables/table-limits.ts";
import { readRows } from "./sheet-rows.ts";
import { factReaders, type WorkbookFacts } from "./workbook-facts.ts";
import { createXmlReader, type XmlEvents } from "./xml-reader.ts";
import { readZipDirectory, type ZipEntry } from "./zip-entries.ts";

type Unpacked = { bytes: number };

/**
 * Reads the first sheet of an xlsx file row by row; rows without a content are left out. Nothing of it stays in memory
 * but what cells share. It takes the processor, so it runs in a thread of its own: see `tables/table-thread.ts`.
 */
export async function* readWorksheet(path: string): AsyncGenerator<TableRow> {
  const file = await open(path, "r");
  try {
    yield* readFirstSheet(file);
  } catch (error) {
    // What is wrong in here is wrong in the file: the packer's codes, the ends of what is cut off.
    throw error instanceof UnreadableTable ? error : new UnreadableTable(null);
  } finally {
    await file.close();
  }
}

const relations = "xl/_rels/workbook.xml.rels";

async function* readFirstSheet(file: FileHandle): AsyncGenerator<TableRow> {
  const directory = await readZipDirectory(file);
  // Without its relations a workbook says nothing of its sheets.
  if (directory === null || !directory.entries.some((entry) => entry.name === relations))
    throw new UnreadableTable(null);
  const [sheet] = directory.entries
    .filter((entry) => worksheetNumber(entry) !== null)
    .sort((a, b) => (worksheetNumber(a) ?? 0) - (worksheetNumber(b) ?? 0));
  if (sheet === undefined) throw new UnreadableTable(null);
  const unpacked: Unpacked = { bytes: 0 };
  const facts: WorkbookFacts = { sharedTexts: [], dateStyles: new Set(), is1904: false };
  for (const [name, read] of factReaders) {
    const part = directory.entries.find((entry) => entry.name === name);
    if (part !== undefined) for await (const _ of readPart(file, part, read(facts), unpacked));
  }
  let rows: TableRow[] = [];
  const events = readRows(facts, (row) => rows.push(row));
  for await (const _ of readPart(file, sheet, events, unpacked)) {
    yield* rows;
    rows = [];
  }
  yield* rows;
}

/** Gives its events what a part holds, chunk by chunk; yields after each. */
async function* readPart(
  file: FileHandle,
  part: ZipEntry,
  events: XmlEvents,
  unpacked: Unpacked,
): AsyncGenerator<void> {
  const xml = createXmlReader(events);
  for await (const chunk of unpack(file, part)) {
    unpacked.bytes += chunk.length;
    if (unpacked.bytes > maxUnpackedBytes) throw tooLarge();
    xml.push(chunk);
    yield;
  }
  xml.end();
}

async function* unpack(file: FileHandle, part: ZipEntry): AsyncGenerator<Buffer> {
  if (part.packed === 0) return;
  if (part.method === 0) {
    yield* packedBytes(file, part);
    return;
  }
  if (part.method !== 8) throw new UnreadableTable(null);
  const source = Readable.from(packedBytes(file, part), { objectMode: false });
  const inflate = createInflateRaw({ chunkSize: pieceBytes });
  source.on("error", (error) => inflate.destroy(error));
  try {
    yield* source.pipe(inflate);
  } finally {
    source.destroy();
  }
}

const pieceBytes = 64 * 1024;

async function* packedBytes(file: FileHandle, { start, packed }: ZipEntry): AsyncGenerator<Buffer> {
  for (let at = start; at < start + packed; ) {
    const length = Math.min(pieceBytes, start + packed - at);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}

function worksheetNumber({ name }: ZipEntry): number | null {
  const [, number] = /^xl\/worksheets\/sheet(\d+)\.xml$/.exec(name) ?? [];
  return number === undefined ? null : Number(number);
}

function tooLarge(): UnreadableTable {
  return new UnreadableTable({ en: "unpacks to more than 200 MB", zh: "解压后超过 200 MB" });
}
