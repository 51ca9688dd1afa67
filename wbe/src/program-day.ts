// One day of a program as it is set on a sampler (`setProgram`), by the rules of the device.

import type { FilledBottle, PlacedAliquot } from "./bottle-fill.ts";
import { type FlowCurve, flowAt } from "./flow-curve.ts";
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
  /** CTVV: from this flow [m3/h] on an aliquot is no larger than this [mL]; null in every other mode. */
  readonly cap: { readonly flow: number; readonly aliquot: number } | null;
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
  const cap = program.mode === "CTVV" ? { flow: program.maxFlow, aliquot: program.maxAliquot } : null;
  return { aliquots, bottles, taken, missed, volume, flowVolume, cap };
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
  const slots = halfHourFlows(points, minuteOf);
  const curve = curveOf(slots, (flows) => flows.reduce((sum, flow) => sum + flow, 0) / flows.length);
  return curve === null || meanOf(curve) <= 0 ? null : curve;
}

/**
 * The lowest and the highest day of a series around its typical day, half hour by half hour. Null where some half hour
 * was reported on no day, or none on two days: one day has no range.
 */
export function typicalRange(
  points: readonly (readonly [number, number | null])[],
  minuteOf: (at: number) => number,
): { readonly low: FlowCurve; readonly high: FlowCurve } | null {
  const slots = halfHourFlows(points, minuteOf);
  const low = curveOf(slots, (flows) => Math.min(...flows));
  const high = curveOf(slots, (flows) => Math.max(...flows));
  return low === null || high === null || slots.every((flows) => flows.length < 2) ? null : { low, high };
}

/** A day's curve read from a minute of the day on to the same minute a day later, in half hours. Errors: as `flowAt`. */
export function dayFrom(curve: FlowCurve, minute: number): FlowCurve {
  return Array.from({ length: 49 }, (_, index) => {
    const at = minutes((minute + index * 30) % dayMinutes);
    return { at: minutes(index * 30), flow: flowAt({ curve, at }) };
  });
}

/** What each day of a series had on average in each half hour; a day without a value in one has none there. */
function halfHourFlows(
  points: readonly (readonly [number, number | null])[],
  minuteOf: (at: number) => number,
): number[][] {
  const days = new Map<number, Mean[]>();
  for (const [at, value] of points) {
    const minute = minuteOf(at);
    if (value === null) continue;
    const begin = Math.floor(at / minuteMs) - minute;
    const day = days.get(begin) ?? halfHours();
    days.set(begin, day);
    add(day[Math.floor(minute / 30)], value);
  }
  return Array.from({ length: 48 }, (_, place) =>
    [...days.values()].flatMap((day) => {
      const slot = day[place];
      const reported = slot?.count === 0 && place % 2 === 1 ? day[place - 1] : slot;
      return reported === undefined || reported.count === 0 ? [] : [reported.sum / reported.count];
    }),
  );
}

/** A curve over the day from what is read of each half hour; null where one has no flow. */
function curveOf(slots: number[][], read: (flows: number[]) => number): FlowCurve | null {
  const [first] = slots;
  if (first === undefined || slots.some((flows) => flows.length === 0)) return null;
  return [...slots, first].map((flows, index) => ({
    at: minutes(index * 30),
    flow: m3PerHour(Math.max(0, read(flows))),
  }));
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
