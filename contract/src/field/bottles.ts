import { z } from "zod";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, id, idInBody } from "../envelope.ts";
import { epochMs } from "../moments.ts";
import { defineResource } from "../resource/define-resource.ts";
import { field } from "../resource/field-metadata.ts";
import { bottleCode } from "./bottle-code.ts";
import { bottleLabels } from "./bottle-labels.ts";

export const bottleState = z.enum([
  "new",
  "bound",
  "inSampler",
  "filled",
  "sealed",
  "inTransit",
  "received",
  "opened",
  "reserve",
  "destroyed",
]);
export type BottleState = z.infer<typeof bottleState>;

/** Bottles are known by the code on their body; the cap that belongs to it comes and goes as a pair is bound. */
export const bottles = defineResource({
  names: { one: "Bottle", many: "Bottles" },
  path: "/v2/admin/bottle",
  permission: "field:bottle",
  table: "bottle",
  key: "bottleId",
  unique: "bodyCode",
  unit: "unitId",
  fields: {
    bodyCode: field(bottleCode, { label: "bodyCode", search: "text", sortable: true }),
    unitId: field(idInBody, { label: "unit", reference: "unit", nameIn: "unitName", search: "choice" }),
    material: field(z.enum(["HDPE", "PP", "glass"]).default("HDPE"), {
      label: "material",
      dictionary: "material",
      search: "choice",
    }),
    volume: field(z.number().int().min(1).max(20_000).default(1000), {
      label: "volume",
      unit: "mL",
      sortable: true,
    }),
    lot: field(z.string().trim().max(60).default(""), { label: "lot", search: "text" }),
    cleanedAt: field(z.iso.date().nullable().default(null), { label: "cleanedAt", sortable: true }),
  },
  shown: {
    unitName: z.string(),
    /** Of the pair that holds; null before one is bound, and after it was broken. */
    capCode: field(z.string().nullable(), { label: "capCode" }),
    state: field(bottleState, { label: "state", dictionary: "state", search: "choice" }),
    /** The sampler it is used, with its slot; null where it is in none. */
    deviceName: z.string().nullable(),
    slot: z.number().int().nullable(),
  },
  labels: bottleLabels,
});

export type Bottle = z.infer<typeof bottles.row>;

const pair = z.object({
  capCode: z.string(),
  boundAt: epochMs,
  boundBy: z.string(),
  brokenAt: epochMs.nullable(),
  brokenBy: z.string().nullable(),
  reason: z.string(),
});

/** The caps that belonged to a bottle and the samplers it was in, newest first, at most 200 of each. */
export const getBottleHistory = defineCall({
  name: "getBottleHistory",
  method: "GET",
  path: "/v2/admin/bottle/history/:id",
  access: permission("field:bottle:query"),
  params: z.object({ id }),
  reply: data(
    z.object({
      pairs: z.array(pair),
      places: z.array(
        z.object({
          deviceName: z.string(),
          slot: z.number().int(),
          since: epochMs,
          until: epochMs.nullable(),
          putBy: z.string(),
          deliveryNo: z.string().nullable(),
        }),
      ),
    }),
  ),
});

/** A cap that was opened apart from its body belongs to it no more. */
export const breakPair = defineCall({
  name: "breakPair",
  title: { en: "Unpair a bottle and its cap", zh: "解除瓶身与瓶盖配对" },
  method: "PUT",
  path: "/v2/admin/bottle/breakPair",
  access: permission("field:bottle:edit"),
  body: z.object({ bottleId: idInBody, reason: z.string().trim().min(1).max(200) }),
});
