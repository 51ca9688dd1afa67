import type { Decimal } from "decimal.js";
import { checkExact, Exact } from "./exact.ts";
import type { MgPerDayPer1000 } from "./units.ts";
import { WbeError } from "./wbe-error.ts";

/** How the loads of many sites lie, in mg/d/1000. */
export interface Distribution {
  readonly count: number;
  readonly min: MgPerDayPer1000;
  readonly lowerQuartile: MgPerDayPer1000;
  readonly median: MgPerDayPer1000;
  readonly upperQuartile: MgPerDayPer1000;
  readonly max: MgPerDayPer1000;
}

/**
 * Extremes, quartiles and median; between two sites the quantile is interpolated linearly.
 * Errors: empty, notANumber, notFinite, negative, outOfRange.
 * Source: Hyndman and Fan 1996, Am. Stat. 50:361 (definition 7).
 */
export function distributionOf(values: readonly MgPerDayPer1000[]): Distribution {
  if (values.length === 0) throw new WbeError("empty", "values");
  const sorted = values.map((value) => checkExact("value", value)).sort((a, b) => a.comparedTo(b));
  const quantile = (share: number) => quantileOf(sorted, share) as MgPerDayPer1000;
  return {
    count: sorted.length,
    min: quantile(0),
    lowerQuartile: quantile(0.25),
    median: quantile(0.5),
    upperQuartile: quantile(0.75),
    max: quantile(1),
  };
}

function quantileOf(sorted: readonly Decimal[], share: number): Decimal {
  const place = (sorted.length - 1) * share;
  const low = sorted[Math.floor(place)] ?? new Exact(0);
  const high = sorted[Math.ceil(place)] ?? low;
  return low.plus(high.minus(low).times(place - Math.floor(place)));
}
