import { z } from "zod";
import { permission, session } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, flag, id } from "../envelope.ts";
import { commandState } from "../fleet/commands.ts";
import { propertyGroup } from "../fleet/products.ts";
import { epochInput, epochMs } from "../moments.ts";
import { blank, paging } from "../paging.ts";
import { timeSpan } from "../time-span.ts";
import { slotIndex } from "./sampler-bottles.ts";

const may = (verb: string) => permission(`device:sampler:${verb}`);
const root = "/v2/admin/device/waterSample";

export const samplerGroup = z.object({
  deviceId: z.number().int(),
  deviceName: z.string(),
  productKey: z.string(),
  group: propertyGroup,
  /** The newest device time among the group's values, when that one arrived, and how old it is, in ms. */
  at: epochMs,
  receivedAt: epochMs,
  age: z.number().int(),
  properties: z.array(
    z.object({
      identifier: z.string(),
      name: z.string(),
      nameZh: z.string(),
      unit: z.string().nullable(),
      /** Null, like its times, where the device never reported it. */
      value: z.unknown(),
      at: epochMs.nullable(),
      receivedAt: epochMs.nullable(),
      age: z.number().int().nullable(),
      outOfRange: z.boolean(),
    }),
  ),
});
export type SamplerGroup = z.infer<typeof samplerGroup>;

function groupCall(name: string, path: string) {
  return defineCall({
    name,
    method: "GET",
    path: `${root}/${path}/:id`,
    access: may("query"),
    params: z.object({ id }),
    /** `data` is absent where the device never reported anything of the group. */
    reply: z.object({ data: samplerGroup.optional() }),
  });
}

/** What the device reported about itself last, with its own times: never a guess. */
export const getWaterSampleWorkStatus = groupCall("getWaterSampleWorkStatus", "getWaterSampleWorkStatus");
export const getWaterSampleSetting = groupCall("getWaterSampleSetting", "getWaterSampleSetting");
export const getWaterSampleMode = groupCall("getWaterSampleMode", "WaterSampleMode");
export const getWaterSampleEnvStatus = groupCall("getWaterSampleEnvStatus", "getWaterSampleEnvStatus");

export const trackPoint = z.object({
  time: epochMs,
  lat: z.number(),
  lon: z.number(),
  /** `gps`: the device reported it; `point`: the place of the sampling point it was bound to from then on. */
  source: z.enum(["gps", "point"]),
});
export type TrackPoint = z.infer<typeof trackPoint>;

/** Where the device was, by rising time; of a long span one fix for each thousandth of it. */
export const sampleEnvLocation = defineCall({
  name: "sampleEnvLocation",
  method: "GET",
  path: `${root}/sampleEnvLocation`,
  access: may("query"),
  query: z.object({
    deviceName: z.string().min(1).max(64),
    ...timeSpan,
  }),
  reply: z.object({ rows: z.array(trackPoint), total: z.number().int() }),
});

export const autoSampling = z.object({
  /** Device times of its first and its last aliquot, taken or missed; the first one is its address. */
  began: epochMs,
  ended: epochMs,
  slot: z.number().int(),
  /** The bottle that was in the slot then. */
  bodyCode: z.string().nullable(),
  capCode: z.string().nullable(),
  trigger: z.string(),
  /** Aliquots that were due, and what became of them. */
  planned: z.number().int(),
  taken: z.number().int(),
  missed: z.number().int(),
  reasons: z.array(z.object({ reason: z.string(), count: z.number().int() })),
  /** mL. */
  volume: z.number(),
  isFull: z.boolean(),
  /** Box temperature at the aliquots, in °C. */
  boxTempMean: z.number().nullable(),
  boxTempMax: z.number().nullable(),
  /** The sampling plan whose program the sampler ran from the first aliquot to the last. */
  plan: z.object({ planId: z.number().int(), planNo: z.string() }).nullable(),
});
export type AutoSampling = z.infer<typeof autoSampling>;

/** What went into one bottle from empty to left: born from what the device reported of its aliquots, newest first. */
export const listAutoSamplings = defineCall({
  name: "listAutoSamplings",
  method: "GET",
  path: `${root}/sampleAuto`,
  access: may("query"),
  query: z.object({
    ...paging,
    deviceName: z.string().min(1).max(64),
    /** The last 90 days where none is given. */
    ...timeSpan,
    slot: blank(slotIndex),
    /** `missed`: only those that lack an aliquot. */
    only: blank(z.enum(["missed"])),
  }),
  reply: z.object({
    rows: z.array(autoSampling),
    total: z.number().int(),
    /** The span holds more aliquots than are read at once; older ones are left out. */
    isMore: z.boolean(),
  }),
});

export const aliquot = z.object({
  at: epochMs,
  receivedAt: epochMs,
  taken: z.boolean(),
  volume: z.number().nullable(),
  bottleVolume: z.number().nullable(),
  boxTemp: z.number().nullable(),
  reason: z.string().nullable(),
  trigger: z.string(),
});
export type Aliquot = z.infer<typeof aliquot>;

/** Where its water goes, people look at it who have nothing to do with the device: the right is that to a sample. */
export const getAutoSampling = defineCall({
  name: "getAutoSampling",
  method: "GET",
  path: `${root}/sampleAuto/detail`,
  access: permission("laboratory:sampling:query"),
  query: z.object({ deviceName: z.string().min(1).max(64), time: epochInput }),
  reply: data(
    autoSampling.extend({
      aliquots: z.array(aliquot),
      /** What the device had reported of its program by then, by identifier. */
      program: z.record(z.string(), z.unknown()),
      productId: z.number().int(),
      pointName: z.string().nullable(),
      pointCode: z.string().nullable(),
    }),
  ),
});

export const deviceOperation = z.object({
  operId: z.number().int(),
  title: z.string(),
  /** The call as the API's description names it. */
  call: z.string(),
  operName: z.string(),
  nickName: z.string(),
  operIp: z.string(),
  at: epochMs,
  status: flag,
  errorMsg: z.string(),
  /** What it ordered of the device, as that is now; null where it ordered nothing. */
  command: z
    .object({
      id: z.string(),
      identifier: z.string(),
      state: commandState,
      code: z.number().int().nullable(),
      message: z.string().nullable(),
      reply: z.unknown(),
    })
    .nullable(),
});
export type DeviceOperation = z.infer<typeof deviceOperation>;

/** What was done to a device, newest first, with what the device replied to its commands. */
export const listDeviceOperations = defineCall({
  name: "listDeviceOperations",
  method: "GET",
  path: "/v2/admin/device/de/:id/operations",
  access: session,
  params: z.object({ id }),
  /** `app`: by APP users alone; `platform`: by everybody else; both where it is left out. */
  query: z.object({ ...paging, ...timeSpan, by: blank(z.enum(["app", "platform"])) }),
  reply: z.object({ rows: z.array(deviceOperation), total: z.number().int() }),
});
