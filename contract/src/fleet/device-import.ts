import { z } from "zod";
import { localized } from "../both-languages.ts";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, idInBody } from "../envelope.ts";
import { field } from "../resource/field-metadata.ts";
import { importProgress } from "../resource/imports.ts";
import { deviceName, latitude, longitude } from "./devices.ts";
import { familyKey } from "./families.ts";

const family = z.object({ family: familyKey });
const one = z.object({ family: familyKey, id: z.string().max(64) });
const access = permission("device:{family}:add");
const path = "/v2/admin/device/:family";

const tags = z
  .string()
  .max(640)
  .default("")
  .refine((text) => splitTags(text).every((tag) => tag.length <= 30), {
    error: localized("a tag can have at most 30 characters", "单个标签最多 30 个字符"),
  })
  .refine((text) => splitTags(text).length <= 20, {
    error: localized("at most 20 tags", "最多 20 个标签"),
  });

/** The tags of one cell: between commas or semicolons of either script. */
export function splitTags(text: string): string[] {
  return [
    ...new Set(
      text
        .split(/[,;，；、]/)
        .map((tag) => tag.trim())
        .filter((tag) => tag !== ""),
    ),
  ];
}

const labels = {
  en: {
    title: "Devices",
    one: "device",
    deviceName: "Device name",
    nickname: "Nickname",
    unit: "Unit",
    pointCode: "Sampling point code",
    tags: "Tags",
    latitude: "Latitude",
    longitude: "Longitude",
  },
  zh: {
    title: "设备",
    one: "设备",
    deviceName: "设备名称",
    nickname: "昵称",
    unit: "所属单位",
    pointCode: "采样点编号",
    tags: "标签",
    latitude: "纬度",
    longitude: "经度",
  },
};

const fields = {
  deviceName: field(deviceName, { label: "deviceName" }),
  nickname: field(z.string().trim().max(60).default(""), { label: "nickname" }),
  unitId: field(idInBody, { label: "unit", reference: "unit" }),
  pointCode: field(z.string().trim().max(60).default(""), { label: "pointCode" }),
  tags: field(tags, { label: "tags" }),
  latitude: field(latitude.nullable().default(null), { label: "latitude", unit: "°" }),
  longitude: field(longitude.nullable().default(null), { label: "longitude", unit: "°" }),
};

const body = z.object(fields).refine((row) => (row.latitude === null) === (row.longitude === null), {
  path: ["longitude"],
  error: localized("enter both latitude and longitude", "经纬度须同时填写"),
});
export type DeviceImportRow = z.infer<typeof body>;

/**
 * Many devices of one family from a spreadsheet. Devices that are there already are left alone, so a file that is
 * imported twice adds nothing twice. The secrets of those that were added come as a file, once.
 */
export const deviceImport = {
  path: "/v2/admin/device",
  unique: "deviceName",
  fields,
  shown: {},
  labels,
  body,
  calls: {
    import: defineCall({
      name: "importDevices",
      title: { en: "Import devices", zh: "导入设备" },
      method: "POST",
      path: `${path}/importData`,
      access,
      takes: "file",
      params: family,
      query: z.object({ updateSupport: z.enum(["0", "1"]).default("0") }),
      reply: data(importProgress),
    }),
    getImport: defineCall({
      name: "getImportOfDevices",
      method: "GET",
      path: `${path}/importData/:id`,
      access,
      params: one,
      reply: data(importProgress),
    }),
    cancelImport: defineCall({
      name: "cancelImportOfDevices",
      title: { en: "Cancel a device import", zh: "取消导入设备" },
      method: "DELETE",
      path: `${path}/importData/:id`,
      access,
      params: one,
      reply: data(importProgress),
    }),
    importTemplate: defineCall({
      name: "importTemplateOfDevices",
      title: { en: "Download the device import template", zh: "下载设备导入模板" },
      method: "POST",
      path: `${path}/importTemplate`,
      access,
      takes: "form",
      answers: "file",
      params: family,
    }),
  },
};
