import { chance } from "../../random.ts";
import type { Params } from "../instrument.ts";
import { stream } from "../site/stream.ts";
import { fastReadings, positionReading, slowReadings, workStatus } from "./readings.ts";
import { deviceTime, type SamplerState } from "./sampler-state.ts";

/** Which properties are told when. */

const fullEveryMs = 300_000;

export function startReporting(sampler: SamplerState, everySeconds: number | null): void {
  sampler.reporting = { everySeconds, lastFullMs: sampler.nowMs, told: slowReadings(sampler) };
  scheduleReport(sampler);
}

/** The next report on the device's own grid: devices of one interval are spread over it by their seed. */
export function scheduleReport(sampler: SamplerState): void {
  if (sampler.reporting === null) return;
  const everyMs = 1000 * (sampler.reporting.everySeconds ?? sampler.settings.reportInterval);
  const phase = Math.floor(everyMs * chance(sampler.seed, stream.reportPhase, 0));
  sampler.agenda.report = (Math.floor((sampler.nowMs - phase) / everyMs) + 1) * everyMs + phase;
}

/** The regular report: what moves, what changed, and every five minutes all the rest. */
export function report(sampler: SamplerState): void {
  const { reporting } = sampler;
  if (reporting === null) return;
  scheduleReport(sampler);
  const slow = slowReadings(sampler);
  const full = sampler.nowMs - reporting.lastFullMs >= fullEveryMs;
  if (full) reporting.lastFullMs = sampler.nowMs;
  const rest = full ? { ...slow, ...positionReading(sampler) } : changesOf(slow, reporting.told);
  tell(sampler, { ...fastReadings(sampler), ...workStatus(sampler), ...rest });
  reporting.told = slow;
}

export function reportAll(sampler: SamplerState): number {
  const slow = slowReadings(sampler);
  if (sampler.reporting !== null) {
    Object.assign(sampler.reporting, { told: slow, lastFullMs: sampler.nowMs });
  }
  const all = { ...fastReadings(sampler), ...slow, ...positionReading(sampler) };
  tell(sampler, all);
  return Object.keys(all).length;
}

/** Called after everything that may have changed a standing value. */
export function reportChanges(sampler: SamplerState): void {
  const { reporting } = sampler;
  if (reporting === null) return;
  const slow = slowReadings(sampler);
  const changes = changesOf(slow, reporting.told);
  reporting.told = slow;
  if (Object.keys(changes).length > 0) tell(sampler, changes);
}

function tell(sampler: SamplerState, params: Params): void {
  sampler.outputs.push({ kind: "report", time: deviceTime(sampler), params });
}

function changesOf(now: Params, told: Params): Params {
  const changes: Params = {};
  for (const [name, value] of Object.entries(now)) {
    if (value !== told[name]) changes[name] = value;
  }
  return changes;
}
