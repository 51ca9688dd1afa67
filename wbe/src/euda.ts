// The published means of the European data against our own, row by row. What does not agree is reported as
// data alongside the row; it is a fact about the row and never an exception.

import type { Decimal } from "decimal.js";
import { checkExact } from "./exact.ts";
import type { MgPerDayPer1000 } from "./units.ts";
import { type DailyLoads, type DaySet, eudaDaySetOf, weekDays, weekMeans } from "./week.ts";

/** One week of one residue at one plant; loads and means in mg/d/1000 inhabitants. */
export interface EudaWeek {
  readonly year: number;
  readonly residue: string;
  readonly siteId: string;
  readonly country: string;
  readonly city: string;
  readonly loads: DailyLoads<MgPerDayPer1000>;
  readonly published: Readonly<Record<MeanKind, MgPerDayPer1000 | null>>;
}

export type MeanKind = "weekday" | "weekend" | "daily";
const meanKinds = ["weekday", "weekend", "daily"] as const satisfies readonly MeanKind[];

export interface MeanWarning {
  readonly key: "publishedMeanNotReproduced";
  readonly mean: MeanKind;
  readonly published: MgPerDayPer1000 | null;
  /** From the published days, all digits kept; null where no day of the set has a load. */
  readonly recomputed: MgPerDayPer1000 | null;
}

/**
 * The published means of a week that its days do not reproduce within 0.01 mg/d/1000, with the day set of
 * its year unless another is given; empty where all three agree. A mean that only one side has does not agree.
 * Errors: those of `weekMeans` for a bad day set or load, those of `eudaDaySetOf` for a bad year; none for a week without a single day.
 * Source: EUDA and SCORE, Wastewater analysis and drugs, edition 2025.
 */
export function meanWarnings(week: EudaWeek, daySet: DaySet = eudaDaySetOf(week.year)): MeanWarning[] {
  const hasDays = weekDays.some((day) => (week.loads[day] ?? null) !== null);
  const means = hasDays
    ? weekMeans({ loads: week.loads, daySet })
    : { weekday: null, weekend: null, daily: null };
  return meanKinds
    .filter((mean) => !agrees(means[mean], week.published[mean]))
    .map((mean) => ({
      key: "publishedMeanNotReproduced",
      mean,
      published: week.published[mean],
      recomputed: means[mean],
    }));
}

export interface Reproduction {
  readonly weeks: number;
  readonly reproduced: number;
}

/** How many weeks reproduce, apart for 2021, whose edition used other days. Errors: as `meanWarnings`. */
export function countReproduced(weeks: readonly EudaWeek[]): {
  readonly outside2021: Reproduction;
  readonly of2021: Reproduction;
} {
  const count = (chosen: readonly EudaWeek[]): Reproduction => ({
    weeks: chosen.length,
    reproduced: chosen.filter((week) => meanWarnings(week).length === 0).length,
  });
  return {
    outside2021: count(weeks.filter(({ year }) => year !== 2021)),
    of2021: count(weeks.filter(({ year }) => year === 2021)),
  };
}

// The table is published with two decimals.
function agrees(recomputed: Decimal | null, published: Decimal | null): boolean {
  const mean = published === null ? null : checkExact("published", published);
  if (recomputed === null || mean === null) return recomputed === mean;
  return recomputed.minus(mean).abs().lte("0.01");
}
