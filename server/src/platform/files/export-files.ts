/*
 * Files that the server makes for one user (exports, the faults of an import) and those that a user uploads for a
 * job. They lie under `files/` of the data folder, each user's in a folder of their own; anyone who asks gives a name
 * and never a path, and finds only what was made for them.
 */
import { randomBytes } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

const ttlMs = 24 * 3_600_000;

export type ExportFiles = ReturnType<typeof createExportFiles>;

/** Files whose name begins with this go with their first fetch, whatever was asked for: they hold secrets. */
const once = "once";

/** A place to write to, and the name by which its owner fetches it. */
export type ExportFile = { name: string; path: string };

export function createExportFiles(options: { dataDir: string; now: () => number }) {
  const root = join(options.dataDir, "files");
  const uploads = join(root, "uploads");

  async function makeFolder(folder: string): Promise<string> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return folder;
  }

  return {
    /** `subject` is in the name: `samplePoint-3f9c….xlsx`. */
    async plan(ownerId: number, subject: string, format: "xlsx" | "csv" = "xlsx"): Promise<ExportFile> {
      const name = `${subject}-${randomBytes(12).toString("hex")}.${format}`;
      return { name, path: join(await makeFolder(join(root, String(ownerId))), name) };
    },

    /** A place for a file that is being uploaded. */
    async planUpload(): Promise<string> {
      return join(await makeFolder(uploads), randomBytes(12).toString("hex"));
    },

    /** Opens a file of its owner; null where they have none of this name. With `remove` it is gone afterwards. */
    async open(ownerId: number, name: string, remove: boolean): Promise<FileHandle | null> {
      if (!/^[A-Za-z]+-[0-9a-f]{24}\.(?:xlsx|csv)$/.test(name)) return null;
      const path = join(root, String(ownerId), name);
      const handle = await open(path, "r").catch(() => null); // not there, whatever the reason
      if (handle !== null && (remove || name.startsWith(once))) await rm(path, { force: true });
      return handle;
    },

    async discard(path: string): Promise<void> {
      await rm(path, { force: true });
    },

    /** At the start and by schedule: what nobody fetched goes, and uploads whose job a crash ended; how many went. */
    async expire(olderThanMs = ttlMs): Promise<number> {
      const owners = await readdir(root).catch(() => []); // nothing was ever made
      let gone = 0;
      for (const owner of owners) gone += await expireFolder(join(root, owner), options.now() - olderThanMs);
      return gone;
    },
  };
}

async function expireFolder(folder: string, before: number): Promise<number> {
  let gone = 0;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null); // fetched, and so gone, in this very moment
    if (found === null || found.mtimeMs >= before) continue;
    await rm(path, { force: true });
    gone += 1;
  }
  return gone;
}
