/** Opens streams: runs ffmpeg on a source until its first segment is there. */
import { randomBytes } from "node:crypto";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { AppError } from "../../../../platform/app-error.ts";
import type { Log } from "../../../../platform/log.ts";
import { cameraFault } from "./camera-faults.ts";
import { makeWorkFolder } from "./confinement.ts";
import type { FfmpegRun } from "./run-ffmpeg.ts";
import type { VideoSource } from "./video-source.ts";
import { codecIn, type VideoTools } from "./video-tools.ts";

/** Who may fetch the parts of a stream is who may see what it is of. */
export type StreamOf = { kind: "camera" | "clip"; id: number };

export type Stream = { key: string; of: StreamOf; mode: "copy" | "transcode" };

export type Running = Stream & {
  folder: string;
  source: VideoSource;
  run: FfmpegRun;
  since: number;
  askedAt: number;
  isOver: boolean;
  /** The segments that were counted so far, and their bytes. */
  written: { segments: number; bytes: number };
};

const readyMs = 20_000;
const lookEveryMs = 100;
const maxSegmentBytes = 256 * 1024 * 1024;

export function createStreamOpener(options: {
  video: VideoTools;
  folder: string;
  /** Its first segment is there. */
  onReady: (stream: Running) => void;
  log: Log;
  now: () => number;
}) {
  const { video, onReady, log, now } = options;

  async function open(of: StreamOf, openSource: () => Promise<VideoSource>): Promise<Running> {
    const first = await attempt(of, openSource, "copy");
    return first === "notH264" ? required(await attempt(of, openSource, "transcode")) : first;
  }

  async function attempt(of: StreamOf, openSource: () => Promise<VideoSource>, mode: Stream["mode"]) {
    const key = randomBytes(16).toString("hex");
    const folder = join(options.folder, key);
    const source = await openSource();
    let stream: Running | null = null;
    try {
      await makeWorkFolder(video.confinement, folder);
      const args = [...source.args, ...outputArgs(mode, source.isLive)];
      const run = video.run(args, { ...source.feed, folder, maxFileBytes: maxSegmentBytes });
      stream = {
        key,
        of,
        mode,
        folder,
        source,
        run,
        since: now(),
        askedAt: now(),
        isOver: false,
        written: { segments: 0, bytes: 0 },
      };
      const ending = await isReady(stream);
      if (ending === "ready") {
        onReady(stream);
        return stream;
      }
      if (ending === "notH264" && mode === "copy") {
        await discard(stream);
        return "notH264" as const;
      }
      throw new AppError("refused", source.fault() ?? cameraFault.noVideo);
    } catch (error) {
      if (stream === null) source.close();
      else {
        log.info({ of, said: lastLines(stream.run.said()) }, "a video could not be opened");
        await discard(stream);
      }
      throw error;
    }
  }

  return { open };
}

async function isReady(stream: Running): Promise<"ready" | "notH264" | "over"> {
  let isOver = false;
  void stream.run.ended.then(() => {
    isOver = true;
  });
  const until = performance.now() + readyMs;
  while (performance.now() < until) {
    const codec = codecIn(stream.run.said());
    if (stream.mode === "copy" && codec !== null && codec !== "h264") return "notH264";
    const list = await stat(join(stream.folder, "index.m3u8")).catch(() => null); // not written yet
    if (list !== null && list.size > 0) return "ready";
    if (isOver) return "over";
    await delay(lookEveryMs);
  }
  return "over";
}

/** Ends what is read of it, and removes its segments. */
export async function discard(stream: Running): Promise<void> {
  await stream.run.stop();
  stream.source.close();
  await rm(stream.folder, { recursive: true, force: true });
}

function outputArgs(mode: Stream["mode"], isLive: boolean): string[] {
  const picture =
    mode === "copy"
      ? ["-c:v", "copy"]
      : [
          "-c:v",
          "libx264",
          "-preset",
          "ultrafast",
          "-tune",
          "zerolatency",
          "-pix_fmt",
          "yuv420p",
          "-threads",
          "1",
        ];
  const scale = mode === "copy" ? [] : ["-vf", "scale='min(1280,iw)':-2", "-g", "50"];
  const list = isLive
    ? ["-hls_list_size", "6", "-hls_flags", "delete_segments+omit_endlist+temp_file"]
    : ["-hls_list_size", "0", "-hls_playlist_type", "event", "-hls_flags", "temp_file"];
  const names = ["-hls_segment_filename", "s%d.ts", "index.m3u8"];
  return ["-map", "0:v:0", "-an", ...picture, ...scale, "-f", "hls", "-hls_time", "2", ...list, ...names];
}

function required<T>(value: T | null | "notH264"): T {
  if (value === null || value === "notH264")
    throw new Error("a video was re-encoded because it is not H.264");
  return value as T; // what is left of the union
}

/** Addresses in it carry passwords. */
export function lastLines(said: string): string {
  return said.slice(-600).replaceAll(/\/\/[^@\s/]*@/g, "//***@");
}
