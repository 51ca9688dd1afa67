import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addCamera, getStreamPart, listCameras, watchCamera } from "@tracewater/contract/fleet/cameras";
import { type MediaItem, uploadClip } from "@tracewater/contract/fleet/media";
import { runFfmpeg } from "../src/features/fleet/media/video/run-ffmpeg.ts";
import { type CameraManner, startRtspCamera } from "./test-camera.ts";
import { testFfmpeg } from "./test-clip.ts";
import { bearer, note } from "./test-http.ts";
import type { TestPlatform } from "./test-platform.ts";

const params = { family: "waterSample" } as const;

export async function sendClip(platform: TestPlatform, id: number, bytes: Buffer, name = "clip.mp4") {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(bytes)]), name);
  const path = uploadClip.path.replace(":family", params.family).replace(":id", String(id));
  const { status, body } = await platform.request(path, {
    method: "POST",
    headers: bearer(await platform.admin()),
    body: form,
  });
  note(uploadClip, body.code === 200 ? "success" : "refusal");
  return { status, code: body.code, msg: body.msg, data: body["data"] as MediaItem | undefined };
}

/** What tests do with cameras; those that were started are put on `stops`. */
export function videoSteps(platform: TestPlatform, stops: (() => unknown)[]) {
  const add = async (given: Record<string, unknown>) => {
    const body = { kind: "rtsp", unitId: await platform.unit(), name: `camera ${Math.random()}`, ...given };
    return (await platform.call(addCamera, { body } as never, await platform.admin())).data.id;
  };
  const refuse = async (given: Record<string, unknown>) => {
    const body = { kind: "rtsp", unitId: await platform.unit(), name: "refused", ...given };
    return platform.refusal(addCamera, { body }, await platform.admin());
  };
  const camera = async (manner?: CameraManner) => {
    const started = await startRtspCamera(manner);
    stops.push(started.stop);
    return started;
  };
  const watch = async (id: number) =>
    (await platform.call(watchCamera, { params: { id } }, await platform.admin())).data;
  const refusedWatch = async (id: number) =>
    (await platform.refusal(watchCamera, { params: { id } }, await platform.admin())).msg;
  const part = async (playlist: string, name: string) => {
    const response = await fetch(platform.url + playlist.replace("index.m3u8", name), {
      headers: bearer(await platform.admin()),
    });
    note(getStreamPart, "success");
    return Buffer.from(await response.arrayBuffer());
  };
  const find = async (id: number) => {
    const { rows } = await platform.call(listCameras, { query: { pageSize: 500 } }, await platform.admin());
    return rows.find((row) => row.id === id);
  };
  return { add, refuse, camera, watch, refusedWatch, part, find };
}

/** How a clip is cut for HLS: in segments of MPEG-TS or MP4, as parts of one file, or encrypted. */
export type HlsCut = "mpegts" | "fmp4" | "ranges" | "aes-128";

/** A clip as the pages of an HLS stream with segments of one second; its playlist is `/live.m3u8`. */
export async function hlsPages(
  clip: Buffer,
  cut: HlsCut = "mpegts",
): Promise<Record<string, Buffer | string>> {
  const folder = await mkdtemp(join(tmpdir(), "tw-hls-"));
  await writeFile(join(folder, "in.mp4"), clip);
  await writeFile(join(folder, "stream.key"), randomBytes(16));
  const keyInfo = join(folder, "key-info");
  await writeFile(keyInfo, `stream.key\n${join(folder, "stream.key")}\n`);
  const names = ["-hls_segment_filename", join(folder, cut === "fmp4" ? "s%d.m4s" : "s%d.ts")];
  const cuts: Record<HlsCut, string[]> = {
    mpegts: names,
    fmp4: ["-hls_segment_type", "fmp4", ...names],
    ranges: ["-hls_flags", "single_file"],
    "aes-128": ["-hls_key_info_file", keyInfo, ...names],
  };
  const list = [
    "-f",
    "hls",
    "-hls_time",
    "1",
    "-hls_list_size",
    "0",
    ...cuts[cut],
    join(folder, "live.m3u8"),
  ];
  const run = runFfmpeg(await testFfmpeg(), ["-i", join(folder, "in.mp4"), "-c", "copy", ...list]);
  if ((await run.ended) !== 0) throw new Error(run.said());
  const pages: Record<string, Buffer | string> = {};
  for (const name of await readdir(folder)) pages[`/${name}`] = await readFile(join(folder, name));
  pages["/live.m3u8"] = String(pages["/live.m3u8"]);
  await rm(folder, { recursive: true });
  return pages;
}
