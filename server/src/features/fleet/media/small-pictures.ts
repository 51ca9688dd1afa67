import type { FileHandle } from "node:fs/promises";
import type { BlobStore } from "../../../platform/files/blob-store.ts";
import { fileInput, type VideoTools } from "./video/video-tools.ts";

/** Pictures of no more bytes go out as they are. */
const smallBytes = 64 * 1024;
const widest = 480;
const smallMaxBytes = 1024 * 1024;
const maxPerBatch = 2;
const timeoutMs = 10_000;

const readers: Record<string, string> = { png: "png_pipe", jpg: "jpeg_pipe", webp: "webp_pipe" };

/**
 * Pictures as lists show them: made by ffmpeg when somebody first looks, kept alongside the picture. Where none can be
 * made the picture itself is good enough.
 */
export function createSmallPictures(options: { files: BlobStore; video: VideoTools }) {
  const { files, video } = options;
  const making = new Map<string, Promise<boolean>>();
  const waiting: (() => void)[] = [];
  let running = 0;

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= maxPerBatch) await new Promise<void>((resolve) => waiting.push(resolve));
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  }

  async function make(file: string, small: string): Promise<boolean> {
    const reader = readers[file.split(".")[1] ?? ""];
    if (reader === undefined || !video.isThere) return false;
    const source = await video.openForFfmpeg(files.pathOf(file));
    try {
      const shrink = ["-vf", `scale='min(${widest},iw)':-2`, "-frames:v", "1", "-q:v", "5", "-f", "mjpeg"];
      const run = video.run([...fileInput(reader), "-map", "0:v:0", ...shrink, "pipe:1"], {
        file: source.fd,
        maxSeconds: timeoutMs / 1000,
        maxFileBytes: 64 * 1024,
        maxOutputBytes: smallMaxBytes,
      });
      const limit = setTimeout(() => void run.stop(), timeoutMs);
      const code = await run.ended;
      clearTimeout(limit);
      if (code !== 0 || run.output().length === 0) return false;
      await files.keepDerived(run.output(), small);
      return true;
    } finally {
      await source.close();
    }
  }

  /** Two who look at once wait for one. */
  function makeOnce(file: string, small: string): Promise<boolean> {
    const underway = making.get(small);
    if (underway !== undefined) return underway;
    const work = inTurn(() => make(file, small))
      .catch(() => false) // too many videos play just now: the picture itself is shown
      .finally(() => making.delete(small));
    making.set(small, work);
    return work;
  }

  return {
    /** Null where the picture itself is to be shown. */
    async open(picture: { file: string; bytes: number }): Promise<FileHandle | null> {
      if (picture.bytes <= smallBytes) return null;
      const small = nameOf(picture.file);
      const there = await files.open(small);
      if (there !== null) return there;
      return (await makeOnce(picture.file, small)) ? files.open(small) : null;
    },

    /** With the picture. */
    remove: (file: string): Promise<void> => files.remove(nameOf(file)),
  };
}

function nameOf(file: string): string {
  return `${file.split(".")[0]}.small`;
}
