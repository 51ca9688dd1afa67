import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { FastifyRequest } from "fastify";
import { badField, Failure } from "../failure.ts";

/** Writes the one file of a multipart body to `path`; what is wrong with the upload is told at the field `file`. */
export async function takeUpload(request: FastifyRequest, path: string): Promise<{ fileName: string }> {
  if (!request.isMultipart?.()) throw noFile();
  try {
    return { fileName: await writeFilePart(request, path) };
  } catch (error) {
    throw isOfBody(error) ? badField("file", { en: "did not arrive whole", zh: "文件未完整上传" }) : error;
  }
}

/** Gives the name that the file had where it came from. */
async function writeFilePart(request: FastifyRequest, path: string): Promise<string> {
  const ended = new AbortController();
  // Of a body that breaks off the reader may never say so. All bytes are here then, and few of them unwritten.
  const giveUp = () => setTimeout(() => ended.abort(), patienceMs).unref();
  request.raw.once("end", giveUp);
  for await (const part of request.parts()) {
    if (part.type !== "file") continue;
    await pipeline(part.file, createWriteStream(path, { mode: 0o600 }), { signal: ended.signal });
    if (part.file.truncated) throw new request.server.multipartErrors.RequestFileTooLargeError();
    return part.filename;
  }
  throw noFile();
}

const patienceMs = 2000;

function noFile(): Failure {
  return badField("file", { en: "choose a file", zh: "请选择文件" });
}

/** What the multipart reader says of a body: most of it has no code, while the disk's faults have one. */
function isOfBody(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof Failure) return false;
  const code = "code" in error ? String(error.code) : "";
  return (
    code === "" ||
    code === "ERR_STREAM_PREMATURE_CLOSE" ||
    code === "ABORT_ERR" ||
    /^FST_(PARTS|FILES|FIELDS)_LIMIT$/.test(code)
  );
}
