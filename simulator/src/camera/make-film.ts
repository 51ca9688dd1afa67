import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { drawBoxFilm, filmRate, filmSize } from "./box-film.ts";

/** Of the film in its folder. */
export const filmFiles = { playlist: "film.m3u8", parts: "part%d.ts", clip: "clip.mp4" };

/** Encodes the film once: in parts for the live stream, and as a clip. Throws what ffmpeg says. */
export async function makeFilm(folder: string, ffmpeg: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const { width, height } = filmSize;
  const picture = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", `${width}x${height}`, "-r", String(filmRate)];
  // A key picture every two seconds: a part begins with one.
  const encoded = [
    "-c:v",
    "libx264",
    "-preset",
    "ultrafast",
    "-pix_fmt",
    "yuv420p",
    "-g",
    String(filmRate * 2),
  ];
  const parts = [
    "-hls_time",
    "2",
    "-hls_list_size",
    "0",
    "-hls_segment_filename",
    join(folder, filmFiles.parts),
  ];
  const args = [
    ...["-hide_banner", "-loglevel", "error", "-y", ...picture, "-i", "-"],
    ...[...encoded, "-f", "hls", ...parts, join(folder, filmFiles.playlist)],
    ...[...encoded, "-movflags", "+faststart", join(folder, filmFiles.clip)],
  ];
  const run = spawn(ffmpeg, args, { stdio: ["pipe", "ignore", "pipe"] });
  let complaint = "";
  run.stderr.on("data", (chunk: Buffer) => (complaint += chunk.toString()));
  run.stdin.on("error", () => {}); // it ended, and says why
  const ended = once(run, "close");
  for (const { pixels } of drawBoxFilm()) {
    if (!run.stdin.write(pixels)) await Promise.race([once(run.stdin, "drain"), ended]);
  }
  run.stdin.end();
  const [code] = await ended;
  if (code !== 0) throw new Error(`ffmpeg could not make the film: ${complaint.trim()}`);
}
