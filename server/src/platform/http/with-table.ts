import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import type { FastifyRequest } from "fastify";
import type { Caller } from "../caller.ts";
import type { ExportFiles } from "../files/export-files.ts";
import type { TableFile, TableReader } from "../tables/table-reader.ts";
import { takeUpload } from "./take-upload.ts";

export type UploadedTable = { table: TableFile; fileName: string; sha256: string };

/**
 * Work on the one table of a multipart body, which is kept as long as that. A user's tables are worked on one after
 * the other. The place is taken once the file is here: who sends it slowly keeps nobody waiting. Who hangs up ends it.
 */
export async function withTable<T>(
  parts: { files: ExportFiles; tables: TableReader; maxRows: number },
  { request, caller }: { request: FastifyRequest; caller: Caller },
  work: (upload: UploadedTable) => Promise<T>,
): Promise<T> {
  const { files, tables } = parts;
  const path = await files.planUpload();
  const gone = new AbortController();
  const giveUp = () => gone.abort();
  request.raw.socket.once("close", giveUp);
  try {
    const { fileName } = await takeUpload(request, path);
    const { signal } = gone;
    const readAndWork = async () => {
      const table = await tables.read(path, parts.maxRows, signal);
      return work({ table, fileName, sha256: await digestOf(path) });
    };
    return await tables.slots.run(String(caller.userId), readAndWork, signal);
  } finally {
    request.raw.socket.off("close", giveUp);
    await files.discard(path);
  }
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest("hex");
}
