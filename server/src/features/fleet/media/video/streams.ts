/*
 * Videos that are being watched: for each camera or clip one ffmpeg that cuts it into segments (HLS, RFC 8216) for as
 * long as somebody fetches them. H.264 passes as it is; anything else is encoded again, which costs the processor.
 * Sound is left out: nobody needs to be overheard alongside a sampler.
 */
import { randomBytes } from "node:crypto";
import { type FileHandle, mkdir, open, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { AppError } from "../../../../platform/app-error.ts";
import type { LocalizedText } from "../../../../platform/localized-text.ts";
import type { Log } from "../../../../platform/log.ts";
import { cameraFault } from "./camera-faults.ts";
import { makeWorkFolder } from "./confinement.ts";
import type { FfmpegRun } from "./run-ffmpeg.ts";
import type { VideoSource } from "./video-source.ts";
import { codecIn, type VideoTools } from "./video-tools.ts";

/** Who may fetch the parts of a stream is who may see what it is of. */
export type StreamOf = { kind: "camera" | "clip"; id: number };

export type Stream = { key: string; of: StreamOf; mode: "copy" | "transcode" };

export type LiveState =
  | { state: "idle" }
  | { state: "running"; since: number }
  | { state: "failed"; at: number; reason: LocalizedText };

export type Streams = ReturnType<typeof createStreams>;

const readyMs = 20_000;
const lookEveryMs = 100;
const sweepEveryMs = 2_000;
const idleMs = { live: 15_000, clip: 60_000 };
const maxSegmentBytes = 256 * 1024 * 1024;
/** All that a clip may become while it is encoded again. */
const maxStreamBytes = 2 * 1024 * 1024 * 1024;

type Running = Stream & {
  folder: string;
  source: VideoSource;
  run: FfmpegRun;
  since: number;
  askedAt: number;
  isOver: boolean;
  /** The segments that were counted so far, and their bytes. */
  written: { segments: number; bytes: number };
};

export function createStreams(options: { video: VideoTools; folder: string; log: Log; now: () => number }) {
  const { video, log, now } = options;
  const running = new Map<string, Running>();
  const opening = new Map<string, Promise<Running>>();
  const failed = new Map<string, { at: number; reason: LocalizedText }>();
  let sweeper: NodeJS.Timeout | null = null;

  async function start(of: StreamOf, openSource: () => Promise<VideoSource>): Promise<Running> {
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
        ...unwritten(),
      };
      const ending = await isReady(stream);
      if (ending === "ready") {
        running.set(key, stream);
        void run.ended.then((code) => ended(required(stream), code));
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

  /** A camera that broke off is reported; a clip that was read to its end stays for who watches it. */
  function ended(stream: Running, code: number | null): void {
    stream.isOver = true;
    stream.source.close();
    if (!running.has(stream.key) || (!stream.source.isLive && code === 0)) return;
    const reason =
      stream.source.fault() ?? (stream.source.isLive ? cameraFault.brokeOff : cameraFault.noVideo);
    failed.set(nameOf(stream.of), { at: now(), reason });
    log.info({ of: stream.of, said: lastLines(stream.run.said()) }, "a video ended");
    void remove(stream);
  }

  async function remove(stream: Running): Promise<void> {
    running.delete(stream.key);
    await discard(stream);
  }

  async function discard(stream: Running): Promise<void> {
    await stream.run.stop();
    stream.source.close();
    await rm(stream.folder, { recursive: true, force: true });
  }

  function sweep(): void {
    for (const stream of running.values()) {
      const max = stream.source.isLive ? idleMs.live : idleMs.clip;
      if (now() - stream.askedAt > max) void remove(stream);
      else if (!stream.source.isLive) void measure(stream);
    }
  }

  /** A clip's segments all stay while it is watched; a live stream's do not. */
  async function measure(stream: Running): Promise<void> {
    const { written } = stream;
    for (;;) {
      const part = join(stream.folder, `s${written.segments}.ts`);
      const found = await stat(part).catch(() => null); // not written yet
      if (found === null) break;
      written.segments += 1;
      written.bytes += found.size;
    }
    if (written.bytes <= maxStreamBytes || !running.has(stream.key)) return;
    failed.set(nameOf(stream.of), { at: now(), reason: cameraFault.tooLarge });
    await remove(stream);
  }

  const ofThis = (of: StreamOf) =>
    [...running.values()].find((one) => nameOf(one.of) === nameOf(of) && !(one.isOver && one.source.isLive));

  return {
    /** The stream of it, begun now where nobody watches it yet; resolves when its first part is there. */
    async watch(of: StreamOf, openSource: () => Promise<VideoSource>): Promise<Stream> {
      const name = nameOf(of);
      const known = ofThis(of);
      if (known !== undefined) {
        known.askedAt = now();
        return known;
      }
      let begun = opening.get(name);
      if (begun === undefined) {
        begun = start(of, openSource).finally(() => opening.delete(name));
        opening.set(name, begun);
      }
      try {
        const stream = await begun;
        failed.delete(name);
        return stream;
      } catch (error) {
        if (error instanceof AppError) failed.set(name, { at: now(), reason: error.text });
        throw error;
      }
    },

    find: (key: string): Stream | undefined => running.get(key),

    /** A part of a stream; null where there is no such stream or part any longer. */
    async openPart(key: string, part: string): Promise<FileHandle | null> {
      const stream = running.get(key);
      if (stream === undefined) return null;
      stream.askedAt = now();
      return open(join(stream.folder, part), "r").catch(() => null); // gone, or not there yet
    },

    stateOf(of: StreamOf): LiveState {
      const known = ofThis(of);
      if (known !== undefined) return { state: "running", since: known.since };
      const fault = failed.get(nameOf(of));
      return fault === undefined ? { state: "idle" } : { state: "failed", ...fault };
    },

    /** Its address is another, or it is gone: who watches it starts over. */
    async end(of: StreamOf): Promise<void> {
      failed.delete(nameOf(of));
      for (const stream of running.values()) if (nameOf(stream.of) === nameOf(of)) await remove(stream);
    },

    async start(): Promise<void> {
      await rm(options.folder, { recursive: true, force: true });
      await mkdir(options.folder, { recursive: true, mode: 0o700 });
      sweeper = setInterval(sweep, sweepEveryMs).unref();
    },

    /** What nobody watches any longer ends; by itself every two seconds. */
    sweep,

    async stop(): Promise<void> {
      if (sweeper !== null) clearInterval(sweeper);
      await Promise.all([...running.values()].map(remove));
      await video.stop();
      await rm(options.folder, { recursive: true, force: true });
    },
  };
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

const unwritten = () => ({ written: { segments: 0, bytes: 0 } });

function nameOf({ kind, id }: StreamOf): string {
  return `${kind} ${id}`;
}

function required<T>(value: T | null | "notH264"): T {
  if (value === null || value === "notH264")
    throw new Error("a video was re-encoded because it is not H.264");
  return value as T; // what is left of the union
}

/** Addresses in it carry passwords. */
function lastLines(said: string): string {
  return said.slice(-600).replaceAll(/\/\/[^@\s/]*@/g, "//***@");
}
