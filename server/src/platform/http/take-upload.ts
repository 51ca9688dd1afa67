import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { FastifyRequest } from "fastify";
import { AppError, fieldError } from "../app-error.ts";

/** Looks at the first bytes of a file, at most 64 kB, and throws where the rest is not worth reading. */
export type CheckStart = (start: Buffer) => void;

/** Writes the one file of a multipart body to `path`; what is wrong with the upload is reported at the field `file`. */
export async function takeUpload(
  request: FastifyRequest,
  path: string,
  checkStart?: CheckStart,
): Promise<{ fileName: string }> {
  if (!request.isMultipart?.()) throw noFile();
  try {
    return { fileName: await writeFilePart(request, path, checkStart) };
  } catch (error) {
    throw isOfBody(error)
      ? fieldError("file", { en: "was not uploaded completely", zh: "文件未完整上传" })
      : error;
  }
}

export type TakenFile = { path: string; fileName: string };

/** Writes all files of a multipart body, each to a place of its own; `taken` names those that are there so far. */
export async function takeUploads(
  request: FastifyRequest,
  plan: () => Promise<string>,
  taken: TakenFile[],
): Promise<void> {
  if (!request.isMultipart?.()) throw noFile();
  try {
    await writeFileParts(request, Number.POSITIVE_INFINITY, async (fileName) => {
      const path = await plan();
      taken.push({ path, fileName });
      return path;
    });
  } catch (error) {
    throw isOfBody(error)
      ? fieldError("file", { en: "was not uploaded completely", zh: "文件未完整上传" })
      : error;
  }
  if (taken.length === 0) throw noFile();
}

/** Gives the name that the file had where it came from. */
async function writeFilePart(
  request: FastifyRequest,
  path: string,
  checkStart?: CheckStart,
): Promise<string> {
  let name: string | null = null;
  const pathFor = async (fileName: string) => {
    name = fileName;
    return path;
  };
  await writeFileParts(request, 1, pathFor, checkStart);
  if (name === null) throw noFile();
  return name;
}

async function writeFileParts(
  request: FastifyRequest,
  max: number,
  pathFor: (fileName: string) => Promise<string>,
  checkStart: CheckStart = () => undefined,
): Promise<void> {
  let written = 0;
  const ended = new AbortController();
  // Of a body that breaks off the reader may never say so. All bytes are here then, and few of them unwritten.
  const giveUp = () => setTimeout(() => ended.abort(), timeoutMs).unref();
  request.raw.once("end", giveUp);
  for await (const part of request.parts()) {
    if (part.type !== "file") continue;
    const path = await pathFor(part.filename);
    const to = createWriteStream(path, { mode: 0o600 });
    // Refused at once: the multipart reader would otherwise read to the end of the body.
    const { RequestFileTooLargeError } = request.server.multipartErrors;
    part.file.once("limit", () => part.file.destroy(new RequestFileTooLargeError()));
    await pipeline(part.file, checkingStart(checkStart), to, { signal: ended.signal });
    if (part.file.truncated) throw new RequestFileTooLargeError();
    written += 1;
    if (written === max) return;
  }
}

const timeoutMs = 1000;

/** Passes all bytes on, the first of them after the check. */
function checkingStart(check: CheckStart) {
  return async function* (source: AsyncIterable<Buffer>) {
    let isFirst = true;
    for await (const chunk of source) {
      if (isFirst) check(chunk);
      isFirst = false;
      yield chunk;
    }
  };
}

function noFile(): AppError {
  return fieldError("file", { en: "choose a file", zh: "请选择文件" });
}

/** What the multipart reader says of a body: most of it has no code, while the disk's faults have one. */
function isOfBody(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof AppError) return false;
  const code = "code" in error ? String(error.code) : "";
  return (
    code === "" ||
    code === "ERR_STREAM_PREMATURE_CLOSE" ||
    code === "ABORT_ERR" ||
    /^FST_((PARTS|FILES|FIELDS)_LIMIT|PROTO_VIOLATION)$/.test(code)
  );
}
