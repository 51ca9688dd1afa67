import type { FilledBottle, PlacedAliquot } from "@tracewater/wbe/bottle-fill";
import type { FlowCurve } from "@tracewater/wbe/flow-curve";
import { type SamplerProgram, samplerLimits, samplerModes } from "@tracewater/wbe/sampler-program";
import { previewSampling } from "@tracewater/wbe/sampling-preview";
import { m3, m3PerHour, minutes, mL } from "@tracewater/wbe/units";

/** What the form holds; numbers as they were typed. */
export type Typed = {
  programName: string;
  mode: (typeof samplerModes)[number];
  interval: string;
  aliquot: string;
  bottles: string;
  rinses: string;
};

export type Field = keyof Typed;

/** The inputs of the service setProgram. */
export type Sent = {
  programName: string;
  mode: number;
  interval: number;
  aliquot: number;
  bottles: number;
  rinses: number;
};

/** mL of the carousel's bottles. */
export const capacity = 1000;
export const dayMinutes = 1440;
/** CTVV: the aliquot that was set is reached at this many times the mean flow; the same in the device's firmware. */
const peakShare = 1.6;
/** Event programs begin above this many times the mean flow. */
const eventShare = 1.3;

const limits: Record<"interval" | "aliquot" | "bottles" | "rinses", { low: number; high: number }> = {
  interval: samplerLimits.interval,
  aliquot: samplerLimits.aliquot,
  bottles: samplerLimits.bottles,
  rinses: { low: 0, high: 3 },
};

/** What is sent, or the fields that cannot be. */
export function readProgram(typed: Typed): { sent: Sent } | { wrong: Field[] } {
  const wrong: Field[] = [];
  const programName = typed.programName.trim();
  if (programName === "" || programName.length > 64) wrong.push("programName");
  const number = (field: keyof typeof limits) => {
    const value = Number(typed[field]);
    const { low, high } = limits[field];
    if (typed[field].trim() === "" || !Number.isInteger(value) || value < low || value > high)
      wrong.push(field);
    return value;
  };
  const sent = {
    programName,
    mode: samplerModes.indexOf(typed.mode),
    interval: number("interval"),
    aliquot: number("aliquot"),
    bottles: number("bottles"),
    rinses: number("rinses"),
  };
  return wrong.length === 0 ? { sent } : { wrong };
}

export function limitOf(field: Field): { low: number; high: number } | null {
  return field in limits ? limits[field as keyof typeof limits] : null;
}

export type Plan = {
  aliquots: readonly PlacedAliquot[];
  bottles: readonly FilledBottle[];
  taken: number;
  missed: number;
  volume: number;
  /** m3 that pass in the span; null without a flow curve. */
  flowVolume: number | null;
};

/** What the device will do in a day, by its own rules, over a typical flow; null where that flow is needed and unknown. */
export function planDay(sent: Sent, flow: FlowCurve | null): Plan | null {
  const mode = samplerModes[sent.mode] ?? "CTCV";
  const program = programOf(mode, sent, flow);
  if (program === null) return null;
  const share = Math.max(1, Math.floor(capacity / sent.aliquot));
  const preview = previewSampling({
    program,
    flow,
    duration: minutes(dayMinutes),
    bottles: { count: sent.bottles, capacity: mL(capacity) },
    change: { after: "aliquots", count: share },
  });
  const { aliquots, bottles, taken, missed, volume, flowVolume } = preview;
  return { aliquots, bottles, taken, missed, volume, flowVolume };
}

function programOf(mode: Typed["mode"], sent: Sent, flow: FlowCurve | null): SamplerProgram | null {
  const interval = minutes(sent.interval);
  const aliquot = mL(sent.aliquot);
  if (mode === "CTCV") return { mode, interval, aliquot };
  if (mode === "grab") return { mode, aliquot };
  if (flow === null) return null;
  const mean = meanOf(flow);
  if (mode === "CTVV") return { mode, interval, maxAliquot: aliquot, maxFlow: m3PerHour(peakShare * mean) };
  if (mode === "VTCV") return { mode, pulse: m3((mean * sent.interval) / 60), aliquot };
  return { mode, trigger: m3PerHour(eventShare * mean), aliquots: 100, interval, aliquot };
}

/** The mean of a day's curve, whose points are equally far from each other. */
function meanOf(flow: FlowCurve): number {
  return flow.reduce((sum, point) => sum + point.flow, 0) / flow.length;
}

/**
 * The typical day of a series: the mean of what was told in each half hour of the day, in the server's zone. Null where
 * some half hour was never told, or nothing flowed.
 */
export function typicalDay(
  points: readonly (readonly [number, number | null])[],
  minuteOf: (at: number) => number,
): FlowCurve | null {
  const sums = Array.from({ length: 48 }, () => ({ sum: 0, count: 0 }));
  for (const [at, value] of points) {
    const slot = sums[Math.floor(minuteOf(at) / 30)];
    if (value === null || slot === undefined) continue;
    slot.sum += value;
    slot.count += 1;
  }
  if (sums.some((slot) => slot.count === 0)) return null;
  const curve = sums.map((slot, index) => ({
    at: minutes(index * 30),
    flow: m3PerHour(Math.max(0, slot.sum / slot.count)),
  }));
  const first = curve[0];
  if (first === undefined || meanOf(curve) <= 0) return null;
  return [...curve, { at: minutes(dayMinutes), flow: first.flow }];
}
