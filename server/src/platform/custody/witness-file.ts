import { chmod, mkdir, open, readFile, rename } from "node:fs/promises";
import { dirname } from "node:path";
import { fromBase64, toBase64 } from "@tracewater/custody/base64";
import type { TreeHead } from "@tracewater/custody/checkpoint";
import { type SigningKey, signingKey } from "@tracewater/custody/head";
import { z } from "zod";

const kept = z.strictObject({
  secretKey: z.string().regex(/^[0-9a-f]{64}$/),
  /** By the log's origin: the head that was countersigned last. */
  logs: z.record(z.string(), z.strictObject({ size: z.number().int().min(0), root: z.string() })),
});

export type WitnessFile = Awaited<ReturnType<typeof openWitnessFile>>;

/** The one file of a witness (0600): its key, and what it countersigned last of each log. Made at the first start. */
export async function openWitnessFile(path: string) {
  const found = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  const state =
    found === null ? { secretKey: signingKey().secretKey, logs: {} } : kept.parse(JSON.parse(found));
  const key: SigningKey = signingKey(state.secretKey);
  const logs = new Map(Object.entries(state.logs));

  /** Resolves once it is on disk, whole or not at all: a witness that forgets would countersign two views. */
  async function save(): Promise<void> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const incoming = `${path}.incoming`;
    const handle = await open(incoming, "w", 0o600);
    try {
      await handle.writeFile(
        `${JSON.stringify({ secretKey: key.secretKey, logs: Object.fromEntries(logs) })}\n`,
      );
      await handle.sync();
    } finally {
      await handle.close();
    }
    await chmod(incoming, 0o600);
    await rename(incoming, path);
    const folder = await open(dirname(path), "r");
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }

  if (found === null) await save();
  return {
    key,

    last(origin: string): TreeHead | null {
      const log = logs.get(origin);
      const root = log === undefined ? null : fromBase64(log.root);
      return log === undefined || root === null ? null : { size: log.size, root };
    },

    async keep(origin: string, { size, root }: TreeHead): Promise<void> {
      logs.set(origin, { size, root: toBase64(root) });
      await save();
    },
  };
}
