import { chance } from "../../random.ts";
import type { Params } from "../instrument.ts";
import { stream } from "../site/stream.ts";
import { fastReadings, positionReading, slowReadings, workStatus } from "./readings.ts";
import { deviceTime, type SamplerState } from "./sampler-state.ts";

/** Which properties are reported when. */

const fullEveryMs = 300_000;

export function startReporting(sampler: SamplerState, everySeconds: number | null): void {
  sampler.reporting = { everySeconds, lastFullMs: sampler.nowMs, reported: slowReadings(sampler) };
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
  const rest = full ? { ...slow, ...positionReading(sampler) } : changesOf(slow, reporting.reported);
  reportParams(sampler, { ...fastReadings(sampler), ...workStatus(sampler), ...rest });
  reporting.reported = slow;
}

export function reportAll(sampler: SamplerState): number {
  const slow = slowReadings(sampler);
  if (sampler.reporting !== null) {
    Object.assign(sampler.reporting, { reported: slow, lastFullMs: sampler.nowMs });
  }
  const all = { ...fastReadings(sampler), ...slow, ...positionReading(sampler) };
  reportParams(sampler, all);
  return Object.keys(all).length;
}

/** Called after everything that may have changed a standing value. */
export function reportChanges(sampler: SamplerState): void {
  const { reporting } = sampler;
  if (reporting === null) return;
  const slow = slowReadings(sampler);
  const changes = changesOf(slow, reporting.reported);
  reporting.reported = slow;
  if (Object.keys(changes).length > 0) reportParams(sampler, changes);
}

function reportParams(sampler: SamplerState, params: Params): void {
  sampler.outputs.push({ kind: "report", time: deviceTime(sampler), params });
}

function changesOf(now: Params, reported: Params): Params {
  const changes: Params = {};
  for (const [name, value] of Object.entries(now)) {
    if (value !== reported[name]) changes[name] = value;
  }
  return changes;
}
