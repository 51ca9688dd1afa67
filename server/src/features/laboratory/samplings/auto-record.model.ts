import type { SamplingChange } from "@tracewater/contract/laboratory/custody";
import type { SamplingKind } from "@tracewater/contract/laboratory/sampling-kinds";
import type { Sampling } from "@tracewater/contract/laboratory/samplings";
import { type BottleAutoSample, boxTempOf } from "../../field/samplers/auto-sample.service.ts";
import { coveredDayMs } from "./sampling.model.ts";

/** The plan by whose program a bottle was filled, as far as its record needs it. */
export type PlanOfAutoSample = { planId: number; planNo: string; intervalMin: number | null };

const hour = 3_600_000;
/** Where no plan says how often, an aliquot speaks for the water until the next one, and for no more than this. */
const maxShareMs = 2 * hour;
const minute = 60_000;

/** What a sample of this automatic sample is recorded by. */
export function recordOfAutoSample(autoSample: BottleAutoSample, plan: PlanOfAutoSample | null) {
  const { mean, max } = boxTempOf(autoSample);
  return {
    kind: kindOfAutoSample(autoSample, plan?.intervalMin ?? null),
    began: autoSample.began,
    ended: autoSample.ended,
    volume: autoSample.volume,
    aliquotsTaken: autoSample.taken,
    aliquotsMissed: autoSample.missed,
    boxTempMean: mean,
    boxTempMax: max,
  };
}

/** Where a sample's record differs from what the sampler delivered; what a person chose as its kind stays. */
export function differencesOf(
  sample: Pick<Sampling, ComparedField | "planNo">,
  autoSample: BottleAutoSample,
  plan: PlanOfAutoSample | null,
): SamplingChange[] {
  const delivered = { ...recordOfAutoSample(autoSample, plan), planNo: plan?.planNo ?? null };
  return compared.flatMap((field) =>
    sample[field] === delivered[field] || (field === "kind" && !autoKinds.includes(sample.kind))
      ? []
      : [{ field, before: sample[field], after: delivered[field] }],
  );
}

const compared = [
  ...(["kind", "planNo", "began", "ended", "volume"] as const),
  ...(["aliquotsTaken", "aliquotsMissed", "boxTempMean", "boxTempMax"] as const),
];
export type ComparedField = (typeof compared)[number];
const autoKinds: readonly SamplingKind[] = ["grab", "composite", "composite24"];

/** One aliquot is a grab sample; more are a composite, and that of a day where they cover the day. */
export function kindOfAutoSample(autoSample: BottleAutoSample, intervalMin: number | null): SamplingKind {
  if (autoSample.taken <= 1) return "grab";
  return coveredMs(autoSample, intervalMin) >= coveredDayMs ? "composite24" : "composite";
}

/** The time for which the aliquots stand that were taken; a missed one stands for nothing. */
function coveredMs({ events, taken }: BottleAutoSample, intervalMin: number | null): number {
  if (intervalMin !== null) return taken * intervalMin * minute;
  const due = events.map((event) => event.at).sort((a, b) => a - b);
  const gaps = due.slice(1).map((at, place) => Math.min(maxShareMs, at - (due[place] ?? at)));
  const commonMs = [...gaps].sort((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0;
  const shareAt = new Map(due.map((at, place) => [at, gaps[place] ?? commonMs]));
  return events
    .filter((event) => event.identifier === "sampleTaken")
    .reduce((sum, event) => sum + (shareAt.get(event.at) ?? 0), 0);
}
