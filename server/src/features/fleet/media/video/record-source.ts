import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { AppError } from "../../../../platform/app-error.ts";
import { cameraFault } from "./camera-faults.ts";
import { makeWorkFolder } from "./confinement.ts";
import type { VideoSource } from "./video-source.ts";
import type { VideoTools } from "./video-tools.ts";

/** What a camera may take to begin, beyond the time that is recorded. */
const timeoutMs = 25_000;

/** Writes so many seconds of a source to a file, as they come; throws where nothing came of it. */
export async function recordSource(
  video: VideoTools,
  source: VideoSource,
  to: { path: string; seconds: number },
): Promise<void> {
  // ffmpeg writes where it may write, and what it made is moved from there.
  const folder = `${to.path}.d`;
  const name = "clip.mp4";
  try {
    await makeWorkFolder(video.confinement, folder);
    const output = ["-map", "0:v:0", "-an", "-c:v", "copy", "-t", String(to.seconds), "-f", "mp4"];
    const run = video.run([...source.args, ...output, "-movflags", "+faststart", "-y", name], {
      ...source.feed,
      folder,
      maxSeconds: to.seconds + timeoutMs / 1000,
    });
    const late = new AbortController();
    const limit = delay(to.seconds * 1000 + timeoutMs, null, { signal: late.signal }).catch(() => null);
    const code = await Promise.race([run.ended, limit]);
    late.abort();
    await run.stop();
    if (code !== 0) throw new AppError("refused", source.fault() ?? cameraFault.noVideo);
    await rename(join(folder, name), to.path);
  } finally {
    source.close();
    await rm(folder, { recursive: true, force: true });
  }
}
