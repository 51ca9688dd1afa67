import { setTimeout as delay } from "node:timers/promises";
import { Failure } from "../../../../platform/failure.ts";
import { cameraFault } from "./camera-faults.ts";
import type { VideoSource } from "./video-source.ts";
import type { VideoTools } from "./video-tools.ts";

/** What a camera may take to begin, beyond the time that is recorded. */
const patienceMs = 25_000;

/** Writes so many seconds of a source to a file, as they come; throws where nothing came of it. */
export async function recordSource(
  video: VideoTools,
  source: VideoSource,
  to: { path: string; seconds: number },
): Promise<void> {
  try {
    const output = ["-map", "0:v:0", "-an", "-c:v", "copy", "-t", String(to.seconds), "-f", "mp4"];
    const run = video.run([...source.args, ...output, "-movflags", "+faststart", "-y", to.path], {
      env: source.env,
    });
    const late = new AbortController();
    const limit = delay(to.seconds * 1000 + patienceMs, null, { signal: late.signal }).catch(() => null);
    const code = await Promise.race([run.ended, limit]);
    late.abort();
    await run.stop();
    if (code !== 0) throw new Failure("refused", source.fault() ?? cameraFault.noVideo);
  } finally {
    source.close();
  }
}
