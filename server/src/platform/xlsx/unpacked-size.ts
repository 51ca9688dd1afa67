import { type FileHandle, open } from "node:fs/promises";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createInflateRaw } from "node:zlib";
import { readZipDirectory, type ZipEntry } from "./zip-entries.ts";

export type Measured = "fits" | "tooLarge" | "notAZip";

/**
 * Measures what a zip file unpacks to, before anything reads it: the sizes that it declares may lie, so every entry
 * is inflated and counted, up to `max` bytes.
 */
export async function measureUnpacked(path: string, max: number): Promise<Measured> {
  const file = await open(path, "r");
  try {
    const directory = await readZipDirectory(file);
    if (directory === null) return "notAZip";
    let total = 0;
    for (const entry of directory.entries) {
      total += await inflatedSize(file, entry, max - total);
      if (total > max) return "tooLarge";
    }
    return "fits";
  } catch (error) {
    if (error instanceof Error && "code" in error && String(error.code).startsWith("Z_")) return "notAZip";
    throw error;
  } finally {
    await file.close();
  }
}

async function inflatedSize(file: FileHandle, entry: ZipEntry, max: number): Promise<number> {
  if (entry.method === 0 || entry.packed === 0) return entry.packed;
  let size = 0;
  const enough = new AbortController();
  const count = new Writable({
    write(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > max) enough.abort();
      done();
    },
  });
  const end = entry.start + entry.packed - 1;
  const packed = file.createReadStream({ start: entry.start, end, autoClose: false });
  await pipeline(packed, createInflateRaw(), count, { signal: enough.signal }).catch((error: unknown) => {
    if (!enough.signal.aborted) throw error;
  });
  return size;
}
