// Of which residues a consumption may be reported, and what says that a residue was dumped rather than consumed.

import type { AnalyteKey } from "./analyte.ts";
import { checkResult } from "./checks.ts";
import { checkExact, checkExactPositive, Exact } from "./exact.ts";
import type { Fraction, MgPerDay, MgPerDayPer1000, NgPerL } from "./units.ts";
import { WbeError } from "./wbe-error.ts";

const consumptionBars = [
  "censored",
  "amphetamineBelowMethamphetamine",
  "amphetamineFromMethamphetamine",
  "noTherapeuticShare",
  "unstableMarker",
  "liquidPhaseOnly",
  "notAStreetDrug",
] as const;
export type ConsumptionBar = (typeof consumptionBars)[number];

/** Amphetamine over methamphetamine in one sample, both quantified, and what the use of methamphetamine leaves. */
export const amphetamineShare = { low: "0.04", high: "0.19", alone: "1", left: "0.09" } as const;

export type AmphetamineState = "below" | "ambiguous" | "share" | "own";

/**
 * What AMP/METH says [ng/L over ng/L]: below 0.04 less than methamphetamine leaves by itself; 0.04 to 0.19 nothing can
 * be told apart; up to 1 a share comes from methamphetamine; above, or without methamphetamine, it is amphetamine's own.
 * Errors: notANumber, notFinite, negative, outOfRange.
 * Source: Refining the estimation of amphetamine consumption by wastewater-based epidemiology (as the analyte table).
 */
export function amphetamineState(input: {
  amphetamine: NgPerL;
  methamphetamine: NgPerL | null;
}): AmphetamineState {
  const amphetamine = checkExact("amphetamine", input.amphetamine);
  if (input.methamphetamine === null) return "own";
  const methamphetamine = checkExact("methamphetamine", input.methamphetamine);
  if (methamphetamine.isZero()) return "own";
  if (amphetamine.lt(methamphetamine.times(amphetamineShare.low))) return "below";
  if (amphetamine.lte(methamphetamine.times(amphetamineShare.high))) return "ambiguous";
  return amphetamine.lte(methamphetamine.times(amphetamineShare.alone)) ? "share" : "own";
}

/**
 * Amphetamine without the share of methamphetamine: AMP - 0.09 METH, both loads of one day in one unit. Exact.
 * Errors: notANumber, notFinite, negative (also a difference below zero), outOfRange. Source: as `amphetamineState`.
 */
export function withoutMethamphetamine<L extends MgPerDay | MgPerDayPer1000>(input: {
  amphetamine: L;
  methamphetamine: L;
}): L {
  const share = checkExact("methamphetamine", input.methamphetamine).times(amphetamineShare.left);
  const own = checkExact("amphetamine", input.amphetamine).minus(share);
  return checkExact("amphetamine", own) as L;
}

/**
 * Heroin's part of a load of morphine: load x (1 - therapeutic share). Errors: as `load`; outOfRange (a share of 1 or
 * more). Source: Zuccato et al. 2008, Environ. Health Perspect. 116:1027.
 */
export function withoutTherapeutic<L extends MgPerDay | MgPerDayPer1000>(input: {
  morphine: L;
  therapeuticShare: Fraction;
}): L {
  const share = new Exact(input.therapeuticShare);
  if (!share.isFinite() || share.isNegative() || share.gte(1))
    throw new WbeError("outOfRange", "therapeuticShare");
  return checkExact("morphine", input.morphine).times(new Exact(1).minus(share)) as L;
}

/**
 * Why no consumption follows from a load; null where one may be reported. A result below a limit has none. Parent
 * cocaine and 6-MAM decay in the sewer, THC-COOH sits on solids, morphine is mostly a medicine, and cotinine estimates
 * people: each has one only where the laboratory entered what it takes. `isOwnFactor`: the factor is a version of the
 * laboratory's own. Errors: none.
 * Source: van Nuijs et al. 2012, J. Hazard. Mater. 239-240:19 (stability); Zuccato et al. 2008 (morphine); the notes of
 * the analyte table.
 */
export function consumptionBar(input: {
  analyte: AnalyteKey;
  isCensored: boolean;
  phase: "liquid" | "total";
  isOwnFactor: boolean;
  hasTherapeuticShare: boolean;
  amphetamine: AmphetamineState;
}): ConsumptionBar | null {
  const { analyte } = input;
  if (input.isCensored) return "censored";
  if (analyte === "amphetamine" && input.amphetamine === "below") return "amphetamineBelowMethamphetamine";
  if (analyte === "amphetamine" && input.amphetamine === "ambiguous") return "amphetamineFromMethamphetamine";
  if (analyte === "morphine" && !input.hasTherapeuticShare) return "noTherapeuticShare";
  if ((analyte === "cocaine" || analyte === "mam6") && !input.isOwnFactor) return "unstableMarker";
  if (analyte === "thccooh" && input.phase === "liquid") return "liquidPhaseOnly";
  return analyte === "cotinine" && !input.isOwnFactor ? "notAStreetDrug" : null;
}

/** A ratio of two residues of one sample; above `above` it was more likely dumped than consumed. */
export interface DumpingRatio {
  readonly over: AnalyteKey;
  readonly under: AnalyteKey;
  /** Null: no limit is accepted, the ratio is shown without a verdict. */
  readonly above: string | null;
  /** Within it the upper residue may all come from the lower one; null where there is none. */
  readonly band: { readonly low: string; readonly high: string } | null;
  readonly source: string;
}

const dumpingRatios = [
  {
    over: "cocaine",
    under: "benzoylecgonine",
    above: "0.75",
    band: null,
    source: "van Nuijs et al. 2009, Environ. Pollut. 157:123 (unverified figure)",
  },
  { over: "ketamine", under: "norketamine", above: null, band: null, source: "no limit accepted" },
  { over: "mda", under: "mdma", above: null, band: null, source: "no limit accepted" },
  {
    over: "amphetamine",
    under: "methamphetamine",
    above: null,
    band: { low: amphetamineShare.low, high: amphetamineShare.high },
    source: "Refining the estimation of amphetamine consumption by wastewater-based epidemiology",
  },
] as const satisfies readonly DumpingRatio[];

export interface FoundRatio extends DumpingRatio {
  readonly ratio: number;
  readonly isDumped: boolean;
  /** It lies in its band, both ends included. */
  readonly isInBand: boolean;
}

/**
 * The ratios that a sample has, from its quantified results [ng/L], each with its limit and whether it is beyond it.
 * A ratio over nothing is not made. Errors: notANumber, notFinite, negative, outOfRange, overflow.
 * Source: of each ratio its own.
 */
export function ratiosOf(results: ReadonlyMap<AnalyteKey, NgPerL>): FoundRatio[] {
  return dumpingRatios.flatMap((known: DumpingRatio) => {
    const over = results.get(known.over);
    const under = results.get(known.under);
    if (over === undefined || under === undefined || checkExact(known.under, under).isZero()) return [];
    const ratio = checkExact(known.over, over).dividedBy(checkExactPositive(known.under, under));
    const isDumped = known.above !== null && ratio.gt(known.above);
    const isInBand = known.band !== null && ratio.gte(known.band.low) && ratio.lte(known.band.high);
    return [{ ...known, ratio: checkResult("ratio", ratio.toNumber()), isDumped, isInBand }];
  });
}
