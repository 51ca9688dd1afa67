import type { FileHandle } from "node:fs/promises";
import type { FastifyReply, FastifyRequest } from "fastify";

/** First and last byte of a part of a file. */
export type ByteRange = { first: number; last: number };

/**
 * Answers a device with a file or the part of it that it asks for (RFC 9110, 14), so that a download that broke off
 * goes on where it was. The tag is the digest of the content: a part is only ever added to parts of the same file.
 */
export async function sendRange(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  file: { handle: FileHandle; size: number; digest: string; name: string },
): Promise<void> {
  const tag = `"${file.digest}"`;
  reply
    .type("application/octet-stream")
    .header("accept-ranges", "bytes")
    .header("etag", tag)
    .header("content-disposition", `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`);
  const isSame = request.headers["if-range"] === undefined || request.headers["if-range"] === tag;
  const range = isSame ? readRange(request.headers.range, file.size) : null;
  if (range === "unsatisfiable") {
    await file.handle.close();
    reply.status(416).header("content-range", `bytes */${file.size}`).send("");
    return;
  }
  if (range === null) {
    reply.header("content-length", file.size).send(file.handle.createReadStream());
    return;
  }
  reply
    .status(206)
    .header("content-range", `bytes ${range.first}-${range.last}/${file.size}`)
    .header("content-length", range.last - range.first + 1)
    .send(file.handle.createReadStream({ start: range.first, end: range.last }));
}

/** One range; null where the whole file is to be sent: none asked for, several, or what is no range (14.2). */
export function readRange(header: string | undefined, size: number): ByteRange | "unsatisfiable" | null {
  const read = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "");
  if (read === null) return null;
  const [, from = "", to = ""] = read;
  if (from === "" && to === "") return null;
  if (from === "") {
    const length = Math.min(Number(to), size);
    return length === 0 ? "unsatisfiable" : { first: size - length, last: size - 1 };
  }
  const first = Number(from);
  const last = to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (first >= size) return "unsatisfiable";
  return last < first ? null : { first, last };
}
