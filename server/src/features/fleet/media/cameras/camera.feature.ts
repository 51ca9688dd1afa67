import {
  addCamera,
  type Camera,
  changeCamera,
  getStreamPart,
  getVideoFrame,
  listCameras,
  recordCamera,
  removeCamera,
  setVideoFrame,
  type VideoFrame,
  watchCamera,
  watchClip,
} from "@tracewater/contract/fleet/cameras";
import { AppError, notFound } from "../../../../platform/app-error.ts";
import type { Caller } from "../../../../platform/caller.ts";
import { mayDo } from "../../../../platform/caller.ts";
import { apiPrefix } from "../../../../platform/http/answers.ts";
import type { AuditChange } from "../../../../platform/http/audit-change.ts";
import { pageOf } from "../../../../platform/http/pages.ts";
import type { Serve } from "../../../../platform/http/serve-call.ts";
import type { Language } from "../../../../platform/localized-text.ts";
import type { DeviceService } from "../../devices/device.service.ts";
import type { MediaService } from "../media.service.ts";
import { toMediaItem } from "../media-item.ts";
import { recordSource } from "../video/record-source.ts";
import type { Stream } from "../video/stream-opener.ts";
import type { Streams } from "../video/streams.ts";
import type { VideoTools } from "../video/video-tools.ts";
import type { CameraService } from "./camera.service.ts";
import type { CameraRecord } from "./camera.store.ts";

type Parts = {
  cameras: CameraService;
  media: MediaService;
  devices: DeviceService;
  streams: Streams;
  video: VideoTools;
  planRecording: () => Promise<string>;
  discard: (path: string) => Promise<void>;
};

export function serveCameras(serve: Serve, parts: Parts): void {
  const { cameras, streams, video } = parts;

  serve.forCaller(listCameras, async ({ query, language }, caller) => {
    const total = await cameras.count(caller.scope, query);
    const rows = await cameras.list(caller.scope, query, pageOf(query, total));
    return { total, canPlay: video.isThere, rows: rows.map((row) => toCamera(row, language)) };
  });
  serve.forCaller(addCamera, async ({ body, audit }, caller) => {
    const id = await cameras.add(caller, body);
    const after = await cameras.require(caller.scope, id);
    audit({ subject: auditSubject(after), after: toAuditPayload(after) });
    return { data: { id } };
  });
  serve.forCaller(changeCamera, async ({ body: { id, ...body }, audit }, caller) => {
    const before = await cameras.require(caller.scope, id);
    await cameras.change(caller, id, body);
    const after = await cameras.require(caller.scope, id);
    audit({ subject: auditSubject(after), before: toAuditPayload(before), after: toAuditPayload(after) });
    return {};
  });
  serve.forCaller(removeCamera, async ({ params, audit }, caller) => {
    const before = await cameras.require(caller.scope, params.id);
    await cameras.remove(caller, params.id);
    audit({ subject: auditSubject(before), before: toAuditPayload(before) });
    return {};
  });

  function toCamera(record: CameraRecord, language: Language): Camera {
    const { addressSealed: _, ...shown } = record;
    const state = streams.stateOf({ kind: "camera", id: record.id });
    const live = state.state === "failed" ? { ...state, reason: state.reason[language] } : state;
    return { ...shown, frame: cameras.frameOf(record), live };
  }

  serveStreams(serve, parts);
  serveFrames(serve, parts);
}

function serveStreams(serve: Serve, { cameras, media, devices, streams, video, ...parts }: Parts): void {
  serve.forCaller(watchCamera, async ({ params }, caller) => {
    const record = await cameras.require(caller.scope, params.id);
    const of = { kind: "camera", id: record.id } as const;
    return { data: toPlayable(await streams.watch(of, () => cameras.openSource(record))) };
  });

  serve.forCaller(watchClip, async ({ params }, caller) => {
    const found = await media.requireOne(caller, params.id);
    const of = { kind: "clip", id: found.id } as const;
    return { data: toPlayable(await streams.watch(of, () => media.openClip(found))) };
  });

  serve.stream(getStreamPart, async ({ params, reply }, caller) => {
    const stream = streams.find(params.key);
    const isTheirs = stream !== undefined && (await maySee(stream, caller));
    const file = isTheirs ? await streams.openPart(params.key, params.part) : null;
    if (file === null) throw notFound({ en: "part of a stream", zh: "视频片段" });
    const { size } = await file.stat();
    reply
      .type(params.part.endsWith(".ts") ? "video/mp2t" : "application/vnd.apple.mpegurl")
      .header("content-length", size)
      .send(file.createReadStream());
  });

  /** Who may fetch a part is asked at each part: what was taken away from somebody ends for them now. */
  async function maySee({ of }: Stream, caller: Caller): Promise<boolean> {
    try {
      if (of.kind === "clip") await media.requireOne(caller, of.id);
      else await cameras.require(caller.scope, of.id);
      return of.kind === "clip" || mayDo(caller, "device:camera:list");
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  }

  serve.forCaller(recordCamera, async ({ params, body, language, audit }, caller) => {
    const camera = await cameras.require(caller.scope, params.id);
    if (camera.deviceId !== null) await devices.requireReadable(caller, camera.deviceId);
    const path = await parts.planRecording();
    try {
      const takenAt = media.now().getTime();
      await recordSource(video, await cameras.openSource(camera), { path, seconds: body.seconds });
      const added = await media.addRecording(camera, { path, name: camera.name, takenAt });
      audit({
        subject: auditSubject(camera),
        after: { seconds: body.seconds, clip: added.id, sha256: added.sha256 },
      });
      return { data: toMediaItem(added, language) };
    } finally {
      await parts.discard(path);
    }
  });
}

function serveFrames(serve: Serve, { cameras, devices }: Parts): void {
  async function read(caller: Caller, id: number): Promise<VideoFrame> {
    const device = await devices.requireReadable(caller, id);
    const { frame, camera } = await cameras.videoFrame(caller.scope, device);
    const { cameraId: _, ...rest } = frame;
    const shown = camera === null ? null : camera.id;
    return { id, ...rest, url: camera?.address ?? "", cameraId: shown, cameraName: camera?.name ?? null };
  }
  serve.forCaller(getVideoFrame, async ({ params }, caller) => ({ data: await read(caller, params.id) }));
  serve.forCaller(setVideoFrame, async ({ body: { id, ...wanted }, audit }, caller) => {
    const device = await devices.requireReadable(caller, id);
    const before = await read(caller, id);
    await cameras.setVideoFrame(caller.scope, device, wanted);
    const after = await read(caller, id);
    const subject = { kind: "device", id, name: device.deviceName, unitId: device.unitId };
    audit({ subject, before, after });
    return { data: after };
  });
}

function toPlayable({ key, mode }: Stream) {
  const playlist = apiPrefix + getStreamPart.path.replace(":key", key).replace(":part", "index.m3u8");
  return { playlist, mode };
}

function auditSubject({ id, name, unitId }: CameraRecord): AuditChange["subject"] {
  return { kind: "camera", id, name, unitId };
}

/** What people decide of a camera; its password is no part of it. */
function toAuditPayload({ name, kind, address, unitName, deviceName, frame, retentionDays }: CameraRecord) {
  return { name, kind, address, unitName, deviceName, frame, retentionDays };
}
