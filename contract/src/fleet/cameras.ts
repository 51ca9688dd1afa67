import { z } from "zod";
import { localized } from "../both-languages.ts";
import { permission, session } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, id, idInBody, page } from "../envelope.ts";
import { epochMs } from "../moments.ts";
import { blank, paging, searchText } from "../paging.ts";
import { mediaItem } from "./media.ts";

/** `clips` is a camera without an address: what it took is handed in. */
export const cameraKind = z.enum(["rtsp", "hls", "clips"]);
export type CameraKind = z.infer<typeof cameraKind>;

const overEdge = localized("extends beyond the picture", "超出画面范围");

/** A part of a picture, in shares of its width and height from the upper left corner. */
export const frame = z
  .object({
    x: z.number().min(0).max(1),
    y: z.number().min(0).max(1),
    width: z.number().min(0.05).max(1),
    height: z.number().min(0.05).max(1),
  })
  .refine((one) => one.x + one.width <= 1.0001 && one.y + one.height <= 1.0001, {
    message: overEdge,
    path: ["width"],
  });
export type Frame = z.infer<typeof frame>;

/** Whether somebody watches, and what became of the last try to reach it. */
const live = z.discriminatedUnion("state", [
  z.object({ state: z.literal("idle") }),
  z.object({ state: z.literal("running"), since: epochMs }),
  z.object({ state: z.literal("failed"), at: epochMs, reason: z.string() }),
]);

export const camera = z.object({
  id: z.number().int(),
  name: z.string(),
  kind: cameraKind,
  /** Its password is never reported. */
  address: z.string(),
  unitId: z.number().int(),
  unitName: z.string(),
  deviceId: z.number().int().nullable(),
  deviceName: z.string().nullable(),
  frame: frame.nullable(),
  /** Days that its recordings are kept; 0 keeps them for ever. */
  retentionDays: z.number().int(),
  live,
});
export type Camera = z.infer<typeof camera>;

const written = {
  name: z.string().trim().min(1).max(60),
  kind: cameraKind,
  /** `rtsp://` or `https://`, with a user and a password where it wants them; `***` keeps the password it has. */
  address: z.string().trim().max(500).default(""),
  unitId: idInBody,
  deviceId: idInBody.nullable().default(null),
  frame: frame.nullable().default(null),
  retentionDays: z.number().int().min(0).max(3650).default(30),
};

const path = "/v2/admin/device/camera";

export const listCameras = defineCall({
  name: "listCameras",
  method: "GET",
  path: `${path}/list`,
  access: permission("device:camera:list"),
  query: z.object({ ...paging, keyword: searchText, unitId: blank(id), deviceId: blank(id) }),
  reply: page(camera).extend({
    /** False where the machine has no ffmpeg: nothing can be played or recorded then. */
    canPlay: z.boolean(),
  }),
});

export const addCamera = defineCall({
  name: "addCamera",
  title: { en: "Add a camera", zh: "新增摄像头" },
  method: "POST",
  path,
  access: permission("device:camera:edit"),
  body: z.object(written),
  reply: data(z.object({ id: z.number().int() })),
});

export const changeCamera = defineCall({
  name: "changeCamera",
  title: { en: "Edit a camera", zh: "编辑摄像头" },
  method: "PUT",
  path,
  access: permission("device:camera:edit"),
  body: z.object({ id: idInBody, ...written }),
});

export const removeCamera = defineCall({
  name: "removeCamera",
  title: { en: "Delete a camera", zh: "删除摄像头" },
  method: "DELETE",
  path: `${path}/:id`,
  access: permission("device:camera:edit"),
  params: z.object({ id }),
});

/** A stream that plays for as long as somebody fetches it. */
const stream = data(
  z.object({
    /** The playlist's path, fetched with the session. */
    playlist: z.string(),
    /** `copy` passes the camera's own H.264 on; `transcode` takes the processor. */
    mode: z.enum(["copy", "transcode"]),
  }),
);

export const watchCamera = defineCall({
  name: "watchCamera",
  method: "GET",
  path: `${path}/watch/:id`,
  access: permission("device:camera:list"),
  params: z.object({ id }),
  reply: stream,
});

export const watchClip = defineCall({
  name: "watchClip",
  method: "GET",
  path: "/v2/admin/device/media/:id/watch",
  access: session,
  params: z.object({ id }),
  reply: stream,
});

export const getStreamPart = defineCall({
  name: "getStreamPart",
  audited: false,
  method: "GET",
  path: "/v2/admin/device/media/stream/:key/:part",
  access: session,
  answers: "file",
  params: z.object({
    key: z.string().regex(/^[0-9a-f]{32}$/, localized("is not a valid stream key", "视频流标识无效")),
    part: z
      .string()
      .regex(/^(index\.m3u8|s\d{1,6}\.ts)$/, localized("is not a valid stream segment", "视频片段无效")),
  }),
});

/** Records for so many seconds; answered when the recording is stored. */
export const recordCamera = defineCall({
  name: "recordCamera",
  title: { en: "Record a camera", zh: "摄像头录像" },
  method: "POST",
  path: `${path}/record/:id`,
  access: permission("device:camera:edit"),
  params: z.object({ id }),
  body: z.object({ seconds: z.number().int().min(2).max(60).default(15) }),
  reply: data(mediaItem),
});

/** Which camera a device shows, and the part of its picture. */
export const videoFrame = z.object({
  id: z.number().int(),
  enabled: z.boolean(),
  /** The camera's address, without its password; empty where none is shown. */
  url: z.string(),
  cameraId: z.number().int().nullable(),
  cameraName: z.string().nullable(),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
});
export type VideoFrame = z.infer<typeof videoFrame>;

export const getVideoFrame = defineCall({
  name: "getVideoFrame",
  method: "GET",
  path: "/v2/admin/device/de/videoFrame/:id",
  access: session,
  params: z.object({ id }),
  reply: data(videoFrame),
});

/** By `cameraId`, or by an address: a camera of the device's unit that has it, else a new one. */
export const setVideoFrame = defineCall({
  name: "setVideoFrame",
  title: { en: "Set the cameras of a device", zh: "设置设备摄像头画面" },
  method: "PUT",
  path: "/v2/admin/device/de/videoFrame",
  access: permission("device:camera:edit"),
  body: z
    .object({
      id: idInBody,
      enabled: z.union([z.boolean(), z.enum(["0", "1"]).transform((one) => one === "1")]),
      url: z.string().trim().max(500).default(""),
      cameraId: idInBody.nullable().default(null),
      x: z.number().min(0).max(1).default(0),
      y: z.number().min(0).max(1).default(0),
      width: z.number().min(0.05).max(1).default(1),
      height: z.number().min(0.05).max(1).default(1),
    })
    .refine((one) => one.x + one.width <= 1.0001 && one.y + one.height <= 1.0001, {
      message: overEdge,
      path: ["width"],
    }),
  reply: data(videoFrame),
});
