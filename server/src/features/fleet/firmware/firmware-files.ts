import { createHash, randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, mkdir, open, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";

export type FileDigest = { size: number; sha256: string; md5: string };

export type FirmwareFiles = ReturnType<typeof createFirmwareFiles>;

/** What devices install, under `firmware/` of the data folder, each file by its digest: one content lies there once. */
export function createFirmwareFiles(dataDir: string) {
  const folder = join(dataDir, "firmware");
  const pathOf = (sha256: string) => join(folder, sha256);
  return {
    /** Where an upload is written to. */
    async plan(): Promise<string> {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return join(folder, `upload-${randomBytes(12).toString("hex")}`);
    },

    /** Read as a stream: a file of any size costs a few buffers. */
    async digest(path: string): Promise<FileDigest> {
      const sha256 = createHash("sha256");
      const md5 = createHash("md5");
      for await (const chunk of createReadStream(path)) {
        sha256.update(chunk);
        md5.update(chunk);
      }
      const { size } = await stat(path);
      return { size, sha256: sha256.digest("hex"), md5: md5.digest("hex") };
    },

    keep: (path: string, sha256: string): Promise<void> => rename(path, pathOf(sha256)),
    discard: (path: string): Promise<void> => rm(path, { force: true }),
    remove: (sha256: string): Promise<void> => rm(pathOf(sha256), { force: true }),

    /** Null where it is not there: another node has it, or the folder was restored without it. */
    open: (sha256: string): Promise<FileHandle | null> => open(pathOf(sha256), "r").catch(() => null),
  };
}
