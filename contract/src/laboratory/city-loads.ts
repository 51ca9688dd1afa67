/** Loads of cities: the plants of a city weighted by their inhabitants, and cities compared with each other. */
import { z } from "zod";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data } from "../envelope.ts";
import { blank } from "../paging.ts";
import { assayPhase, assaySource } from "./assay-fields.ts";
import { analyteName } from "./factors.ts";

const plant = z.object({
  pointId: z.number().int(),
  code: z.string(),
  name: z.string(),
  /** As the newest of its loads used it; without a load as the point has it. */
  population: z.number().int().nullable(),
  days: z.number().int(),
  /** mg/d of 1000 inhabitants, a decimal text of at most 15 digits; null where it is left out. */
  mean: z.string().nullable(),
  /** The mean concentration lies below the LOQ: the mean is told as "< LOQ". */
  isMeanBelow: z.boolean(),
  /** U in percent, k = 2, and the 95 % interval. */
  expanded: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** Why the city's mean leaves it out. */
  leftOut: z.enum(["noLoad", "noPopulation"]).nullable(),
});
export type CityPlantLoad = z.infer<typeof plant>;

const city = z.object({
  city: z.string(),
  country: z.string(),
  mean: z.string().nullable(),
  /** Every plant of it is below the LOQ. */
  isMeanBelow: z.boolean(),
  expanded: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** Inhabitants of the plants in the mean, and their share of all of the city's plants, 0..1; null where one is not known. */
  population: z.number().int(),
  share: z.number().nullable(),
  plants: z.array(plant),
});
export type CityLoad = z.infer<typeof city>;

/**
 * Cities by their mean over a period, the highest first, at most 200. A city is the place of a sampling point; its
 * plants are the points at inlets, since a sewer upstream is in them already. Only 24-hour composites count.
 */
export const getCityLoads = defineCall({
  name: "getCityLoads",
  method: "GET",
  path: "/v2/admin/load/city",
  access: permission("laboratory:load:list"),
  query: z.object({
    analyte: analyteName,
    /** Both included, at most 400 days; by default the 90 days up to the newest load. */
    from: blank(z.iso.date()),
    until: blank(z.iso.date()),
    phase: blank(assayPhase).transform((value) => value ?? "liquid"),
    source: blank(assaySource).transform((value) => value ?? "lcms"),
    /** The city, with its country, whose days are wanted. */
    city: blank(z.string().trim().max(200)),
    country: blank(z.string().trim().max(100)),
  }),
  reply: data(
    z.object({
      /** Null where there is no load at all. */
      from: z.iso.date().nullable(),
      until: z.iso.date().nullable(),
      cities: z.array(city),
      /** Of the city that was asked for: its mean day by day, of the plants that have a load on it. */
      days: z.array(
        z.object({
          day: z.iso.date(),
          mean: z.string(),
          plants: z.number().int(),
          /** Of the inhabitants of all its plants with loads in the period. */
          share: z.number(),
        }),
      ),
    }),
  ),
});
