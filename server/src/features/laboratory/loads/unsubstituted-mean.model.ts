import type { Series } from "@tracewater/contract/laboratory/load-series";
import { kaplanMeierMean, upperBound } from "@tracewater/wbe/censored-mean";
import { ngPerLFromUgPerL } from "@tracewater/wbe/units";
import { type SeriesLoad, weightOf } from "./series.model.ts";

/**
 * The mean of loads of which some lie below a limit, without any substitute: what was not detected is bounded by the LOD,
 * what lies below the LOQ by the LOQ. Null where none does, and with fewer than five.
 */
export function kaplanMeierOf(loads: readonly SeriesLoad[], measure: Series["measure"]): number | null {
  if (!loads.some((one) => one.substituted)) return null;
  return kaplanMeierMean(loads.map((one) => ({ value: boundOf(one, measure), isBound: one.substituted })));
}

function boundOf(one: SeriesLoad, measure: Series["measure"]): number {
  const read = (text: string | null) => (text === null ? null : ngPerLFromUgPerL(text));
  const limit = upperBound({ flag: one.flag, lod: read(one.lod), loq: read(one.loq) });
  if (!one.substituted || limit === null) return weightOf(one, measure);
  const bound = limit.times(one.flow).times("0.001").toNumber();
  return measure === "per1000" && one.population !== null ? (bound / one.population) * 1000 : bound;
}
