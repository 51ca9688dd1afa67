import type { PlacedAliquot } from "@tracewater/wbe/bottle-fill";
import { type FlowCurve, flowAt } from "@tracewater/wbe/flow-curve";
import { dayMinutes, type ProgramDay } from "@tracewater/wbe/program-day";
import { minutes } from "@tracewater/wbe/units";
import type { FlowRange } from "./program-scales.ts";

/** What the cursor reads at a minute of the day; `nth` counts aliquots from 1. */
export type Reading = {
  minute: number;
  flow: number | null;
  range: { low: number; high: number } | null;
  aliquot: (PlacedAliquot & { nth: number }) | null;
};

/** The minutes at which the cursor stops: each aliquot, and the half hours of the flow. */
export function stopsOf(plan: ProgramDay, flow: FlowCurve | null): number[] {
  const all = [
    ...plan.aliquots.map((one) => one.at as number),
    ...(flow ?? []).map((one) => one.at as number),
  ];
  const stops = [...new Set(all)].filter((at) => at <= dayMinutes).sort((a, b) => a - b);
  return stops.length === 0 ? [0] : stops;
}

export function nearestStop(stops: readonly number[], minute: number): number {
  return stops.reduce(
    (best, at, index) => (Math.abs(at - minute) < Math.abs((stops[best] ?? 0) - minute) ? index : best),
    0,
  );
}

export function readProgram(
  minute: number,
  given: { plan: ProgramDay; flow: FlowCurve | null; range: FlowRange | null },
): Reading {
  const { plan, flow, range } = given;
  const at = minutes(minute);
  const index = plan.aliquots.findIndex((one) => one.at === minute);
  const found = plan.aliquots[index];
  return {
    minute,
    flow: flow === null ? null : flowAt({ curve: flow, at }),
    range:
      range === null
        ? null
        : { low: flowAt({ curve: range.low, at }), high: flowAt({ curve: range.high, at }) },
    aliquot: found === undefined ? null : { ...found, nth: index + 1 },
  };
}
