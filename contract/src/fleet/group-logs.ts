import { z } from "zod";
import { type CallTitle, permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, page } from "../envelope.ts";
import { epochMs } from "../moments.ts";
import { paging } from "../paging.ts";
import { timeSpan } from "../time-span.ts";
import { commandState } from "./commands.ts";
import { families, familyKey } from "./families.ts";
import { propertyGroup } from "./products.ts";

const family = z.object({ family: familyKey });

/** One device, and the span of its own time; the whole of what is kept where none is given. */
const asked = {
  deviceName: z.string().min(1).max(64),
  productKey: z.string().max(64).optional(),
  ...timeSpan,
};

/** What a device reported of one group of its properties at one moment of its own clock. */
export const groupRow = z.object({
  at: epochMs,
  receivedAt: epochMs,
  /** By identifier; a property that was not reported at this moment is absent. */
  values: z.record(z.string(), z.unknown()),
  /** The identifiers whose values lie outside the thing model's range. */
  outOfRange: z.array(z.string()),
});
export type GroupRow = z.infer<typeof groupRow>;

type LogNames = { list: string; export: string };

/** The log of one group, newest first, and the same as a spreadsheet. */
function logCalls(names: LogNames, path: string, title: CallTitle) {
  const root = "/v2/admin/device/:family";
  const paths = { list: `${root}/${path}`, export: `${root}/export/${path}` };
  return declareLog(names, paths, title, { params: family, word: "{family}" });
}

/** The same of water samplers under the paths that the specification gives them besides those of every family. */
function samplerLogCalls(names: LogNames, paths: { list: string; export: string }, title: CallTitle) {
  const root = "/v2/admin/device/waterSample";
  const own = { list: `${root}/${paths.list}`, export: `${root}/export/${paths.export}` };
  return declareLog(names, own, title, { params: z.object({}), word: families.waterSample.permissionKey });
}

function declareLog<P extends z.ZodType>(
  names: LogNames,
  paths: { list: string; export: string },
  title: CallTitle,
  { params, word }: { params: P; word: string },
) {
  const exported = {
    title,
    path: paths.export,
    access: permission(`device:${word}:export`),
    params,
    answers: "file" as const,
  };
  return {
    list: defineCall({
      name: names.list,
      method: "GET",
      path: paths.list,
      access: permission(`device:${word}:query`),
      params,
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

const titles = {
  workStatus: { en: "Export work status", zh: "导出工作状态" },
  mode: { en: "Export modes", zh: "导出工作模式" },
  setting: { en: "Export settings", zh: "导出参数设置" },
  envStatus: { en: "Export environment status", zh: "导出环境状态" },
};

/** The logs of the four groups of properties, under the same names for each family. */
export const workStatusLog = {
  calls: logCalls(
    { list: "listWorkStatus", export: "exportWorkStatus" },
    "workStatusMessage",
    titles.workStatus,
  ),
};
export const modeLog = {
  calls: logCalls({ list: "listModes", export: "exportModes" }, "modeMessage", titles.mode),
};
export const settingLog = {
  calls: logCalls({ list: "listSettings", export: "exportSettings" }, "settingMessage", titles.setting),
};
export const envStatusLog = {
  calls: logCalls({ list: "listEnvStatus", export: "exportEnvStatus" }, "envStatusMessage", titles.envStatus),
};

/** A water sampler's work status has the one path of every family; its other groups have these too. */
export const sampleModeLog = {
  calls: samplerLogCalls(
    { list: "listSampleModes", export: "exportSampleModes" },
    { list: "sampleModeMessage", export: "sampleModeMessage" },
    titles.mode,
  ),
};
export const sampleSettingLog = {
  calls: samplerLogCalls(
    { list: "listSampleSettings", export: "exportSampleSettings" },
    { list: "sampleSettingMessage", export: "sampleSettingMessage" },
    titles.setting,
  ),
};
export const sampleEnvStatusLog = {
  calls: samplerLogCalls(
    { list: "listSampleEnvStatus", export: "exportSampleEnvStatus" },
    { list: "sampleEnvStatusMessage/v2.1", export: "sampleEnvStatusMessage" },
    titles.envStatus,
  ),
};

const loggedProperty = z.object({
  identifier: z.string(),
  name: z.string(),
  nameZh: z.string(),
  group: propertyGroup,
  unit: z.string().nullable(),
  /** Null, like its times, where the device never reported it. */
  value: z.unknown(),
  at: epochMs.nullable(),
  receivedAt: epochMs.nullable(),
  outOfRange: z.boolean(),
});
export type LoggedProperty = z.infer<typeof loggedProperty>;

/** What came of asking: only `replied` means that the values are as the device has them now. */
const propertyAnswer = z.object({
  /** `offline`: the device is away and was not asked. */
  state: z.enum([...commandState.options, "offline"]),
  commandId: z.string().nullable(),
  askedAt: epochMs.nullable(),
  answeredAt: epochMs.nullable(),
  /** The newest time among the values, by the device's clock. */
  deviceTime: epochMs.nullable(),
  /** The device's own words, where it refused. */
  message: z.string().nullable(),
});
export type PropertyAnswer = z.infer<typeof propertyAnswer>;

/** Asks the device for all its properties and waits some seconds; they are notified with what came of the asking. */
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
      answer: propertyAnswer,
      properties: z.array(loggedProperty),
    }),
  ),
});
