// When a program takes its aliquots over a flow curve, and how large each one is.

import { checkPositive } from "./checks.ts";
import { type FlowCurve, type FlowStretch, flowAt, flowStretches, stretchVolume } from "./flow-curve.ts";
import {
  checkProgram,
  flowProportionalAliquot,
  type SamplerProgram,
  samplerLimits,
} from "./sampler-program.ts";
import type { M3PerHour, Minutes, ML } from "./units.ts";
import { WbeError } from "./wbe-error.ts";

/** `at` in minutes from the start; `flow` null where no flow curve was given; `capped`: CTVV above its max flow. */
export interface PlannedAliquot {
  readonly at: Minutes;
  readonly volume: ML;
  readonly flow: M3PerHour | null;
  readonly capped: boolean;
}

/**
 * The aliquots of a program from its start to `duration` [min], in order of time. With an interval the first
 * one is taken at the start and none at the end, so that 24 h at 15 min are 96. By volume the first one is
 * taken after the first full pulse. An event begins when the flow rises to the trigger, or at the start if it
 * is there already; while a series runs, no other begins.
 * Errors: those of `checkProgram` and `flowAt`; missing (VTCV, CTVV and event need a flow curve), tooMany
 * (over 100,000 aliquots). Source: ISO 5667-10:2020 and EN 16479:2023 (modes of sampling).
 */
export function scheduleAliquots(input: {
  program: SamplerProgram;
  flow: FlowCurve | null;
  duration: Minutes;
}): PlannedAliquot[] {
  const { program, flow, duration } = input;
  checkProgram(program);
  checkPositive("duration", duration);
  const times = aliquotTimes(program, flow, duration);
  return times.map((at) => {
    const now = flow === null ? null : flowAt({ curve: flow, at: at as Minutes });
    return { at: at as Minutes, flow: now, ...aliquotOf(program, now) };
  });
}

function aliquotTimes(program: SamplerProgram, flow: FlowCurve | null, duration: Minutes): number[] {
  switch (program.mode) {
    case "grab":
      return [0];
    case "CTCV":
      return every(program.interval, 0, duration, Number.POSITIVE_INFINITY);
    case "CTVV":
      needed(flow);
      return every(program.interval, 0, duration, Number.POSITIVE_INFINITY);
    case "VTCV":
      return pulseTimes(flowStretches({ curve: needed(flow), duration }), program.pulse);
    case "event":
      return eventTimes(flowStretches({ curve: needed(flow), duration }), program, duration);
  }
}

function aliquotOf(program: SamplerProgram, flow: M3PerHour | null): { volume: ML; capped: boolean } {
  if (program.mode !== "CTVV") return { volume: program.aliquot, capped: false };
  const { maxAliquot, maxFlow } = program;
  return flowProportionalAliquot({ maxAliquot, maxFlow, flow: needed(flow) });
}

function needed<T>(flow: T | null): T {
  if (flow === null) throw new WbeError("missing", "flow curve");
  return flow;
}

function every(interval: number, from: number, until: number, max: number): number[] {
  const count = Math.min(max, Math.ceil((until - from) / interval));
  checkCount(count);
  return Array.from({ length: count }, (_, index) => from + index * interval).filter((at) => at < until);
}

function pulseTimes(stretches: readonly FlowStretch[], pulse: number): number[] {
  const total = stretches.reduce((sum, stretch) => sum + stretchVolume(stretch), 0);
  checkCount(total / pulse);
  // The slack is for the rounding of sums, so that 24 h at 100 m3/h hold 24 pulses of 100 m3 and not 23.
  const slack = 1e-9 * pulse;
  const times: number[] = [];
  let passed = 0;
  for (const stretch of stretches) {
    const until = passed + stretchVolume(stretch) + slack;
    while ((times.length + 1) * pulse <= until) {
      const volume = Math.max(0, (times.length + 1) * pulse - passed);
      times.push(stretch.from + minutesUntil(stretch, volume));
    }
    passed += stretchVolume(stretch);
  }
  return times;
}

// The time at which a volume V has passed in a stretch whose flow goes from q by r an hour each minute:
// V = (q t + r t^2 / 2) / 60, solved in the form that does not subtract near-equal numbers.
function minutesUntil({ minutes, flow, flowAfter }: FlowStretch, volume: number): number {
  if (volume === 0) return 0;
  const slope = (flowAfter - flow) / minutes;
  const root = Math.sqrt(Math.max(0, flow * flow + 2 * slope * 60 * volume));
  return Math.min(minutes, (2 * 60 * volume) / (flow + root));
}

function eventTimes(
  stretches: readonly FlowStretch[],
  program: Extract<SamplerProgram, { mode: "event" }>,
  duration: number,
): number[] {
  const { trigger, aliquots, interval } = program;
  const times: number[] = [];
  for (const { from, minutes, flow, flowAfter } of stretches) {
    const isThereAtStart = from === 0 && flow >= trigger;
    if (!isThereAtStart && !(flow < trigger && flowAfter >= trigger)) continue;
    const begin = isThereAtStart ? 0 : from + (minutes * (trigger - flow)) / (flowAfter - flow);
    if (begin <= (times.at(-1) ?? -1)) continue;
    times.push(...every(interval, begin, duration, aliquots));
    checkCount(times.length);
  }
  return times;
}

function checkCount(count: number): void {
  if (!(count <= samplerLimits.aliquots.high)) throw new WbeError("tooMany", "aliquots", String(count));
}
