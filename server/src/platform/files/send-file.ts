import type { FileHandle } from "node:fs/promises";
import type { FastifyReply } from "fastify";

const xlsxType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Answers with an xlsx file as an attachment; its name stands in `download-filename` too, for scripts. */
export async function sendXlsx(reply: FastifyReply, file: FileHandle, name: string): Promise<void> {
  const { size } = await file.stat();
  const encoded = encodeURIComponent(name);
  reply
    .type(xlsxType)
    .header("content-length", size)
    .header("content-disposition", `attachment; filename*=UTF-8''${encoded}`)
    .header("download-filename", encoded);
  reply.send(file.createReadStream());
}
