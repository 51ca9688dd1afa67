import { createHash, randomBytes } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findPath } from "../src/features/fleet/media/video/find-ffmpeg.ts";
import { runFfmpeg } from "../src/features/fleet/media/video/run-ffmpeg.ts";

/** The ffmpeg that tests run on: the system's, else the one of the packages. */
export async function testFfmpeg(): Promise<string> {
  const path = await findPath(true);
  if (path === null) throw new Error("the tests of videos need an ffmpeg: npm ci brings one along");
  return path;
}

const picture = ["-f", "lavfi", "-i", "testsrc=size=160x120:rate=10"];
const codecs = {
  h264: ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "10"],
  mpeg4: ["-c:v", "mpeg4", "-g", "10"],
};

/** A test picture that moves, in MP4. */
export async function makeClip(seconds: number, codec: keyof typeof codecs = "h264"): Promise<Buffer> {
  const path = join(tmpdir(), `tw-clip-${randomBytes(6).toString("hex")}.mp4`);
  const run = runFfmpeg(await testFfmpeg(), [...picture, "-t", String(seconds), ...codecs[codec], path]);
  if ((await run.ended) !== 0) throw new Error(run.said());
  const bytes = await readFile(path);
  await rm(path);
  return bytes;
}

/** A still picture of 1600 by 1200 with much in it, as a PNG of some hundred kB. */
export async function makeBigPicture(): Promise<{ bytes: Buffer; sha256: string }> {
  const path = join(tmpdir(), `tw-picture-${randomBytes(6).toString("hex")}.png`);
  const drawing = ["-f", "lavfi", "-i", "mandelbrot=size=1600x1200", "-frames:v", "1", path];
  const run = runFfmpeg(await testFfmpeg(), drawing);
  if ((await run.ended) !== 0) throw new Error(run.said());
  const bytes = await readFile(path);
  await rm(path);
  return { bytes, sha256: createHash("sha256").update(bytes).digest("hex") };
}
