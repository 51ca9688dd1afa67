/*
 * Where the entries of a zip file lie, by its directory. They have to follow each other without gaps, so that
 * nothing is in the file that the directory does not name. Zip64 and split archives are not taken.
 */
import { type FileHandle, open } from "node:fs/promises";

export type ZipEntry = {
  name: string;
  /** 0 is stored, 8 deflated. */
  method: number;
  /** From its own head to the next one's: `[at, end)`. */
  at: number;
  end: number;
  /** Its packed bytes: `[start, start + packed)`. */
  start: number;
  packed: number;
};

/** `end` is where the directory begins. */
export type ZipDirectory = { entries: readonly ZipEntry[]; end: number; size: number };

const directoryEnd = 0x06054b50;
const directoryEntry = 0x02014b50;
const localEntry = 0x04034b50;
const maxTail = 65_557;
const maxEntries = 500;
const maxDirectory = 1024 * 1024;
/** Behind an entry its sizes may be reported once more. */
const maxDescriptor = 24;

type Named = Pick<ZipEntry, "name" | "method" | "at" | "packed">;

/** Null where the file is no such zip. */
export async function readZipDirectory(file: FileHandle): Promise<ZipDirectory | null> {
  const { size } = await file.stat();
  const tail = await readAt(file, Math.max(0, size - maxTail), Math.min(size, maxTail));
  let last = tail.length - 22;
  while (last >= 0 && tail.readUInt32LE(last) !== directoryEnd) last -= 1;
  if (last < 0) return null;
  const count = tail.readUInt16LE(last + 10);
  const length = tail.readUInt32LE(last + 12);
  const end = tail.readUInt32LE(last + 16);
  if (count === 0 || count > maxEntries || length > maxDirectory) return null;
  if (end + length > size) return null;
  const named = readNames(await readAt(file, end, length), count);
  const entries = named === null ? null : await placeEntries(file, named, end);
  return entries === null ? null : { entries, end, size };
}

function readNames(directory: Buffer, count: number): Named[] | null {
  const entries: Named[] = [];
  let at = 0;
  for (let number = 0; number < count; number++) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== directoryEntry) return null;
    const nameEnd = at + 46 + directory.readUInt16LE(at + 28);
    entries.push({
      name: directory.toString("utf8", at + 46, nameEnd),
      method: directory.readUInt16LE(at + 10),
      at: directory.readUInt32LE(at + 42),
      packed: directory.readUInt32LE(at + 20),
    });
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries.sort((a, b) => a.at - b.at);
}

async function placeEntries(
  file: FileHandle,
  named: readonly Named[],
  end: number,
): Promise<ZipEntry[] | null> {
  const placed: ZipEntry[] = [];
  let expected = 0;
  for (const [place, entry] of named.entries()) {
    const slack = place === 0 ? 0 : maxDescriptor;
    const local = await readAt(file, entry.at, 30);
    if (entry.at < expected || entry.at > expected + slack) return null;
    if (local.length < 30 || local.readUInt32LE(0) !== localEntry) return null;
    const start = entry.at + 30 + local.readUInt16LE(26) + local.readUInt16LE(28);
    expected = start + entry.packed;
    placed.push({ ...entry, start, end: named[place + 1]?.at ?? end });
  }
  return end >= expected && end <= expected + maxDescriptor ? placed : null;
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/** Whether a file can be read as a zip at all; what its entries hold is not looked at. */
export async function isZip(path: string): Promise<boolean> {
  const file = await open(path, "r");
  try {
    return (await readZipDirectory(file)) !== null;
  } finally {
    await file.close();
  }
}
