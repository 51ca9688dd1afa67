import type { SamplingChange } from "@tracewater/contract/laboratory/custody";
import type { SamplingKind } from "@tracewater/contract/laboratory/sampling-kinds";
import type { Sampling } from "@tracewater/contract/laboratory/samplings";
import { compositeCoverage } from "@tracewater/wbe/composite-coverage";
import { type BottleAutoSample, boxTempOf, type FlowAt } from "../../field/samplers/auto-sample.service.ts";
import { coveredDayMs } from "./sampling.model.ts";

/** The plan by whose program a bottle was filled, as far as its record needs it. */
export type PlanOfAutoSample = { planId: number; planNo: string; intervalMin: number | null };

const hour = 3_600_000;
/** Where no plan says how often, an aliquot speaks for the water until the next one, and for no more than this. */
const maxShareMs = 2 * hour;
const minute = 60_000;
const dayMin = 1440;

/** What a sample of this automatic sample is recorded by; the flow is what the sampler measured meanwhile. */
export function recordOfAutoSample(
  autoSample: BottleAutoSample,
  plan: PlanOfAutoSample | null,
  flow: readonly FlowAt[],
) {
  const { mean, max } = boxTempOf(autoSample);
  const kind = kindOfAutoSample(autoSample, plan?.intervalMin ?? null);
  return {
    kind,
    began: autoSample.began,
    ended: autoSample.ended,
    volume: autoSample.volume,
    aliquotsTaken: autoSample.taken,
    aliquotsMissed: autoSample.missed,
    boxTempMean: mean,
    boxTempMax: max,
    ...coverageOf(autoSample, { kind, intervalMin: plan?.intervalMin ?? null, flow }),
  };
}

/** Minutes and percent, to a tenth; the composite of a day answers for the whole day from its first aliquot on. */
function coverageOf(
  { began, events }: BottleAutoSample,
  given: { kind: SamplingKind; intervalMin: number | null; flow: readonly FlowAt[] },
): Pick<Sampling, "maxGap" | "flowSampled"> {
  const minutesTo = (at: number) => Math.max(0, at - began) / minute;
  const due = [...events].sort((a, b) => a.at - b.at);
  const intervalMin = given.intervalMin ?? commonOf(gapsOf(due.map((event) => event.at))) / minute;
  const aliquots = due.map(({ at, identifier }) => ({
    ...{ at: minutesTo(at), isTaken: identifier === "sampleTaken" },
  }));
  // What follows the last one's own interval nobody sampled.
  const end = minutesTo(due.at(-1)?.at ?? began) + intervalMin;
  const { maxGap, flowShare } = compositeCoverage({
    aliquots: [...aliquots, { at: end, isTaken: false }],
    flow: given.flow.map(({ at, flow }) => ({ at: minutesTo(at), flow })),
    end: given.kind === "composite24" ? Math.max(dayMin, end) : end,
  });
  return {
    maxGap: maxGap === null ? null : Math.round(maxGap * 10) / 10,
    flowSampled: flowShare === null ? null : Math.round(flowShare * 1000) / 10,
  };
}

/**
 * Where a sample's record differs from what the sampler delivered; what a person chose as its kind stays. The share of
 * the flow is compared where the flow is given. Samples recorded before their coverage was kept lack it, and do not
 * differ for that.
 */
export function differencesOf(
  sample: Pick<Sampling, ComparedField | "planNo"> & Partial<Pick<Sampling, "flowSampled">>,
  autoSample: BottleAutoSample,
  plan: PlanOfAutoSample | null,
  flow: readonly FlowAt[] | null = null,
): SamplingChange[] {
  const delivered = { ...recordOfAutoSample(autoSample, plan, flow ?? []), planNo: plan?.planNo ?? null };
  const hasCoverage = sample.maxGap !== null;
  const changes = (hasCoverage ? [...compared, "maxGap" as const] : compared).flatMap((field) =>
    sample[field] === delivered[field] || (field === "kind" && !autoKinds.includes(sample.kind))
      ? []
      : [{ field, before: sample[field], after: delivered[field] }],
  );
  const { flowSampled: before = null } = sample;
  const { flowSampled: after } = delivered;
  if (flow === null || !hasCoverage || before === after) return changes;
  return [...changes, { field: "flowSampled", before, after }];
}

const compared = [
  ...(["kind", "planNo", "began", "ended", "volume"] as const),
  ...(["aliquotsTaken", "aliquotsMissed", "boxTempMean", "boxTempMax"] as const),
];
export type ComparedField = (typeof compared)[number] | "maxGap";
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
  const gaps = gapsOf(due);
  const commonMs = commonOf(gaps);
  const shareAt = new Map(due.map((at, place) => [at, gaps[place] ?? commonMs]));
  return events
    .filter((event) => event.identifier === "sampleTaken")
    .reduce((sum, event) => sum + (shareAt.get(event.at) ?? 0), 0);
}

/** Between times in their order, ms; an aliquot stands for no more than `maxShareMs`. */
function gapsOf(due: readonly number[]): number[] {
  return due.slice(1).map((at, place) => Math.min(maxShareMs, at - (due[place] ?? at)));
}

/** The median of gaps. */
function commonOf(gaps: readonly number[]): number {
  return [...gaps].sort((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0;
}
