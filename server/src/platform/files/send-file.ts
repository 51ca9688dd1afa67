import type { FileHandle } from "node:fs/promises";
import type { FastifyReply } from "fastify";

const types = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  csv: "text/csv; charset=utf-8",
  pdf: "application/pdf",
} as const;

/** Answers with an xlsx file as an attachment. */
export function sendXlsx(reply: FastifyReply, file: FileHandle, name: string): Promise<void> {
  return sendTable(reply, file, name, "xlsx");
}

/** Answers with a file as an attachment; its name is in `download-filename` too, for scripts. */
export async function sendTable(
  reply: FastifyReply,
  file: FileHandle,
  name: string,
  format: keyof typeof types,
): Promise<void> {
  const { size } = await file.stat();
  const encoded = encodeURIComponent(name);
  reply
    .type(types[format])
    .header("content-length", size)
    .header("content-disposition", `attachment; filename*=UTF-8''${encoded}`)
    .header("download-filename", encoded);
  reply.send(file.createReadStream());
}
