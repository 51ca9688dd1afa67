import { type FileHandle, open } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { AppError } from "../../../../platform/app-error.ts";
import type { ClipKind } from "../clip-kind.model.ts";
import { type Confinement, letRead } from "./confinement.ts";
import type { FoundFfmpeg } from "./find-ffmpeg.ts";
import { type FfmpegOptions, type FfmpegRun, openFile, runFfmpeg } from "./run-ffmpeg.ts";

/** What a look into a clip reported. */
export type SeenClip = { codec: string; durationMs: number | null };

export type VideoTools = ReturnType<typeof createVideoTools>;

const probeMs = 30_000;
const maxPerBatch = 6;
/** A decoder takes as many threads as the machine has cores otherwise, and memory for each. */
const decoding = ["-threads", "2"];

/** What reads a file that is passed open, by one demuxer, and opens nothing else. */
export function fileInput(demuxer: string): string[] {
  return [...decoding, "-protocol_whitelist", "file", "-f", demuxer, "-i", `file:${openFile}`];
}

/** The machine's ffmpeg, or the word that there is none; so many runs at once and no more. */
export function createVideoTools(ffmpeg: FoundFfmpeg, confinement: Confinement) {
  const running = new Set<FfmpegRun>();

  function run(args: readonly string[], options: FfmpegOptions = {}): FfmpegRun {
    if (!("programFd" in ffmpeg)) throw noFfmpeg();
    if (running.size >= maxPerBatch) throw tooMany();
    const started = runFfmpeg(ffmpeg.path, args, { ...options, confinement, programFd: ffmpeg.programFd });
    running.add(started);
    void started.ended.then(() => running.delete(started));
    return started;
  }

  /** Opens a file for ffmpeg to read; to be closed by the caller. */
  async function openForFfmpeg(path: string): Promise<FileHandle> {
    const file = await open(path, "r");
    try {
      await letRead(confinement, file);
      return file;
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  return {
    isThere: "programFd" in ffmpeg,
    /** For the server's state. */
    state: {
      condition: ffmpeg.condition,
      version: ffmpeg.version,
      hasOwnUser: confinement.user !== null,
      isOffline: confinement.offline !== null,
    },
    confinement,
    /** The user that ffmpeg runs as. */
    uid: confinement.user?.uid ?? process.geteuid?.() ?? 0,
    run,
    openForFfmpeg,

    /** Reads the first picture of a file by the reader that fits its kind; null where there is none. */
    async probe(path: string, demuxer: ClipKind["demuxer"]): Promise<SeenClip | null> {
      const frame = ["-map", "0:v:0", "-frames:v", "1", "-an", "-f", "null", "-"];
      const file = await openForFfmpeg(path);
      try {
        const look = run([...fileInput(demuxer), ...frame], {
          file: file.fd,
          maxSeconds: probeMs / 1000,
          maxFileBytes: 64 * 1024,
        });
        const late = new AbortController();
        const limit = delay(probeMs, "late", { signal: late.signal }).catch(() => "ended");
        const code = await Promise.race([look.ended, limit]);
        late.abort();
        await look.stop();
        const codec = codecIn(look.said());
        if (code !== 0 || codec === null) return null;
        return { codec, durationMs: durationIn(look.said()) };
      } finally {
        await file.close();
      }
    },

    /** With the server: whatever runs ends. */
    async stop(): Promise<void> {
      await Promise.all([...running].map((one) => one.stop()));
    },
  };
}

/** `Stream #0:0(und): Video: h264 (High) ...` of an input; pictures that an audio file carries along are none. */
export function codecIn(said: string): string | null {
  const [, codec, rest = ""] = /Stream #0:\d+[^\n]*?: Video: (\w+)([^\n]*)/.exec(said) ?? [];
  return codec === undefined || rest.includes("(attached pic)") ? null : codec;
}

function durationIn(said: string): number | null {
  const [, h, m, s] = /Duration: (\d+):(\d\d):(\d\d\.\d+)/.exec(said) ?? [];
  if (h === undefined) return null;
  return Math.round((Number(h) * 3600 + Number(m) * 60 + Number(s)) * 1000);
}

function noFfmpeg(): AppError {
  return new AppError("refused", {
    en: "This server has no usable ffmpeg, so videos cannot be checked, played or recorded. Ask the administrator to install the system's ffmpeg package or set FFMPEG_PATH.",
    zh: "服务器没有可用的 ffmpeg，无法校验、播放或录制视频。请管理员安装系统的 ffmpeg 软件包或设置 FFMPEG_PATH。",
  });
}

function tooMany(): AppError {
  return new AppError("refused", {
    en: `${maxPerBatch} videos are already playing or recording. Close one first.`,
    zh: `当前已有 ${maxPerBatch} 路视频在播放或录制，请先关闭其中一路。`,
  });
}
