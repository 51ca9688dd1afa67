// A flow over time, as points joined by straight lines; before the first and after the last it stays level.

import { checkNonNegative, checkPositive, checkResult, checkWithin } from "./checks.ts";
import type { M3, M3PerHour, Minutes } from "./units.ts";
import { WbeError } from "./wbe-error.ts";

/** `at` in minutes from the start of the program, `flow` in m3/h. */
export interface FlowPoint {
  readonly at: Minutes;
  readonly flow: M3PerHour;
}
export type FlowCurve = readonly FlowPoint[];

/** A stretch of `minutes` over which the flow goes in a straight line from `flow` to `flowAfter`. */
export interface FlowStretch {
  readonly from: number;
  readonly minutes: number;
  readonly flow: number;
  readonly flowAfter: number;
}

/**
 * The flow [m3/h] at a time [min].
 * Errors: empty (no points), notFinite, negative, outOfRange (a flow above 1e9), notAscending (two points at one
 * time, or out of order).
 */
export function flowAt(input: { curve: FlowCurve; at: Minutes }): M3PerHour {
  const { curve, at } = input;
  checkFlowCurve(curve);
  checkNonNegative("at", at);
  return interpolate(curve, at) as M3PerHour;
}

/**
 * The volume [m3] that passes from the start to `duration` [min]: the integral, by trapezoids, exact for
 * straight lines but for the rounding of doubles.
 * Errors: as `flowAt`; notPositive (duration), overflow.
 */
export function volumeOver(input: { curve: FlowCurve; duration: Minutes }): M3 {
  const volume = flowStretches(input).reduce((sum, stretch) => sum + stretchVolume(stretch), 0);
  return checkResult("volume", volume) as M3;
}

/** The straight stretches from the start to `duration`, in order. Errors: as `flowAt`; notPositive. */
export function flowStretches(input: { curve: FlowCurve; duration: Minutes }): FlowStretch[] {
  const { curve, duration } = input;
  checkFlowCurve(curve);
  checkPositive("duration", duration);
  const inside = curve.map(({ at }) => at as number).filter((at) => at > 0 && at < duration);
  let from = 0;
  return [...inside, duration].map((to) => {
    const stretch = {
      from,
      minutes: to - from,
      flow: interpolate(curve, from),
      flowAfter: interpolate(curve, to),
    };
    from = to;
    return stretch;
  });
}

/** The volume [m3] of a stretch: 60 minutes of 1 m3/h are 1 m3. */
export function stretchVolume({ minutes, flow, flowAfter }: FlowStretch): number {
  return ((flow / 2 + flowAfter / 2) * minutes) / 60;
}

/** Errors: those of `flowAt`. */
function checkFlowCurve(curve: FlowCurve): void {
  if (curve.length === 0) throw new WbeError("empty", "flow curve");
  let before = -1;
  for (const { at, flow } of curve) {
    checkNonNegative("flow curve time", at);
    checkWithin("flow", checkNonNegative("flow", flow), 0, 1e9);
    if (at <= before) throw new WbeError("notAscending", "flow curve");
    before = at;
  }
}

function interpolate(curve: FlowCurve, at: number): number {
  let low = 0;
  let high = curve.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((curve[middle]?.at ?? 0) <= at) low = middle;
    else high = middle;
  }
  const before = curve[low];
  const after = curve[high];
  if (before === undefined || after === undefined || at <= before.at) return before?.flow ?? 0;
  if (at >= after.at) return after.flow;
  return before.flow + (after.flow - before.flow) * ((at - before.at) / (after.at - before.at));
}
