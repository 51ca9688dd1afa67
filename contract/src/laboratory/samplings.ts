/** Water samplings: what was taken where, when and by whom, into which bottle, and what became of it. */
import { z } from "zod";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { defineExport } from "../define-export.ts";
import { data, id, idInBody, page } from "../envelope.ts";
import { autoSampling } from "../field/samplers.ts";
import { epochInput, epochMs } from "../moments.ts";
import { blank, paging, searchText, sorting } from "../paging.ts";
import { custodyEvent } from "./custody.ts";

const may = (verb: string) => permission(`laboratory:sampling:${verb}`);
const path = "/v2/admin/waterSampling";

export const samplingKind = z.enum(["composite24", "grab", "fieldBlank", "tripBlank", "duplicate"]);
export type SamplingKind = z.infer<typeof samplingKind>;

export const samplingState = z.enum([
  "taken",
  "sealed",
  "inTransit",
  "received",
  "rejected",
  "opened",
  "reserve",
  "destroyed",
  "void",
]);
export type SamplingState = z.infer<typeof samplingState>;

export const samplingOrigin = z.enum(["auto", "manual"]);
export const flowSource = z.enum(["meter", "declared", "modelled"]);

const text = (most: number) => z.string().trim().max(most);
const measured = (least: number, most: number) => z.number().min(least).max(most).nullable().default(null);

/** What a person tells of a sample; a correction overwrites it until the sample leaves. */
const told = {
  kind: samplingKind,
  pointId: idInBody,
  planId: idInBody.nullable().default(null),
  began: epochInput,
  ended: epochInput,
  /** mL. */
  volume: measured(0, 100_000),
  ph: measured(0, 14),
  /** µS/cm. */
  conductivity: measured(0, 200_000),
  /** °C. */
  waterTemp: measured(-5, 100),
  /** m³/d. */
  flow: measured(0, 1e9),
  flowSource: flowSource.nullable().default(null),
  latitude: measured(-90, 90),
  longitude: measured(-180, 180),
  samplerPerson: text(60).min(1),
  note: text(500).default(""),
};

export const sampling = z.object({
  samplingId: z.number().int(),
  sampleNo: z.string(),
  origin: samplingOrigin,
  kind: samplingKind,
  state: samplingState,
  /** Why it is void, or was rejected; empty otherwise. */
  stateReason: z.string(),
  unitId: z.number().int(),
  unitName: z.string(),
  pointId: z.number().int().nullable(),
  pointCode: z.string().nullable(),
  pointName: z.string().nullable(),
  planId: z.number().int().nullable(),
  planNo: z.string().nullable(),
  deviceId: z.number().int().nullable(),
  deviceName: z.string().nullable(),
  slot: z.number().int().nullable(),
  bottleId: z.number().int().nullable(),
  bodyCode: z.string().nullable(),
  /** The cap that was on it when it was taken. */
  capCode: z.string().nullable(),
  began: epochMs,
  ended: epochMs,
  volume: z.number().nullable(),
  ph: z.number().nullable(),
  conductivity: z.number().nullable(),
  waterTemp: z.number().nullable(),
  flow: z.number().nullable(),
  flowSource: flowSource.nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  samplerPerson: z.string(),
  note: z.string(),
  aliquotsTaken: z.number().int().nullable(),
  aliquotsMissed: z.number().int().nullable(),
  boxTempMean: z.number().nullable(),
  boxTempMax: z.number().nullable(),
  sealNo: z.string().nullable(),
  sealedAt: epochMs.nullable(),
  sealedBy: z.string().nullable(),
  deliveryId: z.number().int().nullable(),
  deliveryNo: z.string().nullable(),
  /** Who asked for its destruction, which another person has to carry out. */
  destroyAskedBy: z.string().nullable(),
  createdAt: epochMs,
  createdBy: z.string(),
});
export type Sampling = z.infer<typeof sampling>;

const query = z.object({
  ...paging,
  ...sorting(["began", "sampleNo", "createdAt"]),
  /** A part of a sample number, a bottle's code, a point's code or name. */
  keyword: searchText,
  pointId: blank(id),
  planId: blank(id),
  deliveryId: blank(id),
  deviceName: blank(z.string().max(64)),
  state: blank(samplingState),
  kind: blank(samplingKind),
  origin: blank(samplingOrigin),
  /** Sealed, and in no delivery: what may be put into one. */
  only: blank(z.enum(["deliverable"])),
  beginTime: blank(epochInput),
  endTime: blank(epochInput),
});

export const listSamplings = defineCall({
  name: "listSamplings",
  method: "GET",
  path: `${path}/list`,
  access: may("list"),
  query,
  reply: page(sampling),
});

export const getSampling = defineCall({
  name: "getSampling",
  method: "GET",
  path: `${path}/:id`,
  access: may("query"),
  params: z.object({ id }),
  reply: data(sampling.extend({ events: z.array(custodyEvent) })),
});

/** A sample that a person took, into a bottle known by the code on its body. */
export const addSampling = defineCall({
  name: "addSampling",
  method: "POST",
  path,
  access: may("add"),
  title: { en: "Add a water sampling", zh: "新增水样" },
  body: z.object({ ...told, bodyCode: text(64).min(1) }),
  reply: data(z.object({ id: z.number().int(), sampleNo: z.string() })),
});

/** What is in the bottle that an automatic sampling filled, as a sample of its own. */
export const registerAutoSampling = defineCall({
  name: "registerAutoSampling",
  method: "POST",
  path: `${path}/fromAuto`,
  access: may("add"),
  title: { en: "Register an automatic sampling as a sample", zh: "将自动采样登记为水样" },
  body: z.object({
    deviceName: z.string().min(1).max(64),
    slot: z.number().int().min(1).max(32),
    time: epochInput,
  }),
  reply: data(z.object({ id: z.number().int(), sampleNo: z.string() })),
});

export const changeSampling = defineCall({
  name: "changeSampling",
  method: "PUT",
  path,
  access: may("edit"),
  title: { en: "Change a water sampling", zh: "修改水样" },
  body: z.object({ samplingId: idInBody, ...told }),
});

export const sealSamplings = defineCall({
  name: "sealSamplings",
  method: "PUT",
  path: `${path}/seal`,
  access: may("edit"),
  title: { en: "Seal bottles", zh: "封签采样瓶" },
  body: z.object({
    seals: z
      .array(z.object({ samplingId: idInBody, sealNo: text(64).min(1) }))
      .min(1)
      .max(100),
  }),
});

/** A sample that is none: a slip, a bottle that broke. It stays on record. */
export const voidSampling = defineCall({
  name: "voidSampling",
  method: "PUT",
  path: `${path}/void`,
  access: may("edit"),
  title: { en: "Declare a water sampling void", zh: "作废水样" },
  body: z.object({ samplingId: idInBody, reason: text(300).min(1) }),
});

export const samplingStep = z.enum(["open", "reserve", "askDestroy", "destroy"]);
export type SamplingStep = z.infer<typeof samplingStep>;

/** What the laboratory does with a bottle; who asks for a destruction is not who carries it out. */
export const moveSampling = defineCall({
  name: "moveSampling",
  method: "PUT",
  path: `${path}/step`,
  access: may("handle"),
  title: { en: "Open, keep or destroy a sample", zh: "开瓶、留样或销毁水样" },
  body: z.object({
    samplingId: idInBody,
    step: samplingStep,
    note: text(300).default(""),
    /** With `destroy`: the bottle was cleaned and serves again, or went with the sample. */
    bottle: z.enum(["cleaned", "destroyed"]).default("destroyed"),
  }),
});

export const { export: exportSamplings, exportByForm: exportSamplingsByForm } = defineExport({
  name: "exportSamplings",
  path: `${path}/export`,
  access: may("export"),
  title: { en: "Export water samplings", zh: "导出水样" },
  query,
});

/** An automatic sampling with the sampler that made it, and the sample that it became. */
export const fleetSampling = autoSampling.extend({
  deviceId: z.number().int(),
  deviceName: z.string(),
  pointCode: z.string().nullable(),
  pointName: z.string().nullable(),
  samplingId: z.number().int().nullable(),
  sampleNo: z.string().nullable(),
});
export type FleetSampling = z.infer<typeof fleetSampling>;

/** The automatic samplings of all samplers, newest first; a week without a span, 31 days at most. */
export const listFleetSamplings = defineCall({
  name: "listFleetSamplings",
  method: "GET",
  path: "/v2/admin/samplingAuto/list",
  access: may("list"),
  query: z.object({
    ...paging,
    deviceName: blank(z.string().max(64)),
    only: blank(z.enum(["missed", "unregistered"])),
    beginTime: blank(epochInput),
    endTime: blank(epochInput),
  }),
  /** `isMore`: older ones of the span were left out. */
  reply: page(fleetSampling).extend({ isMore: z.boolean() }),
});

/** Bottles that are being filled: the latest automatic sampling of each sampler that took water in the last hours. */
export const listRunningSamplings = defineCall({
  name: "listRunningSamplings",
  method: "GET",
  path: "/v2/admin/samplingAuto/now",
  access: may("list"),
  reply: data(z.array(fleetSampling)),
});
