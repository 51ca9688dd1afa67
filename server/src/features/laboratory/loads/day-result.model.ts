/*
 * Which of the results of a day stands for the day: samples that are no composite of the whole day are left out unless
 * they are asked for, a duplicate pair is one result, and poor composites need a reason.
 */
import type { AnalyteName } from "@tracewater/contract/laboratory/factors";
import type { LoadWarning, skipReason } from "@tracewater/contract/laboratory/loads";
import {
  type CompositeFlag,
  compositeQuality,
  type PairRule,
  pairResult,
  sampleUse,
} from "@tracewater/wbe/sample-use";
import type { Substitution } from "@tracewater/wbe/substitution";
import { ngPerLFromUgPerL, ugPerLFromNgPerL } from "@tracewater/wbe/units";
import type { z } from "zod";
import { concentrationOf } from "./load.model.ts";
import type { BadBlank, UsableAssay } from "./usable-assay.store.ts";

export type SkipReason = z.infer<typeof skipReason>;
export type Skipped = { sampledOn: string; analyte: AnalyteName; sample: string; reason: SkipReason };

/** The result of a day, and what has to be said of its sample. */
export type DayResult = {
  assay: UsableAssay;
  duplicateId: number | null;
  pairDifference: number | null;
  concentration: string;
  chemistry: number | null;
  substituted: boolean;
  samplingGrowth: number;
  warnings: LoadWarning[];
};

export type DayRules = {
  includeKinds: readonly string[];
  duplicates: PairRule;
  qualityReason: string;
  substitution: Substitution;
};

/** One result for each day and analyte, and what was left out with the reason. */
export function resultsOfDays(
  assays: readonly UsableAssay[],
  blanks: readonly BadBlank[],
  rules: DayRules,
): { results: DayResult[]; skipped: Skipped[] } {
  const groups = new Map<string, UsableAssay[]>();
  for (const one of assays) {
    const key = `${one.sampledOn} ${one.analyte}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const results: DayResult[] = [];
  const skipped: Skipped[] = [];
  for (const group of groups.values()) {
    const made = resultOfDay(group, blanks, rules);
    skipped.push(...made.skipped);
    if (made.result !== null) results.push(made.result);
  }
  return { results, skipped };
}

type Made = { result: DayResult | null; skipped: Skipped[] };

function resultOfDay(group: readonly UsableAssay[], blanks: readonly BadBlank[], rules: DayRules): Made {
  const skipped: Skipped[] = [];
  const leaveOut = (one: UsableAssay, reason: SkipReason) =>
    skipped.push({
      sampledOn: one.sampledOn,
      analyte: one.analyte,
      sample: one.sampleNo ?? one.bodyCode,
      reason,
    });
  const usable = group.filter((one) => {
    const reason = barOf(one, rules);
    if (reason !== null) leaveOut(one, reason);
    return reason === null;
  });
  const ofDay = usable.filter((one) => useOf(one) === "daily");
  // A grab sample that was asked for still gives way to a composite of its day.
  const chosen = ofDay.length > 0 ? ofDay : usable;
  for (const one of usable) if (!chosen.includes(one)) leaveOut(one, "otherSample");
  const pair = pairOf(chosen);
  if (pair === null) {
    if (chosen[0] !== undefined) leaveOut(chosen[0], "severalSamples");
    return { result: null, skipped };
  }
  const result = resultOf(pair, blanks, rules);
  if (typeof result === "string") leaveOut(pair.primary, result);
  return { result: typeof result === "string" ? null : result, skipped };
}

/** Without a registered sample nothing says that it was none of a day; the load says so. */
const useOf = ({ sampleKind }: UsableAssay) => (sampleKind === null ? "daily" : sampleUse(sampleKind));

function barOf(one: UsableAssay, { includeKinds }: DayRules): SkipReason | null {
  const use = useOf(one);
  if (use === "never") return "blank";
  if (use === "daily" || includeKinds.includes(one.sampleKind ?? "")) return null;
  return one.sampleKind === "grab" ? "grabSample" : "partOfDay";
}

type Pair = { primary: UsableAssay; duplicate: UsableAssay | null };

/** Null where nobody can say which of them stands for the day. */
function pairOf(chosen: readonly UsableAssay[]): Pair | null {
  const primaries = chosen.filter((one) => one.sampleKind !== "duplicate");
  const duplicates = chosen.filter((one) => one.sampleKind === "duplicate");
  const primary = primaries[0] ?? duplicates.shift();
  if (primary === undefined || primaries.length > 1 || duplicates.length > 1) return null;
  return { primary, duplicate: duplicates[0] ?? null };
}

function resultOf(pair: Pair, blanks: readonly BadBlank[], rules: DayRules): DayResult | SkipReason {
  const used = usedOf(pair, rules);
  if (used === null) return "noConcentration";
  const quality = compositeQuality(used.assay);
  if (quality.beyond.length > 0 && rules.qualityReason === "") return "poorQuality";
  const warnings = [
    ...warningsOfSample(used.assay),
    ...quality.flags.map((flag: CompositeFlag) => flag),
    ...(isContaminated(used.assay, blanks) ? (["blankContaminated"] as const) : []),
    ...(used.isUnusable ? (["duplicateUnusable"] as const) : []),
  ];
  const { isUnusable: _, ...rest } = used;
  return { ...rest, samplingGrowth: quality.samplingGrowth, warnings };
}

type Used = Omit<DayResult, "samplingGrowth" | "warnings"> & { isUnusable: boolean };

function usedOf({ primary, duplicate }: Pair, { substitution, duplicates }: DayRules): Used | null {
  const first = concentrationOf(primary, substitution);
  const second = duplicate === null ? null : concentrationOf(duplicate, substitution);
  const alone = { duplicateId: null, pairDifference: null };
  if (first === null || duplicate === null) {
    if (first !== null) return { assay: primary, ...first, ...alone, isUnusable: false };
    // The primary was lost in the laboratory: its duplicate stands in.
    return second === null || duplicate === null
      ? null
      : { assay: duplicate, ...second, ...alone, isUnusable: false };
  }
  if (second === null || first.substituted || second.substituted) {
    return {
      assay: primary,
      ...first,
      ...alone,
      isUnusable: second === null || !(first.substituted && second.substituted),
    };
  }
  const { concentration, relativeDifference } = pairResult({
    ...{ primary: ngPerLFromUgPerL(first.concentration), duplicate: ngPerLFromUgPerL(second.concentration) },
    rule: duplicates,
  });
  return {
    ...{ assay: primary, ...first, isUnusable: false },
    concentration: ugPerLFromNgPerL(concentration).toString(),
    chemistry: duplicates === "primary" ? first.chemistry : chemistryOfPair(first, second),
    duplicateId: duplicate.assayId,
    pairDifference: relativeDifference,
  };
}

/** Both were measured by one method: what is wrong with one is wrong with the other. */
function chemistryOfPair(
  first: { chemistry: number | null },
  second: { chemistry: number | null },
): number | null {
  if (first.chemistry === null || second.chemistry === null) return null;
  return Math.max(first.chemistry, second.chemistry);
}

function warningsOfSample({ sampleKind }: UsableAssay): LoadWarning[] {
  if (sampleKind === null) return ["sampleUnknown"];
  if (sampleUse(sampleKind) === "daily") return [];
  return [sampleKind === "grab" ? "grabSample" : "partOfDay"];
}

const weekMs = 7 * 86_400_000;

/** A blank judges what travelled with it, and what its plan took within a week of it. */
function isContaminated(one: UsableAssay, blanks: readonly BadBlank[]): boolean {
  return blanks.some((blank) => {
    if (blank.analyte !== one.analyte) return false;
    if (blank.deliveryId !== null && blank.deliveryId === one.deliveryId) return true;
    const apart = Math.abs(Date.parse(blank.sampledOn) - Date.parse(one.sampledOn));
    if (blank.planId !== null && blank.planId === one.planId) return apart <= weekMs;
    return blank.pointId === one.pointId && apart === 0;
  });
}
