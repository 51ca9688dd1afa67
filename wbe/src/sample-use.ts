// Which samples may become the load of a day, and what two samples of one day come to.

import { checkNonNegative, checkResult, checkWithin } from "./checks.ts";
import { checkExact, Exact } from "./exact.ts";
import type { NgPerL } from "./units.ts";
import { WbeError } from "./wbe-error.ts";

/**
 * daily: a load by itself. onRequest: a load only where somebody asks for it, marked wherever it is shown. never: it
 * measures the sampling or the method, not the water of a day.
 */
export type SampleUse = "daily" | "onRequest" | "never";

const uses: ReadonlyMap<string, SampleUse> = new Map<string, SampleUse>([
  ["composite24", "daily"],
  ["duplicate", "daily"],
  ["grab", "onRequest"],
  ["fieldBlank", "never"],
  ["tripBlank", "never"],
  ["spike", "never"],
]);

/**
 * What a sample of a kind may be used for. A kind that is not in the table, such as a composite of a part of a day,
 * is no 24-hour composite and becomes a load only on request.
 * Source: Castiglioni et al. 2013, Environ. Sci. Technol. 47:1452 (24-hour composites); ISO 5667-14:2014 (blanks,
 * duplicates and spiked samples are quality control).
 */
export function sampleUse(kind: string): SampleUse {
  return uses.get(kind) ?? "onRequest";
}

const pairRules = ["mean", "primary"] as const;
export type PairRule = (typeof pairRules)[number];

/** What a sample and its duplicate come to; the difference is quality control of sampling and analysis together. */
export interface PairResult {
  readonly concentration: NgPerL;
  /** |a - b| / mean x 100, in percent; null where both are zero. */
  readonly relativeDifference: number | null;
}

/**
 * One day from a duplicate pair [ng/L]: the mean of both, or the primary alone, by the laboratory's choice. Exact.
 * Errors: notANumber, notFinite, negative, outOfRange (a concentration), unknown (a rule).
 * Source: ISO 5667-14:2014 (duplicates); US EPA 2018, Method 8000D (relative percent difference).
 */
export function pairResult(input: { primary: NgPerL; duplicate: NgPerL; rule: PairRule }): PairResult {
  const primary = checkExact("primary", input.primary);
  const duplicate = checkExact("duplicate", input.duplicate);
  if (!pairRules.includes(input.rule)) throw new WbeError("unknown", "rule");
  const mean = primary.plus(duplicate).times("0.5");
  const difference = mean.isZero()
    ? null
    : new Exact(primary.minus(duplicate).abs()).dividedBy(mean).times(100).toNumber();
  return {
    concentration: (input.rule === "mean" ? mean : primary) as NgPerL,
    relativeDifference: difference === null ? null : checkResult("relativeDifference", difference),
  };
}

/** What is known of how a composite was taken and kept; null where it was not recorded. */
export interface CompositeRecord {
  readonly aliquotsTaken: number | null;
  readonly aliquotsMissed: number | null;
  /** The longest time without an aliquot, minutes, and the share of the day's flow that aliquots stand for, percent. */
  readonly maxGap: number | null;
  readonly flowSampled: number | null;
  /** Highest temperature of the sampler's box, degrees Celsius. */
  readonly boxTempMax: number | null;
  /** Hours from the end of sampling to the arrival in the laboratory, and how many are allowed. */
  readonly heldHours: number | null;
  readonly holdingHours: number | null;
}

const compositeFlags = ["aliquotsMissed", "longGap", "flowMissed", "boxWarm", "holdingExceeded"] as const;
export type CompositeFlag = (typeof compositeFlags)[number];

export interface CompositeQuality {
  readonly flags: readonly CompositeFlag[];
  /** Of the flags those beyond the limit above which a load needs a reason. */
  readonly beyond: readonly CompositeFlag[];
  /** The share of the aliquots that is missing, 0..1; null where none are recorded. */
  readonly missedShare: number | null;
  /**
   * By how much the sampling uncertainty grows: 1 / sqrt(share), for aliquots that are independent. The share is that
   * of the aliquots taken or that of the flow sampled, whichever is smaller.
   */
  readonly samplingGrowth: number;
}

/** Above 8 degrees a composite counts as warm; a laboratory may set the other limits. */
const warmAboveCelsius = 8;
/** Minutes: no aliquot stands for the water of more than two hours. */
const longGapAbove = 120;
/** Percent. A day that lacks its last hour still has most of its flow. */
const flowMissedBelow = 95;
const defaultCompositeLimits = {
  ...{ missedShare: 0.2, maxGap: 240, flowSampled: 80, boxTempMax: 12, heldRatio: 1.5 },
};

/**
 * What the record of a composite says against its load. An aliquot that was missed is always flagged.
 * Errors: notFinite, negative (counts, minutes, percent, hours), overflow.
 * Source: EN 16479:2014 and ISO 5667-10:2020 (cooling, completeness); Ort et al. 2010, Environ. Sci. Technol. 44:6024
 * (more aliquots make the sampling error smaller). The limits beyond which a reason is asked for are this product's.
 */
export function compositeQuality(
  record: CompositeRecord,
  limits: typeof defaultCompositeLimits = defaultCompositeLimits,
): CompositeQuality {
  const taken = count("aliquotsTaken", record.aliquotsTaken);
  const missed = count("aliquotsMissed", record.aliquotsMissed);
  const planned = checkResult("aliquots", taken + missed);
  const missedShare = record.aliquotsTaken === null || planned === 0 ? null : missed / planned;
  const gap = count("maxGap", record.maxGap);
  const ofFlow = record.flowSampled === null ? 100 : checkWithin("flowSampled", record.flowSampled, 0, 100);
  const held = heldRatio(record);
  const warmth = record.boxTempMax ?? Number.NEGATIVE_INFINITY;
  if (record.boxTempMax !== null && !Number.isFinite(warmth)) throw new WbeError("notFinite", "boxTempMax");
  const found: readonly (readonly [CompositeFlag, boolean, boolean])[] = [
    ["aliquotsMissed", missed > 0, missedShare !== null && missedShare > limits.missedShare],
    ["longGap", gap > longGapAbove, gap > limits.maxGap],
    ["flowMissed", ofFlow < flowMissedBelow, ofFlow < limits.flowSampled],
    ["boxWarm", warmth > warmAboveCelsius, warmth > limits.boxTempMax],
    ["holdingExceeded", held > 1, held > limits.heldRatio],
  ];
  return {
    flags: found.filter(([, isFlagged]) => isFlagged).map(([flag]) => flag),
    beyond: found.filter(([, , isBeyond]) => isBeyond).map(([flag]) => flag),
    missedShare,
    samplingGrowth: taken > 0 ? growthOf(taken / planned, ofFlow / 100) : 1,
  };
}

/** Aliquots that all met no flow say nothing of its share. */
function growthOf(ofAliquots: number, ofFlow: number): number {
  const share = ofFlow > 0 ? Math.min(ofAliquots, ofFlow) : ofAliquots;
  return checkResult("samplingGrowth", 1 / Math.sqrt(share));
}

function count(field: string, value: number | null): number {
  return value === null ? 0 : checkNonNegative(field, value);
}

function heldRatio({ heldHours, holdingHours }: CompositeRecord): number {
  const held = count("heldHours", heldHours);
  const allowed = count("holdingHours", holdingHours);
  return heldHours === null || allowed === 0 ? 0 : held / allowed;
}
