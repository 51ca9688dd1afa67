/*
 * Files that are kept for a long time: what devices and people hand in. They lie under a folder of the data folder,
 * in one folder for each two letters of their names, which are drawn by chance. A file is there whole or not at all:
 * bytes go into `incoming/` first and are moved when all is said of them.
 */
import { createHash, randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";

export type BlobStore = ReturnType<typeof createBlobStore>;

/** A file that has come whole and is not kept yet. */
export type Incoming = { path: string; bytes: number; sha256: string };

/** More bytes came than were allowed; nothing of them is left. */
export class TooManyBytes extends Error {}

const namePattern = /^[0-9a-f]{32}\.[a-z0-9]{1,5}$/;
/** An upload that a crash cut off goes after that long. */
const strayMs = 24 * 3_600_000;

export function createBlobStore(options: { folder: string }) {
  const incoming = join(options.folder, "incoming");

  const pathOf = (name: string) => {
    if (!namePattern.test(name)) throw new Error("invalid name of a stored file");
    return join(options.folder, name.slice(0, 2), name);
  };

  return {
    /** Writes a stream to the disk as it comes, counted and hashed; on any failure nothing of it is left. */
    async receive(
      from: Readable,
      max: number,
      watched: { signal: AbortSignal; onBytes: () => void },
    ): Promise<Incoming> {
      await mkdir(incoming, { recursive: true, mode: 0o700 });
      const path = join(incoming, randomBytes(16).toString("hex"));
      const hash = createHash("sha256");
      let bytes = 0;
      const count = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          bytes += chunk.length;
          if (bytes > max) return done(new TooManyBytes());
          hash.update(chunk);
          watched.onBytes();
          done(null, chunk);
        },
      });
      try {
        await pipeline(from, count, createWriteStream(path, { mode: 0o600 }), {
          signal: watched.signal,
        });
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
      return { path, bytes, sha256: hash.digest("hex") };
    },

    /** A place in `incoming/` that another program writes to. */
    async plan(extension: string): Promise<string> {
      await mkdir(incoming, { recursive: true, mode: 0o700 });
      return join(incoming, `${randomBytes(16).toString("hex")}.${extension}`);
    },

    /** Makes an incoming file a kept one; its name. */
    async keep(path: string, extension: string): Promise<string> {
      const name = `${randomBytes(16).toString("hex")}.${extension}`;
      await mkdir(join(options.folder, name.slice(0, 2)), { recursive: true, mode: 0o700 });
      await rename(path, pathOf(name));
      return name;
    },

    pathOf,

    /** Keeps bytes that were made from a kept file, under its name with another extension. */
    async keepDerived(bytes: Buffer, name: string): Promise<void> {
      const path = join(incoming, `${randomBytes(16).toString("hex")}.made`);
      await mkdir(incoming, { recursive: true, mode: 0o700 });
      await writeFile(path, bytes, { mode: 0o600 });
      await rename(path, pathOf(name));
    },

    /** Null where it is not there, whatever the reason. */
    open: (name: string): Promise<FileHandle | null> => open(pathOf(name), "r").catch(() => null),

    remove: (name: string): Promise<void> => rm(pathOf(name), { force: true }),

    discard: (path: string): Promise<void> => rm(path, { force: true }),

    /** What a crash left half written goes. */
    async expire(now: number): Promise<void> {
      for (const name of await readdir(incoming).catch(() => [])) {
        const found = await stat(join(incoming, name)).catch(() => null); // finished in this very moment
        if (found !== null && found.mtimeMs < now - strayMs)
          await rm(join(incoming, name), { recursive: true, force: true });
      }
    },
  };
}
