/**
 * The areas that units answer for, next to the catchments that are measured: a catchment is not an administrative area.
 * A figure of an area is made of the catchments in it, each with the share of its inhabitants that lies inside, and is
 * given only where these are more than 80 % of the area's inhabitants.
 */
import { z } from "zod";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, id, idInBody } from "../envelope.ts";
import { catchment } from "../field/catchment.ts";
import { analyteCategory, analyteName } from "../laboratory/factors.ts";
import { epochMs } from "../moments.ts";
import { atDay } from "./situation-loads.ts";

const path = "/v2/admin/situation/unitArea";

/** Below or at this share of its inhabitants an area has no figure. */
export const minCover = 0.8;

const people = z.number().int().min(1).max(2_000_000_000);

export const unitArea = z.object({
  area: catchment,
  /** Inhabitants of the whole area. */
  people,
  squareKm: z.number(),
  changedAt: epochMs,
  changedBy: z.string(),
});

const coveredArea = z.object({
  unitId: z.number().int(),
  name: z.string(),
  area: catchment,
  people,
  /** Plants with a load and a catchment that lies in the area at least in part. */
  plants: z.number().int(),
  /** Inhabitants of their catchments inside of the area, of those of the area; 0 to 1. */
  cover: z.number(),
  /** mg/d of 1000 inhabitants, weighted by inhabitants; null where the cover is too small. */
  mean: z.number().nullable(),
});
export type CoveredArea = z.infer<typeof coveredArea>;

/** The areas of the units in scope with the figures of one category, by name, at most 200. */
export const listUnitAreas = defineCall({
  name: "listUnitAreas",
  method: "GET",
  path: `${path}/figures`,
  access: permission("laboratory:load:list"),
  onDisplays: true,
  query: z.object({ category: analyteCategory, ...atDay }),
  reply: data(z.object({ analyte: analyteName.nullable(), areas: z.array(coveredArea) })),
});

export const getUnitArea = defineCall({
  name: "getUnitArea",
  method: "GET",
  path: `${path}/:id`,
  access: permission("system:dept:query"),
  params: z.object({ id }),
  reply: data(unitArea.nullable()),
});

/** Sets the area of a unit, or removes it where it is null. */
export const setUnitArea = defineCall({
  name: "setUnitArea",
  title: { en: "Set the area of responsibility of a unit", zh: "设置单位责任区" },
  method: "PUT",
  path,
  access: permission("system:dept:edit"),
  body: z.object({
    unitId: idInBody,
    area: z.object({ area: catchment, people }).nullable(),
  }),
});
