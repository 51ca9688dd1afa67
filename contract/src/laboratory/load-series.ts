/**
 * Loads over a span: means by weeks and day sets, the change against a year before, and the sites of Europe compared
 * with them.
 */
import { z } from "zod";
import { localized } from "../both-languages.ts";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, id } from "../envelope.ts";
import { blank } from "../paging.ts";
import { assayPhase, assaySource } from "./assay-fields.ts";
import { analyteCategory, analyteName } from "./factors.ts";

const mayList = permission("laboratory:load:list");

export const weekDay = z.enum(["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]);

const days = z.array(weekDay).min(1).max(7);
/** Which days count as weekday and which as weekend; the daily mean takes all. */
export const daySet = z
  .object({ weekday: days, weekend: days })
  .refine(
    ({ weekday, weekend }) => new Set([...weekday, ...weekend]).size === weekday.length + weekend.length,
    {
      path: ["weekend"],
      error: localized("a day can be listed only once", "同一天只能出现一次"),
    },
  );
export type DaySet = z.infer<typeof daySet>;

/** Day sets that people choose by name: EUDA's, that of its edition of 2021, and the calendar's. */
export const daySets = {
  euda: {
    weekday: ["tuesday", "wednesday", "thursday"],
    weekend: ["friday", "saturday", "sunday", "monday"],
  },
  euda2021: {
    weekday: ["tuesday", "wednesday", "thursday", "friday"],
    weekend: ["saturday", "sunday", "monday"],
  },
  calendar: {
    weekday: ["monday", "tuesday", "wednesday", "thursday", "friday"],
    weekend: ["saturday", "sunday"],
  },
} satisfies Record<string, DaySet>;
export type DaySetName = keyof typeof daySets;

/** Decimal texts of at most 15 significant digits; null where no day of that kind has a load. */
export const means = z.object({
  weekday: z.string().nullable(),
  weekend: z.string().nullable(),
  daily: z.string().nullable(),
  days: z.object({ weekday: z.number().int(), weekend: z.number().int(), daily: z.number().int() }),
});
export type Means = z.infer<typeof means>;

const sourceWarningKey = z.enum([
  "morphineIsNotHeroin",
  "amphetamineFromMethamphetamine",
  "methcathinoneFromEphedrine",
  "cannabisOnSolids",
  "cotinineIsDenominator",
  "noTrendBelowLoq",
]);

/** Days of a span without a result, one after another. */
const gap = z.object({ from: z.iso.date(), until: z.iso.date(), days: z.number().int() });
const percentInterval = z.object({ low: z.number(), high: z.number() });

/** What the days of one analyte, or of one category, come to. */
export const series = z.object({
  /** Per 1000 inhabitants where every day has a population, else the whole load; mg/d both. */
  measure: z.enum(["per1000", "load"]),
  means,
  weeks: z.array(z.object({ from: z.iso.date(), until: z.iso.date(), means })),
  /** Results, and how many of them lie below the LOQ. */
  results: z.number().int(),
  below: z.number().int(),
  /** More than half lie below the LOQ. */
  isTrendForbidden: z.boolean(),
  /** The share of results that are quantified, 0..1. */
  detectionShare: z.number().nullable().default(null),
  /** The mean concentration lies below the LOQ: the mean is told as "< LOQ". */
  isMeanBelow: z.boolean().default(false),
  /** Each weekday has equally many days; else the plain mean leans towards those with more. */
  isBalanced: z.boolean().default(true),
  /** Of the daily mean: U in percent, k = 2, and its 95 % interval; null where a quantified day has none. */
  expanded: z.number().nullable().default(null),
  low: z.number().nullable().default(null),
  high: z.number().nullable().default(null),
  /** Days of the span and those with a result; null where no span was asked for. */
  coverage: z
    .object({ days: z.number().int(), sampled: z.number().int(), gaps: z.array(gap) })
    .nullable()
    .default(null),
  /**
   * The mean by weekday against that of the same weekdays 364 days before; null without such, and where no trend may be
   * reported.
   */
  change: z
    .object({
      to: z.enum(["increase", "stable", "decrease"]),
      before: z.string(),
      days: z.number().int(),
      /** Null where the earlier mean is zero. */
      percent: z.number().nullable().default(null),
      /** Of the percentage, 95 %; null with fewer than two pairs of days. */
      interval: percentInterval.nullable().default(null),
      /** The interval leaves out 0; else no change is shown, whatever its class. */
      isShown: z.boolean().default(false),
      pairs: z.number().int().default(0),
    })
    .nullable(),
  /** Why no change is given. */
  changeGap: z.enum(["noEarlier", "weekdaysDiffer", "trendForbidden"]).nullable().default(null),
  warnings: z.array(z.object({ key: sourceWarningKey, source: z.string() })),
});
export type Series = z.infer<typeof series>;

/** How the European sites of a year lie, mg/d of 1000 inhabitants; decimal texts. */
export const comparison = z.object({
  year: z.number().int(),
  /** What EUDA calls it; what it measured for it is the analyte. */
  residue: z.string(),
  sites: z.number().int(),
  least: z.string(),
  lowerQuartile: z.string(),
  median: z.string(),
  upperQuartile: z.string(),
  most: z.string(),
  /** The point's daily mean, and the sites that lie below it; null where the point has none. */
  own: z.object({ mean: z.string(), days: z.number().int(), sitesBelow: z.number().int() }).nullable(),
  source: z.string(),
});
export type Comparison = z.infer<typeof comparison>;

const asked = {
  pointId: id,
  from: blank(z.iso.date()),
  until: blank(z.iso.date()),
  phase: blank(assayPhase).transform((value) => value ?? "liquid"),
  source: blank(assaySource).transform((value) => value ?? "lcms"),
};
const dayList = blank(
  z
    .string()
    .max(80)
    .transform((text) => text.split(","))
    .pipe(days),
);

/** The trend of an analyte or of a category at a point, of the loads in force; a year where no span is given. */
export const getLoadTrend = defineCall({
  name: "getLoadTrend",
  method: "GET",
  path: "/v2/admin/load/trend",
  access: mayList,
  onDisplays: true,
  query: z.object({
    ...asked,
    /** One of the two. */
    analyte: blank(analyteName),
    category: blank(analyteCategory),
    /** Days, separated by commas; both or none, which is EUDA's day set. */
    weekday: dayList,
    weekend: dayList,
  }),
  reply: data(
    z.object({
      from: z.iso.date(),
      until: z.iso.date(),
      daySet,
      /** Null where there is no load. */
      series: series.nullable(),
      days: z.array(
        z.object({
          day: z.iso.date(),
          value: z.string(),
          /** What substitutes for results below the LOQ alone. */
          isBelow: z.boolean(),
        }),
      ),
      /**
       * The mean of all days by the estimator of Kaplan and Meier, offered next to substitution; null where no result lies
       * below a limit, and with fewer than five results.
       */
      kaplanMeier: z.number().nullable(),
      /** Of a category: its analytes with loads, the dominant one first, whose series this is. They are not added up. */
      analytes: z.array(analyteName),
    }),
  ),
});

/** A point compared with the sites of Europe; the newest year where none is asked for. */
export const getLoadComparison = defineCall({
  name: "getLoadComparison",
  method: "GET",
  path: "/v2/admin/load/comparison",
  access: mayList,
  query: z.object({
    ...asked,
    analyte: analyteName,
    year: blank(z.coerce.number().int().min(1900).max(2999)),
  }),
  reply: data(
    z.object({
      /** Years with sites, the newest first; none where EUDA has nothing of this analyte. */
      years: z.array(z.number().int()),
      comparison: comparison.nullable(),
      /** Their daily means, the lowest first. */
      sites: z.array(z.object({ city: z.string(), country: z.string(), load: z.string() })),
    }),
  ),
});
