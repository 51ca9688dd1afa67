import { setTimeout as delay } from "node:timers/promises";
import { Failure } from "../../../../platform/failure.ts";
import type { ClipKind } from "../clip-kind.model.ts";
import { type FfmpegRun, runFfmpeg } from "./run-ffmpeg.ts";

/** What a look into a clip told. */
export type SeenClip = { codec: string; durationMs: number | null };

export type VideoTools = ReturnType<typeof createVideoTools>;

const probeMs = 30_000;
const mostAtOnce = 6;

/** The machine's ffmpeg, or the word that there is none; so many runs at once and no more. */
export function createVideoTools(path: string | null) {
  const running = new Set<FfmpegRun>();

  function run(args: readonly string[], options: Parameters<typeof runFfmpeg>[2] = {}): FfmpegRun {
    if (path === null) throw noFfmpeg();
    if (running.size >= mostAtOnce) throw tooMany();
    const started = runFfmpeg(path, args, options);
    running.add(started);
    void started.ended.then(() => running.delete(started));
    return started;
  }

  return {
    isThere: path !== null,
    run,

    /** Reads the first picture of a file by the reader that fits its kind; null where there is none. */
    async probe(file: string, demuxer: ClipKind["demuxer"]): Promise<SeenClip | null> {
      const frame = ["-map", "0:v:0", "-frames:v", "1", "-an", "-f", "null", "-"];
      const look = run(["-protocol_whitelist", "file", "-f", demuxer, "-i", `file:${file}`, ...frame]);
      const late = new AbortController();
      const limit = delay(probeMs, "late", { signal: late.signal }).catch(() => "ended");
      const code = await Promise.race([look.ended, limit]);
      late.abort();
      await look.stop();
      const codec = codecIn(look.said());
      if (code !== 0 || codec === null) return null;
      return { codec, durationMs: durationIn(look.said()) };
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

function noFfmpeg(): Failure {
  return new Failure("refused", {
    en: "This server has no ffmpeg, so no video can be checked, played or recorded. Its operator can set FFMPEG_PATH.",
    zh: "服务器未安装 ffmpeg，无法校验、播放或录制视频。请管理员设置 FFMPEG_PATH。",
  });
}

function tooMany(): Failure {
  return new Failure("refused", {
    en: `${mostAtOnce} videos are being played or recorded already; close one first.`,
    zh: `当前已有 ${mostAtOnce} 路视频在播放或录制，请先关闭其中一路。`,
  });
}
