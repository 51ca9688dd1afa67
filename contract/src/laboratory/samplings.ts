/** Water samplings: what was taken where, when and by whom, into which bottle, and what became of it. */
import { z } from "zod";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { defineExport } from "../define-export.ts";
import { data, id, idInBody, page } from "../envelope.ts";
import { autoSampling } from "../field/samplers.ts";
import { epochInput, epochMs } from "../moments.ts";
import { blank, paging, searchText, sorting } from "../paging.ts";
import { timeSpan } from "../time-span.ts";
import { custodyEvent, recordedField, samplingChange } from "./custody.ts";
import { samplingKind } from "./sampling-kinds.ts";

const may = (verb: string) => permission(`laboratory:sampling:${verb}`);
const path = "/v2/admin/waterSampling";

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

const text = (max: number) => z.string().trim().max(max);
const measured = (min: number, max: number) => z.number().min(min).max(max).nullable().default(null);

/**
 * What a person reports of a sample. Until it is sealed it is changed, afterwards corrected; both are custody events.
 */
const inputFields = {
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
  samplerPerson: text(100).min(1),
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
  /** Minutes; of a composite that a sampler took. */
  maxGap: z.number().nullable(),
  /** Percent of the flow that aliquots stand for; null where the sampler measured too little of it. */
  flowSampled: z.number().nullable(),
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
  ...timeSpan,
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
  reply: data(
    sampling.extend({
      events: z.array(custodyEvent),
      /** Of an automatic sample: where its record differs (before) from what the sampler delivered (after). */
      differences: z.array(samplingChange),
    }),
  ),
});

/** A sample that a person took, into a bottle known by the code on its body. */
export const addSampling = defineCall({
  name: "addSampling",
  method: "POST",
  path,
  access: may("add"),
  title: { en: "Register a sample", zh: "登记水样" },
  body: z.object({ ...inputFields, bodyCode: text(64).min(1) }),
  reply: data(z.object({ id: z.number().int(), sampleNo: z.string() })),
});

/** What is in the bottle that an automatic sampling filled, as a sample of its own. */
export const registerAutoSampling = defineCall({
  name: "registerAutoSampling",
  method: "POST",
  path: `${path}/fromAuto`,
  access: may("add"),
  title: { en: "Register an automatic sample", zh: "将自动采样登记为水样" },
  body: z.object({
    deviceName: z.string().min(1).max(64),
    slot: z.number().int().min(1).max(32),
    time: epochInput,
  }),
  reply: data(z.object({ id: z.number().int(), sampleNo: z.string() })),
});

/** Only until the sample is sealed. */
export const changeSampling = defineCall({
  name: "changeSampling",
  method: "PUT",
  path,
  access: may("edit"),
  title: { en: "Edit a sample", zh: "编辑水样" },
  body: z.object({ samplingId: idInBody, ...inputFields }),
});

/** After the seal: the custody chain keeps what was there before, what is there now, and why. */
export const correctSampling = defineCall({
  name: "correctSampling",
  method: "PUT",
  path: `${path}/correct`,
  access: may("edit"),
  title: { en: "Correct a sealed water sampling", zh: "更正已封签水样" },
  body: z.object({ samplingId: idInBody, reason: text(500).min(1), ...inputFields }),
});

/** Takes over what the sampler delivered where a sample's record differs from it; an event of custody with a reason. */
export const correctFromSampler = defineCall({
  name: "correctFromSampler",
  method: "PUT",
  path: `${path}/correct/fromAuto`,
  access: may("edit"),
  title: { en: "Correct a sample from the sampler record", zh: "按采样器记录更正水样" },
  body: z.object({ samplingId: idInBody, reason: text(500).min(1) }),
});

export const sealSamplings = defineCall({
  name: "sealSamplings",
  method: "PUT",
  path: `${path}/seal`,
  access: may("edit"),
  confirmation: "always",
  personOnly: true,
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
  confirmation: "always",
  personOnly: true,
  title: { en: "Void a sample", zh: "作废水样" },
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
  personOnly: true,
  /** For `destroy`. */
  confirmation: "byInput",
  title: { en: "Open, reserve or destroy a sample", zh: "开瓶、留样或销毁水样" },
  body: z.object({
    samplingId: idInBody,
    step: samplingStep,
    note: text(300).default(""),
    /** mL that the step consumes, keeps or destroys. */
    amount: z.number().positive().max(100_000).nullable().default(null),
    /** With `destroy`: the bottle was cleaned and serves again, or went with the sample. */
    bottle: z.enum(["cleaned", "destroyed"]).default("destroyed"),
  }),
});

export const { export: exportSamplings, exportByForm: exportSamplingsByForm } = defineExport({
  name: "exportSamplings",
  path: `${path}/export`,
  access: may("export"),
  title: { en: "Export samples", zh: "导出水样" },
  query,
});

/** Whether an automatic sampling can become a sample, and why not. */
export const registration = z.enum([
  "registered",
  "possible",
  "nothingTaken",
  "noBottle",
  "inSampler",
  "bottleReused",
]);
export type Registration = z.infer<typeof registration>;

/** An automatic sampling with the sampler that made it, and the sample that it became. */
export const fleetSampling = autoSampling.extend({
  deviceId: z.number().int(),
  deviceName: z.string(),
  pointCode: z.string().nullable(),
  pointName: z.string().nullable(),
  samplingId: z.number().int().nullable(),
  sampleNo: z.string().nullable(),
  registration,
  /** The fields of its sample that differ from what the sampler delivered. */
  differs: z.array(recordedField),
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
    /** `differing`: only those whose sample records something else than what the sampler delivered. */
    only: blank(z.enum(["missed", "unregistered", "differing"])),
    ...timeSpan,
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
