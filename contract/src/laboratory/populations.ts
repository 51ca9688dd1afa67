/**
 * The population of a sampling point by every method side by side: dated records, and estimates from what each
 * inhabitant adds to the water. One of them is used for the loads, and the page says which and why.
 */
import { z } from "zod";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, id, idInBody } from "../envelope.ts";
import { figureMethod } from "../field/point-details.ts";
import { epochMs } from "../moments.ts";
import { blank } from "../paging.ts";

const may = (verb: string) => permission(`laboratory:population:${verb}`);
const path = "/v2/admin/population";
const text = (max: number) => z.string().trim().max(max);
/** Percent, k = 1. */
const uncertainty = z.number().positive().max(500);

/** Chemical parameters of a sample in mg/L; cotinine is an assay result. */
export const sampleMarker = z.enum(["nh4n", "bod5", "cod", "tkn", "p"]);
export type SampleMarker = z.infer<typeof sampleMarker>;
export const marker = z.enum(["cotinine", ...sampleMarker.options]);
export type Marker = z.infer<typeof marker>;

/** What a laboratory knows of one inhabitant, dated and with its source. */
export const populationParameter = z.enum([
  "nicotinePerCigarette",
  /** Where it is set it is used in place of nicotine over its factor. */
  "cotininePerCigarette",
  "cigarettesPerSmoker",
  /** Of all inhabitants, 0..1. */
  "smokerShare",
  ...sampleMarker.options,
]);
export type PopulationParameter = z.infer<typeof populationParameter>;

const setting = z.object({
  parameter: populationParameter,
  /** mg, mg, cigarettes per day, share of 1, and g per inhabitant and day; null where nobody set one. */
  value: z.number().nullable(),
  uncertainty: uncertainty.nullable(),
  /** A design value, which 85 % of the days stay below. */
  isDesign: z.boolean(),
  since: z.iso.date().nullable(),
  source: z.string(),
  madeBy: z.string(),
  /** `own` of the unit, `builtIn` comes with the product and is not verified. */
  origin: z.enum(["own", "builtIn", "none"]),
  /**
   * Of a chemical parameter: the mean of the period at this point over its census, offered in place of a design value;
   * null without a census or without days. `uncertainty` in percent, k = 1, of the mean alone; null with one day.
   */
  pointMean: z
    .object({
      value: z.number(),
      uncertainty: z.number().nullable(),
      days: z.number().int(),
      population: z.number().int(),
    })
    .nullable()
    .default(null),
});
export type PopulationSetting = z.infer<typeof setting>;

const method = z.object({
  method: z.enum(["census", "design", "mobile", ...marker.options]),
  population: z.number().int().nullable(),
  /** Percent, k = 1; null where a part of it is not known. */
  uncertainty: z.number().nullable(),
  /** The 95 % interval. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** Days of the period with an estimate; 0 of a record. */
  days: z.number().int(),
  /** Of a record the day from which it holds. */
  since: z.iso.date().nullable(),
  source: z.string(),
  /** It rests on a design value of one inhabitant. */
  isDesign: z.boolean(),
  /** Why there is no estimate. */
  gap: z.enum(["noResult", "noFlow", "noSetting"]).nullable(),
  missing: z.array(populationParameter),
  /** Loads of the period's last day use it. */
  isUsed: z.boolean(),
});
export type PopulationMethod = z.infer<typeof method>;

const dayMarker = z.object({
  marker,
  /** Null for cotinine, which is changed where assays are. */
  markerId: z.number().int().nullable(),
  /** μg/L of cotinine, mg/L of the others. */
  concentration: z.number(),
  /** Expanded, k = 2, in the same unit. */
  uncertainty: z.number().nullable(),
  /** Null where what one inhabitant adds, or the flow, is not known. */
  population: z.number().int().nullable(),
});

const day = z.object({
  day: z.iso.date(),
  sampleNo: z.string().nullable(),
  /** m³/d. */
  flow: z.number().nullable(),
  markers: z.array(dayMarker),
});
export type PopulationDay = z.infer<typeof day>;

const span = { from: blank(z.iso.date()), until: blank(z.iso.date()) };

/** By default the 90 days up to today; at most 400 days. */
export const getPointPopulation = defineCall({
  name: "getPointPopulation",
  method: "GET",
  path: `${path}/:id`,
  access: may("query"),
  params: z.object({ id }),
  query: z.object(span),
  reply: data(
    z.object({
      pointId: z.number().int(),
      code: z.string(),
      name: z.string(),
      from: z.iso.date(),
      until: z.iso.date(),
      /** What loads of the last day use, and by which rule. */
      used: z.object({
        population: z.number().int().nullable(),
        method: figureMethod.nullable(),
        since: z.iso.date().nullable(),
        uncertainty: z.number().nullable(),
        source: z.string(),
        reason: z.enum(["newestRecord", "pointItself", "none"]),
      }),
      methods: z.array(method),
      days: z.array(day),
      settings: z.array(setting),
      /** Percent, k = 1, as assumed for every estimate. */
      flowUncertainty: z.number(),
      /** 24-hour composites of the period without or with markers, for entering them; at most 400. */
      samples: z.array(
        z.object({ samplingId: z.number().int(), sampleNo: z.string(), day: z.iso.date(), at: epochMs }),
      ),
    }),
  ),
});
export type PointPopulation = z.infer<(typeof getPointPopulation)["reply"]>["data"];

const amount = z.number().positive().max(1e6);

/** Markers of one 24-hour composite; each is entered once. */
export const addMarkerResults = defineCall({
  name: "addMarkerResults",
  method: "POST",
  path: `${path}/marker`,
  access: may("edit"),
  title: { en: "Enter population markers", zh: "录入人口标志物" },
  body: z.object({
    samplingId: idInBody,
    results: z
      .array(z.object({ marker: sampleMarker, value: amount, uncertainty: amount.nullable().default(null) }))
      .min(1)
      .max(5),
    /** The method, or the report of another laboratory. */
    source: text(300).default(""),
  }),
});

export const removeMarkerResult = defineCall({
  name: "removeMarkerResult",
  method: "DELETE",
  path: `${path}/marker/:id`,
  access: may("edit"),
  personOnly: true,
  title: { en: "Delete a population marker", zh: "删除人口标志物" },
  params: z.object({ id }),
});

/** A later entry takes the place of an earlier one from its day on; none is ever changed. */
export const setPopulationSetting = defineCall({
  name: "setPopulationSetting",
  method: "POST",
  path: `${path}/setting`,
  access: may("edit"),
  personOnly: true,
  title: { en: "Set a population parameter", zh: "设定人口估算参数" },
  body: z.object({
    /** The unit of this point. */
    pointId: idInBody,
    parameter: populationParameter,
    since: z.iso.date(),
    /** Null: from this day on the built-in rule holds again. */
    value: z.number().positive().max(1e4).nullable(),
    uncertainty: uncertainty.nullable().default(null),
    isDesign: z.boolean().default(false),
    source: text(300).min(1),
  }),
});

/** The estimate of a marker over a period becomes the population of the point from the period's first day on. */
export const usePopulationEstimate = defineCall({
  name: "usePopulationEstimate",
  method: "POST",
  path: `${path}/use`,
  access: may("edit"),
  personOnly: true,
  title: { en: "Use a population estimate", zh: "采用人口估算值" },
  body: z.object({
    pointId: idInBody,
    marker,
    from: z.iso.date(),
    until: z.iso.date(),
    /** What the person who decides saw: a different estimate by now is refused. */
    population: z.number().int().min(1),
  }),
  reply: data(z.object({ figureId: z.number().int() })),
});
