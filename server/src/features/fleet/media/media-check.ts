/* What is checked before a picture or a clip is kept: its kind by its content, its size, what was announced of it. */
import { createHash } from "node:crypto";
import { open, readFile } from "node:fs/promises";
import type { MediaKind } from "@tracewater/contract/fleet/media";
import { AppError, fieldError } from "../../../platform/app-error.ts";
import type { BlobStore, Incoming } from "../../../platform/files/blob-store.ts";
import { pictureKindOf, pictureTypes } from "../../../platform/files/picture-kind.ts";
import type { LocalizedText } from "../../../platform/localized-text.ts";
import { clipKindOf } from "./clip-kind.model.ts";
import type { StoredFile } from "./media.store.ts";
import type { VideoTools } from "./video/video-tools.ts";

const megabyte = 1024 * 1024;
export const maxBytes: Record<MediaKind, number> = {
  ...{ picture: 20 * megabyte, clip: 500 * megabyte, sheet: 20 * megabyte },
};
const workbookType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const textTypes = ["text/plain", "text/csv", "text/tab-separated-values"];
export const acceptedTypes: Record<MediaKind, readonly string[]> = {
  picture: Object.values(pictureTypes),
  clip: ["video/mp4", "video/quicktime", "video/webm", "video/x-matroska", "video/mp2t", "video/x-msvideo"],
  sheet: [...textTypes, workbookType],
};

export type Promised = { sha256: string | null; bytes: number | null; type: string };

/** Anyone who keeps what came, once it has been looked at. */
export function createMediaCheck(options: { files: BlobStore; video: VideoTools; now: () => number }) {
  const { files, video } = options;

  /** What was found out of the bytes; throws the Failure that says what is wrong with them. */
  async function inspect(kind: MediaKind, { path }: Incoming, promisedType: string) {
    if (kind === "sheet") return sheetKindOf(await readFile(path), promisedType);
    if (kind === "picture") {
      const found = pictureKindOf(await readFile(path));
      if (found === null)
        throw bad({ en: "must be a PNG, JPEG or WebP picture", zh: "应为 PNG、JPEG 或 WebP 图片" });
      return { type: pictureTypes[found], extension: found, durationMs: null };
    }
    const found = clipKindOf(await readHead(path));
    if (found === null) throw notAVideo();
    const seen = await video.probe(path, found.demuxer);
    if (seen === null) throw notAVideo();
    return { type: found.type, extension: found.extension, durationMs: seen.durationMs };
  }

  /** Checks what came against what was promised, and keeps it. */
  async function keep(kind: MediaKind, incoming: Incoming, promised: Promised): Promise<StoredFile> {
    const { bytes, sha256 } = incoming;
    if (bytes === 0) throw bad({ en: "is empty", zh: "内容为空" });
    if (promised.bytes !== null && promised.bytes !== bytes) {
      throw bad({
        en: `has ${bytes} bytes, but ${promised.bytes} were announced`,
        zh: `大小为 ${bytes} 字节，与声明的 ${promised.bytes} 字节不符`,
      });
    }
    if (promised.sha256 !== null && promised.sha256 !== sha256) {
      throw bad({ en: "does not match the announced SHA-256", zh: "SHA-256 与声明的不符" });
    }
    const { type, extension, durationMs } = await inspect(kind, incoming, promised.type);
    if (acceptedTypes[kind].includes(promised.type) && promised.type !== type) {
      throw bad({
        en: `is ${type}, but was announced as ${promised.type}`,
        zh: `实际类型为 ${type}，与声明的 ${promised.type} 不符`,
      });
    }
    const file = await files.keep(incoming.path, extension);
    return { bytes, type, sha256, file, durationMs, storedAt: new Date(options.now()) };
  }

  return {
    keep,

    /** A clip that lies at `path`, and of which nothing was promised. */
    async keepClip(path: string): Promise<StoredFile> {
      return keep("clip", await describe(path), { sha256: null, bytes: null, type: "" });
    },
  };
}

/** A workbook by its beginning; else text, which has no zero bytes. What is in it is read when it is imported. */
function sheetKindOf(bytes: Buffer, promisedType: string) {
  if (bytes.subarray(0, 4).equals(Buffer.from("PK\u0003\u0004", "latin1")))
    return { type: workbookType, extension: "xlsx", durationMs: null };
  if (bytes.includes(0))
    throw bad({ en: "must be a text table or an xlsx workbook", zh: "应为文本表格或 xlsx 工作簿" });
  const type = textTypes.includes(promisedType) ? promisedType : "text/plain";
  return { type, extension: type === "text/csv" ? "csv" : "txt", durationMs: null };
}

async function describe(path: string): Promise<Incoming> {
  const file = await open(path, "r");
  try {
    const hash = createHash("sha256");
    let bytes = 0;
    for await (const chunk of file.createReadStream({ autoClose: false })) {
      hash.update(chunk);
      bytes += chunk.length;
    }
    return { path, bytes, sha256: hash.digest("hex") };
  } finally {
    await file.close();
  }
}

/** As much of a file as reports its kind. */
export async function readHead(path: string): Promise<Buffer> {
  const file = await open(path, "r");
  try {
    const head = Buffer.alloc(400);
    await file.read(head, 0, head.length, 0);
    return head;
  } finally {
    await file.close();
  }
}

function bad(text: LocalizedText): AppError {
  return fieldError("body", text);
}

function notAVideo(): AppError {
  return bad({
    en: "must be a playable MP4, MOV, WebM, Matroska, MPEG-TS or AVI video",
    zh: "应为可播放的 MP4、MOV、WebM、Matroska、MPEG-TS 或 AVI 视频",
  });
}

export function tooLarge(max: number): AppError {
  const size = max / megabyte;
  return new AppError("tooLarge", {
    en: `The file exceeds ${size} MB.`,
    zh: `文件超过 ${size} MB。`,
  });
}
