import { z } from "zod";
import { permission, session } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, id } from "../envelope.ts";
import { epochMs } from "../moments.ts";

/** A thing model as it is stored and edited: Alink's TSL. The server alone checks it, field by field. */
export const tsl = z.record(z.string(), z.unknown());
export type Tsl = z.infer<typeof tsl>;

export const modelVersion = z.object({
  version: z.string(),
  /** Whether the program brought it along or a person published it. */
  source: z.enum(["shipped", "edited"]),
  note: z.string(),
  actor: z.string(),
  publishedAt: epochMs,
});
export type ModelVersion = z.infer<typeof modelVersion>;

/** What is another between two thing models; the words for it are the console's. */
export const changeKind = z.enum([
  "added",
  "removed",
  /** Another data type: values stored before stay as they were. */
  "retyped",
  /** Fewer values are within it: a smaller range, a shorter text, an option or a field less. */
  "narrowed",
  "widened",
  /** Another unit: numbers stored before are in the old one. */
  "unit",
  "readOnly",
  "writable",
  /** A service's way of being called, an event's severity. */
  "kind",
  /** Inputs that a caller must give now, or can give no more; outputs that come no more. */
  "inputs",
  "outputs",
  /** Names, groups and words of values. */
  "words",
]);

export const modelChange = z.object({
  part: z.enum(["property", "event", "service"]),
  identifier: z.string(),
  name: z.string(),
  nameZh: z.string(),
  kind: changeKind,
  /** Devices in the field, or what is stored of them, may no longer fit. */
  breaking: z.boolean(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** Devices that have reported it (for a service: with open commands of it); null where it touches nobody. */
  devices: z.number().int().nullable(),
  /** Stored values, events or open commands of it, counted to 10,000; null where it touches none. */
  stored: z.number().int().nullable(),
  /** Devices whose latest value would be out of the new range. */
  outside: z.number().int().nullable(),
});
export type ModelChange = z.infer<typeof modelChange>;

/** Up to here what is stored is counted. */
export const maxCounted = 10_000;

export const modelCheck = z.object({
  version: z.string(),
  currentVersion: z.string(),
  devices: z.number().int(),
  breaking: z.boolean(),
  changes: z.array(modelChange),
});
export type ModelCheck = z.infer<typeof modelCheck>;

const path = "/v2/admin/device/product/:id";

export const listModelVersions = defineCall({
  name: "listModelVersions",
  method: "GET",
  path: `${path}/versions`,
  access: session,
  params: z.object({ id }),
  /** The latest first, at most 200. */
  reply: data(z.array(modelVersion)),
});

export const getModelVersion = defineCall({
  name: "getModelVersion",
  method: "GET",
  path: `${path}/versions/:version`,
  access: session,
  params: z.object({ id, version: z.string().min(1).max(20) }),
  reply: data(modelVersion.extend({ tsl })),
});

/** The thing model that this program brings along for the product. */
export const getShippedModel = defineCall({
  name: "getShippedModel",
  method: "GET",
  path: `${path}/shipped`,
  access: session,
  params: z.object({ id }),
  reply: data(z.object({ version: z.string(), tsl })),
});

/** What is wrong with a thing model, or what it changes for the devices in the field. */
export const checkModel = defineCall({
  name: "checkModel",
  method: "POST",
  path: `${path}/model/check`,
  access: permission("device:product:edit"),
  audited: false,
  params: z.object({ id }),
  body: z.object({ model: tsl }),
  reply: data(modelCheck),
});

export const publishModel = defineCall({
  name: "publishModel",
  title: { en: "Publish a thing model", zh: "发布物模型" },
  method: "PUT",
  path: `${path}/model`,
  access: permission("device:product:edit"),
  params: z.object({ id }),
  body: z.object({
    model: tsl,
    /** The version that the editor began with: refused where another was published meanwhile. */
    basedOn: z.string().max(20),
    note: z.string().trim().max(200).default(""),
    /** What breaks was shown, and is meant. */
    acceptBreaking: z.boolean().default(false),
  }),
  reply: data(z.object({ version: z.string() })),
});

/** Takes the model that ships, and follows what ships later, as before anybody had changed it. */
export const takeShippedModel = defineCall({
  name: "takeShippedModel",
  title: { en: "Use the built-in thing model", zh: "采用内置物模型" },
  method: "PUT",
  path: `${path}/shipped`,
  access: permission("device:product:edit"),
  params: z.object({ id }),
  body: z.object({ basedOn: z.string().max(20), acceptBreaking: z.boolean().default(false) }),
  reply: data(z.object({ version: z.string() })),
});

/** Whether devices of the product may fetch their first secret by themselves, with the product's secret. */
export const setDynamicRegistration = defineCall({
  name: "setDynamicRegistration",
  title: { en: "Turn dynamic registration on or off", zh: "开关动态注册" },
  method: "PUT",
  path: `${path}/registration`,
  access: permission("device:product:secret"),
  params: z.object({ id }),
  body: z.object({ enabled: z.boolean() }),
});

/** A new product secret; the one before is void at once. Shown this once. */
export const makeProductSecret = defineCall({
  name: "makeProductSecret",
  title: { en: "Generate a product secret", zh: "生成产品密钥" },
  method: "PUT",
  path: `${path}/secret`,
  access: permission("device:product:secret"),
  params: z.object({ id }),
  reply: data(z.object({ productKey: z.string(), productSecret: z.string() })),
});
