/*
 * What becomes of a device over the years: where it is and whose it is, what it is replaced by, how it is
 * claimed, and what is reported about all that afterwards.
 */
import { z } from "zod";
import { permission, session } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, id, idInBody, page } from "../envelope.ts";
import { idsInPath } from "../id-list.ts";
import { epochMs, epochMsInBody } from "../moments.ts";
import { blank, paging } from "../paging.ts";
import { timeSpan } from "../time-span.ts";
import { connectOutcome, deviceName } from "./devices.ts";
import { familyKey } from "./families.ts";

const family = z.object({ family: familyKey });
const idList = z.array(idInBody).min(1).max(200);
const reason = z.string().trim().max(200).default("");

/** The past stays with the old unit: a reading belongs to the unit of its time. The connection is cut. */
export const moveDevices = defineCall({
  name: "moveDevices",
  title: { en: "Move devices to a unit", zh: "调拨设备" },
  method: "PUT",
  path: "/v2/admin/device/:family/unit",
  access: permission("device:{family}:edit"),
  params: family,
  body: z.object({ ids: idList, unitId: idInBody, reason }),
});

/** Binds a device to a sampling point from a moment on, or takes it from the one where it is. */
export const bindDevicePoint = defineCall({
  name: "bindDevicePoint",
  title: { en: "Bind a device to a sampling point", zh: "绑定采样点" },
  method: "PUT",
  path: "/v2/admin/device/:family/point",
  access: permission("device:{family}:edit"),
  params: family,
  body: z.object({
    id: idInBody,
    pointId: idInBody.nullable(),
    /** Since when; now, where it is left out. Later than the span before it began, and not in the future. */
    since: epochMsInBody.optional(),
  }),
});

/** A place in time: where a device was, or whose it was. */
export const deviceSpan = z.object({
  id: z.number().int(),
  name: z.string(),
  code: z.string().nullable(),
  since: epochMs,
  until: epochMs.nullable(),
});
export type DeviceSpan = z.infer<typeof deviceSpan>;

/** The sampling points at which a device was and the units whose it was, newest first. */
export const listDeviceSpans = defineCall({
  name: "listDeviceSpans",
  method: "GET",
  path: "/v2/admin/device/de/:id/spans",
  access: session,
  params: z.object({ id }),
  reply: data(z.object({ points: z.array(deviceSpan), units: z.array(deviceSpan) })),
});

/** Another device takes the old one's place at its sampling point; the old one is retired, its past stays. */
export const replaceDevice = defineCall({
  name: "replaceDevice",
  title: { en: "Replace a device", zh: "更换设备" },
  method: "PUT",
  path: "/v2/admin/device/:family/replace",
  access: permission("device:{family}:edit"),
  params: family,
  body: z.object({ id: idInBody, byId: idInBody, reason }),
});

/**
 * Takes devices off the platform. One that never connected is gone, its name free again. Of any other everything
 * that it reported stays: it is retired, refused at CONNECT, and out of every list that does not ask for retired ones.
 */
export const removeDevices = defineCall({
  name: "removeDevices",
  title: { en: "Delete devices", zh: "删除设备" },
  method: "DELETE",
  path: "/v2/admin/device/:family/:ids",
  access: permission("device:{family}:remove"),
  params: z.object({ family: familyKey, ids: idsInPath }),
  reply: data(z.object({ deleted: z.number().int(), retired: z.number().int() })),
});

/** Tags of several devices at once. */
export const tagDevices = defineCall({
  name: "tagDevices",
  title: { en: "Tag devices", zh: "设置设备标签" },
  method: "PUT",
  path: "/v2/admin/device/:family/tags",
  access: permission("device:{family}:edit"),
  params: family,
  body: z.object({
    ids: idList,
    add: z.array(z.string().trim().min(1).max(30)).max(20).default([]),
    remove: z.array(z.string().trim().min(1).max(30)).max(20).default([]),
  }),
});

/** A label to print: its text is what the QR code says. A new label makes the one before worthless. */
export const deviceLabel = z.object({
  id: z.number().int(),
  productKey: z.string(),
  deviceName: z.string(),
  nickname: z.string(),
  claimCode: z.string(),
  text: z.string(),
});
export type DeviceLabel = z.infer<typeof deviceLabel>;

export const makeDeviceLabels = defineCall({
  name: "makeDeviceLabels",
  title: { en: "Print device labels", zh: "打印设备标签" },
  method: "POST",
  path: "/v2/admin/device/:family/labels",
  access: permission("device:{family}:secret"),
  params: family,
  body: z.object({ ids: idList }),
  reply: data(z.array(deviceLabel)),
});

/** Takes a device over by what its label says; the permission asked is to add devices of its family. */
export const claimDevice = defineCall({
  name: "claimDevice",
  title: { en: "Claim a device", zh: "认领设备" },
  method: "POST",
  path: "/v2/admin/device/de/claim",
  access: session,
  body: z.object({
    deviceName,
    claimCode: z.string().trim().min(1).max(40),
    unitId: idInBody,
    nickname: z.string().trim().max(60).optional(),
  }),
  reply: data(z.object({ id: z.number().int(), deviceName: z.string(), typeKey: familyKey })),
});

export const timelineKind = z.enum([
  "registered",
  "claimed",
  "moved",
  "pointBound",
  "pointUnbound",
  "secretReset",
  "labelMade",
  "enabled",
  "disabled",
  "retired",
  "restored",
  "replaced",
  "replacedOther",
  "firmware",
  "upgradeFailed",
  "alarmRaised",
  "alarmCleared",
  "connected",
  "takenOver",
  "disconnected",
  "alert",
  "error",
]);
export type TimelineKind = z.infer<typeof timelineKind>;

/** What a person filters a timeline by. */
export const timelineTopic = z.enum(["connection", "place", "access", "firmware", "alarm"]);
export type TimelineTopic = z.infer<typeof timelineTopic>;

export const timelineEntry = z.object({
  id: z.string(),
  at: epochMs,
  kind: timelineKind,
  /** Who did it; empty where nobody did. */
  actor: z.string(),
  facts: z.record(z.string(), z.unknown()),
});
export type TimelineEntry = z.infer<typeof timelineEntry>;

/** What happened to a device, newest first: connections, moves, secrets, firmware, alarms. */
export const listDeviceTimeline = defineCall({
  name: "listDeviceTimeline",
  method: "GET",
  path: "/v2/admin/device/de/:id/timeline",
  access: session,
  params: z.object({ id }),
  query: z.object({ ...paging, ...timeSpan, topic: blank(timelineTopic) }),
  reply: page(timelineEntry),
});

/** How long a device was connected on each of the last days, in the server's zone, the newest last. */
export const getDeviceUptime = defineCall({
  name: "getDeviceUptime",
  method: "GET",
  path: "/v2/admin/device/de/:id/uptime",
  access: session,
  params: z.object({ id }),
  query: z.object({ days: blank(z.coerce.number().int().min(1).max(90)).transform((days) => days ?? 30) }),
  reply: data(
    z.object({
      days: z.array(
        z.object({
          day: z.string(),
          /** Milliseconds of the day that count: from its first connection, up to now. */
          ofMs: z.number(),
          onlineMs: z.number(),
          /** Connections that began on this day. */
          connects: z.number().int(),
        }),
      ),
      /** Of the whole span; null where none of it counts. */
      share: z.number().nullable(),
    }),
  ),
});

/** Why a device is not connected; the console says it in words, with what to do next. */
export const connectDiagnosis = z.enum([
  "online",
  "retired",
  "disabled",
  "neverTried",
  "wrongSecret",
  "wrongProduct",
  "notBackYet",
  "goneSilent",
  "sharedIdentity",
  "cutOff",
]);
export type ConnectDiagnosis = z.infer<typeof connectDiagnosis>;

/** The last CONNECTs of a device, let in or not, newest first, and what they say. */
export const getConnectDiagnosis = defineCall({
  name: "getConnectDiagnosis",
  method: "GET",
  path: "/v2/admin/device/de/:id/connects",
  access: session,
  params: z.object({ id }),
  reply: data(
    z.object({
      diagnosis: connectDiagnosis,
      attempts: z.array(
        z.object({
          at: epochMs,
          address: z.string(),
          outcome: connectOutcome,
          sdkVersion: z.string().nullable(),
          tookOver: z.boolean(),
        }),
      ),
    }),
  ),
});
