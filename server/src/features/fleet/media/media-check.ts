/* What is checked before a picture or a clip is kept: its kind by its content, its size, what was announced of it. */
import { createHash } from "node:crypto";
import { open, readFile } from "node:fs/promises";
import type { MediaKind } from "@tracewater/contract/fleet/media";
import { badField, Failure } from "../../../platform/failure.ts";
import type { Incoming, KeptFiles } from "../../../platform/files/kept-files.ts";
import { pictureKindOf, pictureTypes } from "../../../platform/files/picture-kind.ts";
import type { Words } from "../../../platform/words.ts";
import { clipKindOf } from "./clip-kind.model.ts";
import type { StoredFacts } from "./media.store.ts";
import type { VideoTools } from "./video/video-tools.ts";

const megabyte = 1024 * 1024;
export const mostBytes: Record<MediaKind, number> = { picture: 20 * megabyte, clip: 500 * megabyte };
export const acceptedTypes: Record<MediaKind, readonly string[]> = {
  picture: Object.values(pictureTypes),
  clip: ["video/mp4", "video/quicktime", "video/webm", "video/x-matroska", "video/mp2t", "video/x-msvideo"],
};

export type Promised = { sha256: string | null; bytes: number | null; type: string };

/** Whoever keeps what came, once it has been looked at. */
export function createMediaCheck(options: { files: KeptFiles; video: VideoTools; now: () => number }) {
  const { files, video } = options;

  /** What was found out of the bytes; throws the Failure that says what is wrong with them. */
  async function inspect(kind: MediaKind, { path }: Incoming) {
    if (kind === "picture") {
      const found = pictureKindOf(await readFile(path));
      if (found === null)
        throw bad({ en: "is not a PNG, JPEG or WebP picture", zh: "不是有效的 PNG、JPEG 或 WebP 图片" });
      return { type: pictureTypes[found], extension: found, durationMs: null };
    }
    const found = clipKindOf(await readHead(path));
    if (found === null) throw notAVideo();
    const seen = await video.probe(path, found.demuxer);
    if (seen === null) throw notAVideo();
    return { type: found.type, extension: found.extension, durationMs: seen.durationMs };
  }

  /** Checks what came against what was promised, and keeps it. */
  async function keep(kind: MediaKind, incoming: Incoming, promised: Promised): Promise<StoredFacts> {
    const { bytes, sha256 } = incoming;
    if (bytes === 0) throw bad({ en: "is empty", zh: "内容为空" });
    if (promised.bytes !== null && promised.bytes !== bytes) {
      throw bad({
        en: `has ${bytes} bytes, and ${promised.bytes} were announced`,
        zh: `大小为 ${bytes} 字节，与声明的 ${promised.bytes} 字节不符`,
      });
    }
    if (promised.sha256 !== null && promised.sha256 !== sha256) {
      throw bad({ en: "has another SHA-256 than was announced", zh: "SHA-256 与声明的不符" });
    }
    const { type, extension, durationMs } = await inspect(kind, incoming);
    if (acceptedTypes[kind].includes(promised.type) && promised.type !== type) {
      throw bad({
        en: `is ${type}, and was said to be ${promised.type}`,
        zh: `实际类型为 ${type}，与声明的 ${promised.type} 不符`,
      });
    }
    const file = await files.keep(incoming.path, extension);
    return { bytes, type, sha256, file, durationMs, storedAt: new Date(options.now()) };
  }

  return {
    keep,

    /** A clip that lies at `path`, and of which nothing was promised. */
    async keepClip(path: string): Promise<StoredFacts> {
      return keep("clip", await describe(path), { sha256: null, bytes: null, type: "" });
    },
  };
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

/** As much of a file as tells its kind. */
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

function bad(words: Words): Failure {
  return badField("body", words);
}

function notAVideo(): Failure {
  return bad({
    en: "is not a video in MP4, MOV, WebM, Matroska, MPEG-TS or AVI that can be played",
    zh: "不是可播放的 MP4、MOV、WebM、Matroska、MPEG-TS 或 AVI 视频",
  });
}

export function tooLarge(most: number): Failure {
  const size = most / megabyte;
  return new Failure("tooLarge", {
    en: `The file is larger than ${size} MB.`,
    zh: `文件超过 ${size} MB。`,
  });
}
