import { z } from "zod";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { id, page } from "../envelope.ts";
import { blank, paging, searchText, sorting } from "../paging.ts";

export const samplingPoint = z.object({
  pointId: z.number().int(),
  code: z.string(),
  name: z.string(),
  kind: z.enum(["plantInlet", "plantOutlet", "sewerNode", "outfall", "other"]),
  unitId: z.number().int(),
  unitName: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  country: z.string(),
  place: z.string(),
  population: z.number().int().nullable(),
  /** Design flow in m3/d. */
  designFlow: z.number().nullable(),
  /** Where the point's data is from, as it must be named beside it. */
  source: z.string(),
  deviceCount: z.number().int(),
});
export type SamplingPoint = z.infer<typeof samplingPoint>;

export const listSamplingPoints = defineCall({
  name: "listSamplingPoints",
  method: "GET",
  path: "/v2/admin/samplePoint/list",
  access: permission("field:samplePoint:list"),
  query: z.object({
    ...paging,
    ...sorting(["code", "name", "country", "population"]),
    keyword: searchText,
    unitId: blank(id),
  }),
  reply: page(samplingPoint),
});
