// What must be said alongside a number, as data: a page translates the key, this file knows when it applies.

import type { AnalyteKey } from "./analyte.ts";
import type { AssayFlag } from "./assay-flag.ts";
import { checkExact } from "./exact.ts";
import { forbidsTrend } from "./trend-ban.ts";
import type { NgPerL } from "./units.ts";
import { WbeError } from "./wbe-error.ts";

export interface SourceWarning {
  /** The analytes alongside whose numbers it is; none: every analyte. */
  readonly analytes: readonly AnalyteKey[];
  /** Analytes to show next to them. */
  readonly alongside: readonly AnalyteKey[];
  readonly source: string;
}

export const sourceWarnings = {
  morphineIsNotHeroin: {
    analytes: ["morphine"],
    alongside: ["mam6", "codeine"],
    source: "Zuccato et al. 2008, Environ. Health Perspect. 116:1027",
  },
  amphetamineFromMethamphetamine: {
    analytes: ["amphetamine"],
    alongside: ["methamphetamine"],
    source: "Refining the estimation of amphetamine consumption by wastewater-based epidemiology",
  },
  methcathinoneFromEphedrine: {
    analytes: ["methcathinone"],
    alongside: [],
    source:
      "Occurrence and transformation of ephedrine/pseudoephedrine and methcathinone in wastewater in China",
  },
  cannabisOnSolids: {
    analytes: ["thc", "thccooh", "cbd", "cbn"],
    alongside: [],
    source:
      "Analytical investigation of cannabis biomarkers in raw urban wastewater to refine consumption estimates",
  },
  cotinineIsDenominator: {
    analytes: ["cotinine"],
    alongside: [],
    source: "Castiglioni et al. 2015, Tob. Control 24:38",
  },
  noTrendBelowLoq: {
    analytes: [],
    alongside: [],
    source: "US EPA QA/G-9 2000, section 4.7 (more than half of the values below the limit)",
  },
} as const satisfies Record<string, SourceWarning>;

export type SourceWarningKey = keyof typeof sourceWarnings;

export interface WarnedResult {
  readonly sample: string;
  readonly analyte: AnalyteKey;
  readonly flag: AssayFlag;
  /** Null unless quantified. */
  readonly concentration: NgPerL | null;
  readonly phase: "liquid" | "total";
}

export interface AppliedWarning {
  readonly key: SourceWarningKey;
  readonly analyte: AnalyteKey;
  /** The samples that call for it, each once, in the order given. */
  readonly samples: readonly string[];
}

/**
 * The warnings that apply to a set of results, by warning and analyte. Rejected results are not looked at.
 * Amphetamine is warned of where AMP/METH, both quantified in one sample [ng/L over ng/L], is 0.04 to 0.19;
 * cannabis markers where only the liquid phase was measured; a trend where more than half of the results of
 * an analyte lie below the LOQ. An empty set has no warnings.
 * Errors: missing (a quantified result without concentration), notANumber, notFinite, negative, outOfRange.
 */
export function warningsFor(results: readonly WarnedResult[]): AppliedWarning[] {
  const used = results.filter((result) => result.flag !== "rejected");
  for (const result of used) checkConcentration(result);
  return [
    ...warned("morphineIsNotHeroin", used),
    ...warned("amphetamineFromMethamphetamine", ambiguousAmphetamine(used)),
    ...warned("methcathinoneFromEphedrine", used),
    ...warned(
      "cannabisOnSolids",
      used.filter((result) => result.phase === "liquid"),
    ),
    ...warned("cotinineIsDenominator", used),
    ...warned("noTrendBelowLoq", mostlyBelowLoq(used)),
  ];
}

function checkConcentration({ flag, concentration }: WarnedResult): void {
  if (concentration !== null) checkExact("concentration", concentration);
  else if (flag === "quantified") throw new WbeError("missing", "concentration");
}

function warned(key: SourceWarningKey, results: readonly WarnedResult[]): AppliedWarning[] {
  const { analytes }: SourceWarning = sourceWarnings[key];
  const samples = new Map<AnalyteKey, Set<string>>();
  for (const { analyte, sample } of results) {
    if (analytes.length > 0 && !analytes.includes(analyte)) continue;
    samples.set(analyte, (samples.get(analyte) ?? new Set()).add(sample));
  }
  return [...samples].map(([analyte, of]) => ({ key, analyte, samples: [...of] }));
}

// Between these ratios the amphetamine may all come from methamphetamine, whose use leaves about 0.09 of it.
function ambiguousAmphetamine(results: readonly WarnedResult[]): WarnedResult[] {
  const methamphetamine = new Map<string, NgPerL[]>();
  for (const { sample, analyte, flag, concentration } of results) {
    if (analyte !== "methamphetamine" || flag !== "quantified" || concentration === null) continue;
    methamphetamine.set(sample, [...(methamphetamine.get(sample) ?? []), concentration]);
  }
  return results.filter(({ sample, analyte, flag, concentration }) => {
    if (analyte !== "amphetamine" || flag !== "quantified" || concentration === null) return false;
    return (methamphetamine.get(sample) ?? []).some(
      (other) =>
        !other.isZero() && concentration.gte(other.times("0.04")) && concentration.lte(other.times("0.19")),
    );
  });
}

function mostlyBelowLoq(results: readonly WarnedResult[]): WarnedResult[] {
  const isBelow = ({ flag }: WarnedResult) => flag === "belowLoq" || flag === "notDetected";
  return [...new Set(results.map(({ analyte }) => analyte))].flatMap((analyte) => {
    const series = results.filter((result) => result.analyte === analyte);
    return forbidsTrend(series) ? series.filter(isBelow) : [];
  });
}
