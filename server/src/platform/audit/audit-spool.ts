import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { AuditRecord } from "./audit-record.ts";

/**
 * Where records wait while the database cannot take them: a file in `DATA_DIR/audit/`, synced line by line, so that an
 * answer may leave although the database went away between the change and its record.
 */
export function createAuditSpool(dataDir: string) {
  const folder = join(dataDir, "audit");
  const file = join(folder, "waiting.jsonl");
  const taken = join(folder, "taken.jsonl");
  let writing: Promise<void> = Promise.resolve();

  async function append(record: AuditRecord): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const handle = await open(file, "a", 0o600);
    try {
      // A feed before it too: a line that a power cut tore off is alone.
      await handle.write(`\n${JSON.stringify(record)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
  }

  return {
    /** Resolves once the record is on disk. */
    add(record: AuditRecord): Promise<void> {
      const added = writing.then(() => append(record));
      writing = added.catch(() => undefined); // reported to its own caller
      return added;
    },

    /** All that waits, set aside until `done`; what a crash left set aside comes first. */
    async take(): Promise<AuditRecord[]> {
      await writing;
      const left = await read(taken);
      if (left.length > 0) return left;
      const moved = await rename(file, taken).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code === "ENOENT") return false;
          throw error;
        },
      );
      return moved ? read(taken) : [];
    },

    async done(): Promise<void> {
      await rm(taken, { force: true });
    },
  };
}

async function read(path: string): Promise<AuditRecord[]> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  return text.split("\n").flatMap((line) => {
    if (line === "") return [];
    try {
      return [JSON.parse(line)]; // written by `append` above
    } catch {
      return []; // torn: it was being written when the machine stopped, and its answer never left
    }
  });
}
