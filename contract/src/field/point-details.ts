import { z } from "zod";
import { localized } from "../both-languages.ts";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, id, idInBody } from "../envelope.ts";
import { epochMs } from "../moments.ts";
import { catchment } from "./catchment.ts";

const may = (verb: string) => permission(`field:samplePoint:${verb}`);
const root = "/v2/admin/samplePoint";

/** Every point that has a place, for a map: at most 5,000. */
export const listPointPlaces = defineCall({
  name: "listPointPlaces",
  method: "GET",
  path: `${root}/places`,
  access: may("list"),
  reply: data(
    z.array(
      z.object({
        pointId: z.number().int(),
        code: z.string(),
        name: z.string(),
        longitude: z.number(),
        latitude: z.number(),
        deviceCount: z.number().int(),
      }),
    ),
  ),
});

export const pointArea = z.object({
  catchment,
  squareKm: z.number(),
  changedAt: epochMs,
  changedBy: z.string(),
});

const figureKind = z.enum(["population", "flow"]);
/** How many people: the methods of the field. How much water: where the figure is from. */
export const figureMethod = z.enum([
  "census",
  "design",
  "cotinine",
  "nh4n",
  "mobile",
  "hydrochem",
  "meter",
  "declared",
  "modelled",
]);
export const methodsOf = {
  population: ["census", "design", "cotinine", "nh4n", "mobile", "hydrochem"],
  flow: ["meter", "declared", "modelled", "design"],
} as const;

export const pointAttribute = z.object({
  figureId: z.number().int(),
  kind: figureKind,
  /** The day from which on it holds. */
  since: z.iso.date(),
  /** Inhabitants, or m³/d. */
  value: z.number(),
  method: figureMethod,
  /** Percent, k = 1; null where none is stated. */
  uncertainty: z.number().nullable().default(null),
  source: z.string(),
  madeAt: epochMs,
  madeBy: z.string(),
});
export type PointAttribute = z.infer<typeof pointAttribute>;

/** What is drawn and dated of a point, and the devices that are and was there, newest first, at most 200 of each. */
export const getPointDetails = defineCall({
  name: "getPointDetails",
  method: "GET",
  path: `${root}/details/:id`,
  access: may("query"),
  params: z.object({ id }),
  reply: data(
    z.object({
      area: pointArea.nullable(),
      figures: z.array(pointAttribute),
      devices: z.array(
        z.object({
          deviceId: z.number().int(),
          deviceName: z.string(),
          typeKey: z.string(),
          since: epochMs,
          until: epochMs.nullable(),
        }),
      ),
    }),
  ),
});

export const setPointArea = defineCall({
  name: "setPointArea",
  title: { en: "Edit the catchment of a sampling point", zh: "编辑采样点汇水区" },
  method: "PUT",
  path: `${root}/area`,
  access: may("edit"),
  body: z.object({ pointId: idInBody, catchment: catchment.nullable() }),
});

/** A figure from a day on. The newest population becomes that of the point itself. */
export const addPointFigure = defineCall({
  name: "addPointFigure",
  title: { en: "Add population or flow of a sampling point", zh: "新增采样点人口或流量记录" },
  method: "POST",
  path: `${root}/figure`,
  access: may("edit"),
  body: z
    .object({
      pointId: idInBody,
      kind: figureKind,
      since: z.iso.date(),
      value: z.number().min(0).max(1e9),
      method: figureMethod,
      uncertainty: z.number().positive().max(500).nullable().default(null),
      source: z.string().trim().max(300).default(""),
    })
    .refine(({ kind, method }) => methodsOf[kind].some((known) => known === method), {
      path: ["method"],
      message: localized("does not apply to this figure", "不适用于该项数据"),
    })
    .refine(({ kind, value }) => kind === "flow" || (Number.isInteger(value) && value <= 100_000_000), {
      path: ["value"],
      message: localized("must be a whole number of at most 100 million", "须为不超过 1 亿的整数"),
    }),
  reply: data(z.object({ id: z.number().int() })),
});

export const removePointFigure = defineCall({
  name: "removePointFigure",
  title: { en: "Delete population or flow of a sampling point", zh: "删除采样点人口或流量记录" },
  method: "DELETE",
  path: `${root}/figure/:id`,
  access: may("edit"),
  params: z.object({ id }),
});
