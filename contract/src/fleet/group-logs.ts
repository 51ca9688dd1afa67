import { z } from "zod";
import { type CallTitle, permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, page } from "../envelope.ts";
import { epochInput, epochMs } from "../moments.ts";
import { blank, paging } from "../paging.ts";
import { familyKey } from "./families.ts";
import { propertyGroup } from "./products.ts";

const family = z.object({ family: familyKey });

/** One device, and the span of its own time; the whole of what is kept where none is given. */
const asked = {
  deviceName: z.string().min(1).max(64),
  productKey: z.string().max(64).optional(),
  beginTime: blank(epochInput),
  endTime: blank(epochInput),
};

/** What a device told of one group of its properties at one moment of its own clock. */
export const groupRow = z.object({
  at: epochMs,
  receivedAt: epochMs,
  /** By identifier; a property that was not told at this moment is absent. */
  values: z.record(z.string(), z.unknown()),
  /** The identifiers whose values lie outside the thing model's range. */
  outOfRange: z.array(z.string()),
});
export type GroupRow = z.infer<typeof groupRow>;

/** The log of one group, newest first, and the same as a spreadsheet. */
function logCalls(names: { list: string; export: string }, path: string, title: CallTitle) {
  const root = "/v2/admin/device/:family";
  const exported = {
    title,
    path: `${root}/export/${path}`,
    access: permission("device:{family}:export"),
    params: family,
    answers: "file" as const,
  };
  return {
    list: defineCall({
      name: names.list,
      method: "GET",
      path: `${root}/${path}`,
      access: permission("device:{family}:query"),
      params: family,
      query: z.object({ ...paging, ...asked }),
      reply: page(groupRow),
    }),
    export: defineCall({ ...exported, name: names.export, method: "GET", query: z.object(asked) }),
    exportByForm: defineCall({
      ...exported,
      name: `${names.export}ByForm`,
      method: "POST",
      takes: "form",
      body: z.object(asked),
    }),
  };
}

/** The logs of the four groups of properties, under the same names for each family. */
export const workStatusLog = {
  calls: logCalls({ list: "listWorkStatus", export: "exportWorkStatus" }, "workStatusMessage", {
    en: "Export work status",
    zh: "导出工作状态",
  }),
};
export const modeLog = {
  calls: logCalls({ list: "listModes", export: "exportModes" }, "modeMessage", {
    en: "Export modes",
    zh: "导出工作模式",
  }),
};
export const settingLog = {
  calls: logCalls({ list: "listSettings", export: "exportSettings" }, "settingMessage", {
    en: "Export settings",
    zh: "导出参数设置",
  }),
};
export const envStatusLog = {
  calls: logCalls({ list: "listEnvStatus", export: "exportEnvStatus" }, "envStatusMessage", {
    en: "Export environment status",
    zh: "导出环境状态",
  }),
};

/** All properties of a device as they are now, with their names and units. */
export const queryDeviceProperty = defineCall({
  name: "queryDeviceProperty",
  method: "GET",
  path: "/v2/admin/device/:family/service/queryDeviceProperty",
  access: permission("device:{family}:query"),
  params: family,
  query: z.object({ deviceName: asked.deviceName, productKey: asked.productKey }),
  reply: data(
    z.object({
      deviceName: z.string(),
      productKey: z.string(),
      properties: z.array(
        z.object({
          identifier: z.string(),
          name: z.string(),
          nameZh: z.string(),
          group: propertyGroup,
          unit: z.string().nullable(),
          /** Null, like its times, where the device never told it. */
          value: z.unknown(),
          at: epochMs.nullable(),
          receivedAt: epochMs.nullable(),
          outOfRange: z.boolean(),
        }),
      ),
    }),
  ),
});
