import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { FastifyRequest } from "fastify";
import type { MadeFiles } from "../files/made-files.ts";
import { takeUpload } from "./take-upload.ts";

export type Upload = { path: string; fileName: string; sha256: string };

/** Work on the one file of a multipart body, which lives as long as that. */
export async function withUpload<T>(
  files: MadeFiles,
  request: FastifyRequest,
  work: (upload: Upload) => Promise<T>,
): Promise<T> {
  const path = await files.planUpload();
  try {
    const { fileName } = await takeUpload(request, path);
    const sha256 = createHash("sha256")
      .update(await readFile(path))
      .digest("hex");
    return await work({ path, fileName, sha256 });
  } finally {
    await files.discard(path);
  }
}
