import { z } from "zod";
import { localized } from "../both-languages.ts";
import { permission, session } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, flag, id, idInBody } from "../envelope.ts";
import { dateTime, epochMs } from "../moments.ts";
import { blank, paging, searchText, sorting } from "../paging.ts";
import { familyKey } from "./families.ts";

export const deviceName = z
  .string()
  .trim()
  .regex(
    /^[A-Za-z0-9_.:@-]{4,32}$/,
    localized(
      "must have 4 to 32 characters: letters, digits and - _ . : @",
      "须为 4 至 32 个字符：字母、数字及 - _ . : @",
    ),
  );

export const latitude = z.number().min(-90).max(90);
export const longitude = z.number().min(-180).max(180);

/** Whether a device is connected, and since when; `notActivated` has never been. */
export const connection = z.discriminatedUnion("state", [
  z.object({ state: z.literal("notActivated") }),
  z.object({ state: z.literal("online"), since: epochMs }),
  z.object({ state: z.literal("offline"), lastSeen: epochMs.nullable() }),
]);
export type Connection = z.infer<typeof connection>;
export const connectionState = z.enum(["online", "offline", "notActivated", "disabled", "retired"]);

/** A property's latest value with the time the device gave it and the time it reached the server. */
export const latestValue = z.object({
  identifier: z.string(),
  value: z.unknown(),
  at: epochMs,
  receivedAt: epochMs,
  outOfRange: z.boolean(),
});
export type LatestValue = z.infer<typeof latestValue>;

export const deviceRow = z.object({
  id: z.number().int(),
  deviceName: z.string(),
  nickname: z.string(),
  productId: z.number().int(),
  productKey: z.string(),
  typeKey: familyKey,
  /** "0" in service, "1" disabled: a disabled device is refused at CONNECT. */
  status: flag,
  /** Since when it is off the platform for good; null while it is in use. */
  retiredAt: epochMs.nullable(),
  connection,
  unitId: z.number().int(),
  unitName: z.string(),
  pointId: z.number().int().nullable(),
  pointName: z.string().nullable(),
  tags: z.array(z.string()),
  lastValueAt: epochMs.nullable(),
  /** The latest value of each property, by identifier. */
  latest: z.record(z.string(), latestValue),
});
export type DeviceRow = z.infer<typeof deviceRow>;

/** How a CONNECT of a known device ended. */
export const connectOutcome = z.enum(["accepted", "wrongSecret", "disabled", "wrongProduct", "tooOften"]);

export const deviceDetail = deviceRow.extend({
  productName: z.string(),
  productNameZh: z.string(),
  firmware: z.string().nullable(),
  /** Where it is: as a person entered it, else as it reported itself. */
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  positionSource: z.enum(["entered", "gps"]).nullable(),
  /** The device that took its place. */
  replacedBy: z.object({ id: z.number().int(), deviceName: z.string() }).nullable(),
  /** When it came to its present unit from another; null where it was never moved. */
  movedAt: epochMs.nullable(),
  pointCode: z.string().nullable(),
  createTime: dateTime,
  activatedAt: epochMs.nullable(),
  lastOnlineAt: epochMs.nullable(),
  /** Of the latest CONNECT, whether it succeeded or not. */
  lastConnect: z
    .object({ at: epochMs, address: z.string(), outcome: connectOutcome, sdkVersion: z.string().nullable() })
    .nullable(),
  /** Server time less device time at the latest report, in ms; null before the first one. */
  clockSkewMs: z.number().nullable(),
});
export type DeviceDetail = z.infer<typeof deviceDetail>;

const stateCounts = z.object({
  online: z.number().int(),
  offline: z.number().int(),
  notActivated: z.number().int(),
  disabled: z.number().int(),
  retired: z.number().int(),
});

export const listDevices = defineCall({
  name: "listDevices",
  method: "GET",
  path: "/v2/admin/device/:family/list",
  access: permission("device:{family}:list"),
  params: z.object({ family: familyKey }),
  query: z.object({
    ...paging,
    ...sorting(["deviceName", "nickname", "lastValueAt", "createTime"]),
    /** Found in the device name or the nickname. */
    keyword: searchText,
    state: blank(connectionState),
    unitId: blank(id),
    pointId: blank(id),
    tag: searchText,
  }),
  reply: z.object({
    rows: z.array(deviceRow),
    /** Exact to 10,000; where more were found `isMore` is true. */
    total: z.number().int(),
    isMore: z.boolean(),
    /** Of all devices that match the other filters, whatever state is asked for; exact to 10,000 each. */
    counts: stateCounts,
    /** The states of which there are more than that. */
    beyond: z.array(connectionState),
  }),
});

export const getDevice = defineCall({
  name: "getDevice",
  method: "GET",
  path: "/v2/admin/device/:family/:id",
  access: permission("device:{family}:query"),
  params: z.object({ family: familyKey, id }),
  reply: data(deviceDetail),
});

/**
 * The device info of any family; the permission asked is that of the device's own family. A name that is asked for wins
 * over the number: names are unique over the platform, and the console's addresses carry both.
 */
export const getDeviceOfAnyFamily = defineCall({
  name: "getDeviceOfAnyFamily",
  method: "GET",
  path: "/v2/admin/device/de/:id",
  access: session,
  params: z.object({ id }),
  query: z.object({ deviceName: z.string().max(64).optional() }),
  reply: data(deviceDetail),
});

/** How many devices of each family are in which state, within one's data scope. */
export const countDevices = defineCall({
  name: "countDevices",
  method: "GET",
  path: "/v2/admin/device/de/stateCounts",
  access: session,
  reply: data(z.array(z.object({ typeKey: familyKey, ...stateCounts.shape }))),
});

const secretOnce = data(
  z.object({
    id: z.number().int(),
    productKey: z.string(),
    deviceName: z.string(),
    /** Shown this once; the database keeps it encrypted and no call reads it again. */
    deviceSecret: z.string(),
  }),
);

export const addDevice = defineCall({
  name: "addDevice",
  title: { en: "Add a device", zh: "新增设备" },
  method: "POST",
  path: "/v2/admin/device/:family",
  access: permission("device:{family}:add"),
  params: z.object({ family: familyKey }),
  body: z.object({
    deviceName,
    nickname: z.string().trim().max(60).default(""),
    unitId: idInBody,
    pointId: idInBody.nullable().default(null),
    tags: z.array(z.string().trim().min(1).max(30)).max(20).default([]),
  }),
  reply: secretOnce,
});

export const changeDevice = defineCall({
  name: "changeDevice",
  title: { en: "Edit a device", zh: "编辑设备" },
  method: "PUT",
  path: "/v2/admin/device/:family",
  access: permission("device:{family}:edit"),
  params: z.object({ family: familyKey }),
  body: z
    .object({
      id: idInBody,
      nickname: z.string().trim().max(60),
      pointId: idInBody.nullable(),
      tags: z.array(z.string().trim().min(1).max(30)).max(20),
      /** Both or none; left out, the position stays as it is. */
      latitude: latitude.nullable().optional(),
      longitude: longitude.nullable().optional(),
    })
    .refine((body) => (typeof body.latitude === "number") === (typeof body.longitude === "number"), {
      path: ["longitude"],
      error: localized("enter both latitude and longitude", "经纬度须同时填写"),
    }),
});

export const changeDeviceStatus = defineCall({
  name: "changeDeviceStatus",
  title: { en: "Enable or disable a device", zh: "启用或停用设备" },
  method: "PUT",
  path: "/v2/admin/device/:family/changeStatus",
  access: permission("device:{family}:edit"),
  params: z.object({ family: familyKey }),
  body: z.object({ id: idInBody, status: flag }),
});

export const resetDeviceSecret = defineCall({
  name: "resetDeviceSecret",
  title: { en: "Reset a device's secret", zh: "重置设备密钥" },
  method: "PUT",
  path: "/v2/admin/device/:family/resetSecret/:id",
  access: permission("device:{family}:secret"),
  params: z.object({ family: familyKey, id }),
  reply: secretOnce,
});
