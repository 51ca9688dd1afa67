import { meanFlow } from "../site/sewage.ts";
import { bottleCapacity, findRoom, roomIn } from "./carousel.ts";
import { isTimed, mode, type Program } from "./program-plan.ts";
import { flowSeen } from "./readings.ts";
import { emitEvent, never, type SamplerState } from "./sampler-state.ts";
import { nextVisit } from "./visit-times.ts";

/** The running program: when an aliquot is due, how much it is, and which bottle it goes into. */

const minute = 60_000;
/** Minutes of a day that are left for aliquots between one visit and the next. */
const untilVisit = 24 * 60 - 10;

/** Starts from the first bottle with room; false where there is none. */
export function startProgram(sampler: SamplerState): boolean {
  const { program, carousel, settings } = sampler;
  const slot = findRoom(carousel, settings.aliquot, 1, program.bottles);
  if (slot === null) return false;
  const beginning = {
    phase: "armed" as const,
    slot,
    attempts: 0,
    taken: 0,
    missed: 0,
    passed: 0,
    lastDueMs: 0,
  };
  Object.assign(program, beginning satisfies Partial<Program>);
  carousel.arm = slot;
  sampler.agenda.due = isTimed(program) ? sampler.nowMs + minute : never;
  return true;
}

export function resumeProgram(sampler: SamplerState): void {
  sampler.program.phase = "armed";
  scheduleDue(sampler);
}

export function haltProgram(sampler: SamplerState, phase: "idle" | "paused" | "complete"): void {
  sampler.program.phase = phase;
  sampler.agenda.due = never;
  sampler.waiting = sampler.waiting.filter((job) => job.kind === "rinse" || job.trigger === "grab");
}

/** The next due time on the grid of the last one, after a change of the interval or a pause. */
export function scheduleDue(sampler: SamplerState): void {
  const { program, settings, nowMs } = sampler;
  if (program.phase !== "armed" || !isTimed(program)) {
    sampler.agenda.due = never;
    return;
  }
  const interval = settings.interval * minute;
  const base = program.lastDueMs === 0 ? nowMs : program.lastDueMs;
  sampler.agenda.due = base + Math.max(1, Math.floor((nowMs - base) / interval) + 1) * interval;
}

/** VTCV and event programs look at the flow once a minute; true where an aliquot is due now. */
export function isDueByFlow(sampler: SamplerState): boolean {
  const { program, settings, site, nowMs } = sampler;
  if (program.phase !== "armed") return false;
  const flow = flowSeen(sampler);
  if (program.mode === mode.vtcv) {
    // The pulse is the volume that passes in one interval at the design flow.
    const pulse = meanFlow(site) * (settings.interval / 60);
    program.passed += flow / 60;
    if (program.passed < pulse) return false;
    program.passed -= pulse;
    return true;
  }
  const rested = nowMs - program.lastDueMs >= settings.interval * minute;
  return program.mode === mode.event && rested && flow > 1.3 * meanFlow(site);
}

/** mL of the aliquot that is due now: in CTVV it follows the flow, up to the aliquot set, which a peak reaches. */
export function aliquotNow(sampler: SamplerState): number {
  const { program, settings, site } = sampler;
  if (program.mode !== mode.ctvv) return settings.aliquot;
  // Without a flow to follow every aliquot is that of a mean day.
  const flow = sampler.faults.has("flowLost") ? meanFlow(site) : flowSeen(sampler);
  const share = flow / (1.6 * meanFlow(site));
  return Math.max(10, Math.round(settings.aliquot * Math.min(1, share)));
}

/** After an aliquot, taken or missed: a bottle that is full, or had its share of the day, gives way to the next. */
export function moveOn(sampler: SamplerState): void {
  const { program, carousel, settings } = sampler;
  program.attempts += 1;
  const full = Math.max(1, Math.floor(bottleCapacity / settings.aliquot));
  // Who has one bottle a day gives it away when the visitor comes, full or not.
  const isDaily = sampler.loop && program.bottles === 1;
  const share = isDaily ? Math.min(full, Math.floor(untilVisit / settings.interval)) : full;
  if (program.attempts < share && roomIn(carousel, program.slot) >= settings.aliquot) return;
  const slot = findRoom(carousel, settings.aliquot, program.slot + 1, program.bottles);
  if (slot === null) {
    completeProgram(sampler);
    return;
  }
  program.slot = slot;
  program.attempts = 0;
}

export function completeProgram(sampler: SamplerState): void {
  const { name, taken, missed } = sampler.program;
  haltProgram(sampler, "complete");
  emitEvent(sampler, "programDone", { programName: name, taken, missed });
  if (sampler.loop) sampler.agenda.visit = nextVisit(sampler.seed, sampler.site, sampler.nowMs);
}
