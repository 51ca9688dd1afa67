import { z } from "zod";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, page } from "../envelope.ts";
import { epochMs } from "../moments.ts";
import { paging, searchText } from "../paging.ts";
import { timeSpan } from "../time-span.ts";
import { familyKey } from "./families.ts";

/*
 * What a device reports of itself alongside its properties: attributes (Alink calls them tags), its shadow, its own
 * log.
 */
const params = z.object({ family: familyKey });
const deviceName = z.string().min(1).max(64);
const object = z.record(z.string(), z.unknown());

export const listAttributes = defineCall({
  name: "listAttributes",
  method: "GET",
  path: "/v2/admin/device/:family/attributes",
  access: permission("device:{family}:query"),
  params,
  query: z.object({ deviceName }),
  reply: data(z.array(z.object({ key: z.string(), value: z.string(), toldAt: epochMs }))),
});

/** The device's shadow: what it reported of itself last, and what it is to take over. */
export const shadow = z.object({
  version: z.number().int(),
  reported: object,
  desired: object,
  changedAt: epochMs.nullable(),
});

export const getShadow = defineCall({
  name: "getShadow",
  method: "GET",
  path: "/v2/admin/device/:family/shadow",
  access: permission("device:{family}:query"),
  params,
  query: z.object({ deviceName }),
  reply: data(shadow),
});

export const changeShadow = defineCall({
  name: "changeShadow",
  title: { en: "Edit a device shadow", zh: "编辑设备影子" },
  method: "PUT",
  path: "/v2/admin/device/:family/shadow",
  access: permission("device:{family}:command"),
  params,
  query: z.object({ deviceName }),
  body: z.object({
    desired: object,
    /** The version that the caller has seen: refused where another came meanwhile. */
    version: z.number().int().min(0),
  }),
  reply: data(shadow),
});

export const listDeviceLogs = defineCall({
  name: "listDeviceLogs",
  method: "GET",
  path: "/v2/admin/device/:family/logs",
  access: permission("device:{family}:query"),
  params,
  query: z.object({ ...paging, ...timeSpan, deviceName, keyword: searchText }),
  reply: page(
    z.object({
      id: z.string(),
      at: epochMs,
      receivedAt: epochMs,
      level: z.string(),
      module: z.string(),
      code: z.string(),
      trace: z.string(),
      content: z.string(),
    }),
  ).extend({
    /** Whether the device is asked to send its log. */
    isOn: z.boolean(),
  }),
});

export const switchDeviceLog = defineCall({
  name: "switchDeviceLog",
  title: { en: "Turn device log reporting on or off", zh: "开关设备日志上报" },
  method: "PUT",
  path: "/v2/admin/device/:family/logs/switch",
  access: permission("device:{family}:command"),
  params,
  query: z.object({ deviceName }),
  body: z.object({ isOn: z.boolean() }),
});
