import type { AssayRatio, AssayWarning } from "@tracewater/contract/laboratory/assays";
import { analyteName } from "@tracewater/contract/laboratory/factors";
import type { AnalyteKey } from "@tracewater/wbe/analyte";
import { ratiosOf } from "@tracewater/wbe/consumption-rule";
import { sourceWarnings, warningsFor } from "@tracewater/wbe/source-warnings";
import { type NgPerL, ngPerLFromUgPerL } from "@tracewater/wbe/units";
import { arithmeticNameOf, wireNameOf } from "../factors/factor.service.ts";
import type { StoredAssay } from "./assay.store.ts";

/** In the specification's order; what counts or may come to count before what does not any longer. */
export function inOrder<T extends Pick<StoredAssay, "analyte" | "state" | "assayId">>(
  results: readonly T[],
): T[] {
  const isOver = ({ state }: T) => (state === "superseded" || state === "rejected" ? 1 : 0);
  const place = ({ analyte }: T) => analyteName.options.indexOf(analyte);
  return results.toSorted((a, b) => isOver(a) - isOver(b) || place(a) - place(b) || b.assayId - a.assayId);
}

type Rated = Pick<StoredAssay, "analyte" | "flag" | "value" | "phase" | "state" | "source">;

/** The ratios of a sample's results, of those that count or may come to count in the phase and by the source asked for. */
export function sampleRatiosOf(results: readonly Rated[], asked: Rated): AssayRatio[] {
  const found = new Map<AnalyteKey, NgPerL>();
  for (const { analyte, flag, value, phase, state, source } of results) {
    if (state === "superseded" || state === "rejected" || flag !== "quantified" || value === null) continue;
    if (phase !== asked.phase || source !== asked.source) continue;
    found.set(arithmeticNameOf(analyte), ngPerLFromUgPerL(value));
  }
  return ratiosOf(found).map(({ over, under, ...rest }) => ({
    ...{ ...rest, over: wireNameOf(over), under: wireNameOf(under) },
  }));
}

/** What has to be said alongside the results of one sample that count or may come to count. */
export function warningsOf(
  results: readonly Pick<StoredAssay, "analyte" | "flag" | "value" | "phase" | "state">[],
): AssayWarning[] {
  const used = results.filter(({ state }) => state !== "superseded" && state !== "rejected");
  const warnings = warningsFor(
    used.map(({ analyte, flag, value, phase }) => ({
      sample: "",
      analyte: arithmeticNameOf(analyte),
      flag,
      concentration: flag === "quantified" && value !== null ? ngPerLFromUgPerL(value) : null,
      phase,
    })),
  );
  return warnings.flatMap(({ key, analyte }): AssayWarning[] => {
    // One sample is no series.
    if (key === "noTrendBelowLoq") return [];
    const { alongside, source } = sourceWarnings[key];
    return [{ key, analyte: wireNameOf(analyte), beside: alongside.map(wireNameOf), source }];
  });
}
