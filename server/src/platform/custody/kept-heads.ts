import { type FileHandle, mkdir, open, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  collectKeptHeads,
  type KeptHeads,
  type KeptLine,
  readKeptLine,
  writeKeptLine,
} from "@tracewater/custody/kept-heads";

const tailBytes = 64 * 1024;

/** What is known from the file: `missing` where there is none, `damaged` where it cannot be read. */
export type ReadHeads =
  | ({ state: "read" } & KeptHeads)
  | { state: "missing" }
  | { state: "damaged"; reason: string };

export type KeptHeadsFile = ReturnType<typeof createKeptHeadsFile>;

/**
 * The signed heads of one chain in `DATA_DIR/keys/heads/CHAIN.jsonl` (0600), next to the key that signs them: anyone
 * who can write in the database alone cannot change them. Lines are only appended, and synced one by one.
 */
export function createKeptHeadsFile(options: { dataDir: string; chain: string }) {
  const { chain } = options;
  const path = join(options.dataDir, "keys", "heads", `${chain}.jsonl`);

  async function readText(isWhole: boolean): Promise<string | null> {
    const handle = await open(path, "r").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return null;
      throw error;
    });
    if (handle === null) return null;
    try {
      const { size } = await handle.stat();
      const from = isWhole ? 0 : Math.max(0, size - tailBytes);
      const bytes = Buffer.alloc(size - from);
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, from);
      const text = bytes.toString("utf8", 0, bytesRead);
      // What begins in the middle of a line begins with the line after it.
      return from === 0 ? text : text.slice(text.indexOf("\n") + 1);
    } finally {
      await handle.close();
    }
  }

  function parse(text: string): ReadHeads {
    const texts = text.split("\n");
    // A power cut may tear off the line that was being written. Its head is in the database, and is kept again.
    texts.pop();
    const lines: KeptLine[] = [];
    for (const one of texts) {
      const line = one === "" ? undefined : readKeptLine(one);
      if (line === null) return { state: "damaged", reason: `${path} holds a line that is no signed head` };
      if (line !== undefined) lines.push(line);
    }
    return { state: "read", ...collectKeptHeads(chain, lines) };
  }

  return {
    path,

    /** The whole file, or its end alone: that is enough to sign on, and does not grow with the years. */
    async read(part: "whole" | "end"): Promise<ReadHeads> {
      try {
        const text = await readText(part === "whole");
        return text === null ? { state: "missing" } : parse(text);
      } catch (error) {
        return { state: "damaged", reason: error instanceof Error ? error.message : String(error) };
      }
    },

    /** Resolves once the lines are on disk; without a line it makes the file. */
    async append(lines: readonly KeptLine[]): Promise<void> {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const handle = await open(path, "a+", 0o600);
      try {
        await dropTornLine(handle);
        await handle.write(lines.map(writeKeptLine).join(""));
        await handle.sync();
      } finally {
        await handle.close();
      }
      await syncFolder(dirname(path));
    },

    /** Puts a file aside that cannot be read; its name then, or null where there is none. */
    async setAside(atMs: number): Promise<string | null> {
      const aside = `${path}.damaged-${atMs}`;
      return rename(path, aside).then(
        () => aside,
        (error: NodeJS.ErrnoException) => {
          if (error.code === "ENOENT") return null;
          throw error;
        },
      );
    },
  };
}

async function dropTornLine(handle: FileHandle): Promise<void> {
  const { size } = await handle.stat();
  const bytes = Buffer.alloc(Math.min(size, tailBytes));
  await handle.read(bytes, 0, bytes.length, size - bytes.length);
  const torn = bytes.length - 1 - bytes.lastIndexOf("\n");
  if (torn > 0) await handle.truncate(size - torn);
}

/** A new file is there after a power cut only when its folder is synced too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
