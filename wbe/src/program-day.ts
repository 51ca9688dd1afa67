// One day of a program as it is set on a sampler (`setProgram`), by the rules of the device.

import type { FilledBottle, PlacedAliquot } from "./bottle-fill.ts";
import type { FlowCurve } from "./flow-curve.ts";
import { type SamplerProgram, samplerLimits, type samplerModes } from "./sampler-program.ts";
import { previewSampling } from "./sampling-preview.ts";
import { type M3, type M3PerHour, m3, m3PerHour, minutes, mL } from "./units.ts";

/** mL of the carousel's bottles, as the device counts on them. */
export const carouselBottle = 1000;
export const dayMinutes = 1440;
/** CTVV: the aliquot that was set is reached at this many times the mean flow; the same in the device's firmware. */
const peakShare = 1.6;
/** Event programs begin above this many times the mean flow. */
const eventShare = 1.3;

/** What is set: interval in min, aliquot in mL. */
export interface ProgramSet {
  readonly mode: (typeof samplerModes)[number];
  readonly interval: number;
  readonly aliquot: number;
  readonly bottles: number;
}

export interface ProgramDay {
  readonly aliquots: readonly PlacedAliquot[];
  readonly bottles: readonly FilledBottle[];
  readonly taken: number;
  readonly missed: number;
  /** mL. */
  readonly volume: number;
  /** m3 that pass in the day; null without a flow curve. */
  readonly flowVolume: number | null;
}

/**
 * Aliquots and fill levels of a day over a flow; null where that flow is needed and unknown.
 * Units: min, mL, m3/h. Errors: those of `previewSampling`. Source: ISO 5667-10:2020.
 */
export function planProgramDay(set: ProgramSet, flow: FlowCurve | null): ProgramDay | null {
  const program = programOf(set, flow);
  if (program === null) return null;
  const share = Math.max(1, Math.floor(carouselBottle / set.aliquot));
  const preview = previewSampling({
    program,
    flow,
    duration: minutes(dayMinutes),
    bottles: { count: set.bottles, capacity: mL(carouselBottle) },
    change: { after: "aliquots", count: share },
  });
  const { aliquots, bottles, taken, missed, volume, flowVolume } = preview;
  return { aliquots, bottles, taken, missed, volume, flowVolume };
}

function programOf(set: ProgramSet, flow: FlowCurve | null): SamplerProgram | null {
  const { mode } = set;
  const interval = minutes(set.interval);
  const aliquot = mL(set.aliquot);
  if (mode === "CTCV") return { mode, interval, aliquot };
  if (mode === "grab") return { mode, aliquot };
  if (flow === null) return null;
  const mean = meanOf(flow);
  if (mode === "CTVV") return { mode, interval, maxAliquot: aliquot, maxFlow: m3PerHour(peakShare * mean) };
  if (mode === "VTCV") return { mode, pulse: m3((mean * set.interval) / 60), aliquot };
  return { mode, trigger: m3PerHour(eventShare * mean), aliquots: 100, interval, aliquot };
}

/** The mean of a day's curve, whose points are equally far from each other. */
function meanOf(flow: FlowCurve): number {
  return flow.reduce((sum, point) => sum + point.flow, 0) / flow.length;
}

/**
 * The interval [min] in which a pulse [m3] passes at a mean flow [m3/h]: a sampler is set by the interval, and takes
 * for its pulse what passes in it. Whole minutes, within what a sampler can be reported.
 * Errors: notFinite, notPositive, negative. Source: pulse = flow x interval / 60.
 */
export function intervalOfPulse(input: { pulse: M3; meanFlow: M3PerHour }): number {
  const { low, high } = samplerLimits.interval;
  const passed = (m3(input.pulse) / m3(input.meanFlow)) * 60;
  return Math.min(high, Math.max(low, Math.round(passed)));
}

/** A day of one flow [m3/h]. */
export function evenDay(flow: M3PerHour): FlowCurve {
  return [0, dayMinutes / 2, dayMinutes].map((at) => ({ at: minutes(at), flow }));
}

/**
 * The typical day of a series: each day is brought to half hours by itself, and their means over the days are taken, so
 * that a day of minutes weighs as much as one of hours. What a day reports once an hour stands for both of its halves.
 * Null where some half hour was reported on no day, or nothing flowed. `minuteOf` reports the minute of the day of an
 * instant.
 */
export function typicalDay(
  points: readonly (readonly [number, number | null])[],
  minuteOf: (at: number) => number,
): FlowCurve | null {
  const days = new Map<number, Mean[]>();
  for (const [at, value] of points) {
    const minute = minuteOf(at);
    if (value === null) continue;
    const begin = Math.floor(at / minuteMs) - minute;
    const day = days.get(begin) ?? halfHours();
    days.set(begin, day);
    add(day[Math.floor(minute / 30)], value);
  }
  const means = halfHours();
  for (const day of days.values()) {
    day.forEach((slot, place) => {
      const reported = slot.count > 0 ? slot : place % 2 === 1 ? day[place - 1] : undefined;
      if (reported !== undefined && reported.count > 0) add(means[place], reported.sum / reported.count);
    });
  }
  if (means.some((slot) => slot.count === 0)) return null;
  const curve = means.map((slot, index) => ({
    at: minutes(index * 30),
    flow: m3PerHour(Math.max(0, slot.sum / slot.count)),
  }));
  const first = curve[0];
  if (first === undefined || meanOf(curve) <= 0) return null;
  return [...curve, { at: minutes(dayMinutes), flow: first.flow }];
}

type Mean = { sum: number; count: number };

const minuteMs = 60_000;

function halfHours(): Mean[] {
  return Array.from({ length: 48 }, () => ({ sum: 0, count: 0 }));
}

function add(mean: Mean | undefined, value: number): void {
  if (mean === undefined) return;
  mean.sum += value;
  mean.count += 1;
}

/** A bottle above this share of its volume is as good as full: the next aliquot may be missed. */
export const fullShare = 0.9;

/** From when to when [min] a bottle is under the arm: its first aliquot, and the first one of the bottle after it. */
export function timesOfBottles(plan: ProgramDay): Map<number, { from: number; until: number }> {
  const begins = new Map<number, number>();
  for (const { slot, at } of plan.aliquots) {
    if (slot !== null && !begins.has(slot)) begins.set(slot, at);
  }
  const order = [...begins].sort(([, a], [, b]) => a - b);
  return new Map(
    order.map(([slot, from], place) => [slot, { from, until: order[place + 1]?.[1] ?? dayMinutes }]),
  );
}
