/*
 * Videos that are being watched: for each camera or clip one ffmpeg that cuts it into segments (HLS, RFC 8216) for as
 * long as somebody fetches them. H.264 passes as it is; anything else is encoded again, which costs the processor.
 * Sound is left out: nobody needs to be overheard alongside a sampler.
 */
import { type FileHandle, mkdir, open, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../../../../platform/app-error.ts";
import type { LocalizedText } from "../../../../platform/localized-text.ts";
import type { Log } from "../../../../platform/log.ts";
import { cameraFault } from "./camera-faults.ts";
import {
  createStreamOpener,
  discard,
  lastLines,
  type Running,
  type Stream,
  type StreamOf,
} from "./stream-opener.ts";
import type { VideoSource } from "./video-source.ts";
import type { VideoTools } from "./video-tools.ts";

export type LiveState =
  | { state: "idle" }
  | { state: "running"; since: number }
  | { state: "failed"; at: number; reason: LocalizedText };

export type Streams = ReturnType<typeof createStreams>;

const sweepEveryMs = 2_000;
const idleMs = { live: 15_000, clip: 60_000 };
/** All that a clip may become while it is encoded again. */
const maxStreamBytes = 2 * 1024 * 1024 * 1024;

export function createStreams(options: { video: VideoTools; folder: string; log: Log; now: () => number }) {
  const { video, log, now } = options;
  const running = new Map<string, Running>();
  const opening = new Map<string, Promise<Running>>();
  const failed = new Map<string, { at: number; reason: LocalizedText }>();
  let sweeper: NodeJS.Timeout | null = null;
  const opener = createStreamOpener({
    ...options,
    onReady(stream) {
      running.set(stream.key, stream);
      void stream.run.ended.then((code) => ended(stream, code));
    },
  });

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
        begun = opener.open(of, openSource).finally(() => opening.delete(name));
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

function nameOf({ kind, id }: StreamOf): string {
  return `${kind} ${id}`;
}
