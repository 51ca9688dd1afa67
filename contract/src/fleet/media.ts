import { z } from "zod";
import { localized } from "../both-languages.ts";
import { open, permission, session } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, id, page } from "../envelope.ts";
import { epochMs } from "../moments.ts";
import { blank, paging } from "../paging.ts";
import { timeSpan } from "../time-span.ts";
import { familyKey } from "./families.ts";

/** `sheet`: the result file of a mass spectrometer's batch. */
export const mediaKind = z.enum(["picture", "clip", "sheet"]);
export type MediaKind = z.infer<typeof mediaKind>;

/**
 * `waiting`: announced, or asked for, and not here yet; `stored`; `refused`: what came was not what was announced, or
 * the device could not take it; `missing`: its time to come is over.
 */
export const mediaState = z.enum(["waiting", "stored", "refused", "missing"]);
export type MediaState = z.infer<typeof mediaState>;

/** A picture or a clip of a device, or one that should be there and is not. */
export const mediaItem = z.object({
  id: z.number().int(),
  kind: mediaKind,
  state: mediaState,
  /** What brought it: a command, an event of the device, an upload in the console, a recording of a camera. */
  origin: z.enum(["command", "event", "console", "recording"]),
  /** The command's or the event's identifier, the name of an uploaded file, the camera's name. */
  source: z.string(),
  deviceId: z.number().int().nullable(),
  cameraId: z.number().int().nullable(),
  /** By the device's clock where it reported it. */
  takenAt: epochMs,
  storedAt: epochMs.nullable(),
  bytes: z.number().int().nullable(),
  type: z.string().nullable(),
  /** Of the bytes that are stored, computed as they came. */
  sha256: z.string().nullable(),
  /** What the device says it should be; null where it did not say. */
  announcedSha256: z.string().nullable(),
  durationMs: z.number().int().nullable(),
  /** Why it was refused; empty otherwise. */
  reason: z.string(),
});
export type MediaItem = z.infer<typeof mediaItem>;

const ofFamily = { params: z.object({ family: familyKey, id }), access: permission("device:{family}:query") };

/** A device's latest picture; no `data` where it has none. */
export const getLatestPicture = defineCall({
  ...ofFamily,
  name: "getLatestPicture",
  method: "GET",
  path: "/v2/admin/device/:family/getWaterSampleImage/:id",
  reply: z.object({ data: mediaItem.optional() }),
});

/** A device's pictures, newest first, with those that did not come. */
export const listPictures = defineCall({
  ...ofFamily,
  name: "listPictures",
  method: "GET",
  path: "/v2/admin/device/:family/getWaterSampleImageList/:id",
  query: z.object({ ...paging, ...timeSpan, state: blank(mediaState) }),
  reply: page(mediaItem),
});

/** A device's clips and recordings, newest first. */
export const listClips = defineCall({
  ...ofFamily,
  name: "listClips",
  method: "GET",
  path: "/v2/admin/device/:family/getWaterSampleVideoList/:id",
  query: z.object({ ...paging, ...timeSpan, state: blank(mediaState) }),
  reply: page(mediaItem),
});

/** How many pictures a device took on each day of the last 60, in the server's zone: the time line. */
export const countPictures = defineCall({
  ...ofFamily,
  name: "countPictures",
  method: "GET",
  path: "/v2/admin/device/:family/pictureDays/:id",
  reply: data(
    z.array(z.object({ day: z.string(), stored: z.number().int(), failed: z.number().int() })).max(61),
  ),
});

/**
 * A picture as a page shows it; `small` is a JPEG of at most 480 px for lists, or the picture itself where it is small
 * already or cannot be made smaller here. Clips go out by an address of their own.
 */
export const getPictureFile = defineCall({
  name: "getPictureFile",
  audited: false,
  method: "GET",
  path: "/v2/admin/device/media/:id/file",
  access: session,
  answers: "file",
  params: z.object({ id }),
  query: z.object({ size: blank(z.enum(["small"])) }),
});

/** A one-use address of a picture or a clip, for 60 seconds and for who asked for it. */
export const makeFileAddress = defineCall({
  name: "makeFileAddress",
  title: { en: "Download a picture or clip", zh: "下载图片或视频" },
  method: "POST",
  path: "/v2/admin/device/media/:id/address",
  access: session,
  params: z.object({ id }),
  reply: data(z.object({ address: z.string(), expiresAt: epochMs })),
});

const token = z
  .string()
  .regex(/^[A-Za-z0-9._-]{20,160}$/, localized("is not a valid address token", "地址令牌无效"));

/** What a one-use address gives. */
export const getFileOnce = defineCall({
  name: "getFileOnce",
  audited: false,
  method: "GET",
  path: "/v2/device/file/:token",
  access: open,
  answers: "file",
  params: z.object({ token }),
});

/** A device hands over what it took, at the address that a command or a reply gave it. */
export const uploadFromDevice = defineCall({
  name: "uploadFromDevice",
  title: { en: "Device file upload", zh: "设备上传文件" },
  audited: false,
  method: "PUT",
  path: "/v2/device/upload/:token",
  access: open,
  exemptFromLicence: true,
  takes: "bytes",
  params: z.object({ token }),
  reply: data(z.object({ id: z.number().int(), bytes: z.number().int(), sha256: z.string() })),
});

/** Somebody hands in a clip that a device or a person took. */
export const uploadClip = defineCall({
  name: "uploadClip",
  title: { en: "Upload a clip", zh: "上传视频" },
  method: "POST",
  path: "/v2/admin/device/:family/clip/:id",
  access: permission("device:camera:edit"),
  takes: "clip",
  params: z.object({ family: familyKey, id }),
  reply: data(mediaItem),
});
