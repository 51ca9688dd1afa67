import { chance } from "../../random.ts";
import type { Params } from "../instrument.ts";
import { stream } from "../site/stream.ts";
import { deviceTime, type Machine } from "./machine.ts";

/**
 * What a family shows: what moves all the time, what stands for a while, and what is reported with a full report only.
 */
export type Readings<M extends Machine> = {
  moving(machine: M): Params;
  steadyReadings(machine: M): Params;
  rare(machine: M): Params;
};

const fullEveryMs = 900_000;
/** A history is reported at the pace asked for, but not faster than these instruments ever report when nobody looks. */
const slowestShare = 5;

export function startReporting<M extends Machine>(
  machine: M,
  readings: Readings<M>,
  everySeconds: number | null,
): void {
  const paced = everySeconds === null ? null : Math.max(everySeconds, slowestShare * machine.reportInterval);
  machine.reporting = {
    everySeconds: paced,
    lastFullMs: machine.nowMs,
    reported: readings.steadyReadings(machine),
  };
  scheduleReport(machine);
}

/** The next report on the device's own grid: devices of one interval are spread over it by their seed. */
export function scheduleReport(machine: Machine): void {
  if (machine.reporting === null) return;
  const everyMs = 1000 * (machine.reporting.everySeconds ?? machine.reportInterval);
  const phase = Math.floor(everyMs * chance(machine.seed, stream.reportPhase, 0));
  machine.agenda.set("report", (Math.floor((machine.nowMs - phase) / everyMs) + 1) * everyMs + phase);
}

/** The regular report: what moves, what changed, and every quarter of an hour all the rest. */
export function report<M extends Machine>(machine: M, readings: Readings<M>): void {
  const { reporting } = machine;
  if (reporting === null) return;
  scheduleReport(machine);
  const steadyReadings = readings.steadyReadings(machine);
  const full = machine.nowMs - reporting.lastFullMs >= fullEveryMs;
  if (full) reporting.lastFullMs = machine.nowMs;
  const rest = full
    ? { ...steadyReadings, ...readings.rare(machine) }
    : changesOf(steadyReadings, reporting.reported);
  reportParams(machine, { ...readings.moving(machine), ...rest });
  reporting.reported = steadyReadings;
}

export function allReadings<M extends Machine>(machine: M, readings: Readings<M>): Params {
  return { ...readings.moving(machine), ...readings.steadyReadings(machine), ...readings.rare(machine) };
}

/** Reports everything at once; the number of properties. */
export function reportAll<M extends Machine>(machine: M, readings: Readings<M>): number {
  const all = allReadings(machine, readings);
  if (machine.reporting !== null) {
    Object.assign(machine.reporting, {
      reported: readings.steadyReadings(machine),
      lastFullMs: machine.nowMs,
    });
  }
  reportParams(machine, all);
  return Object.keys(all).length;
}

/** Called after everything that may have changed a standing value. */
export function reportChanges<M extends Machine>(machine: M, readings: Readings<M>): void {
  const { reporting } = machine;
  if (reporting === null) return;
  const steadyReadings = readings.steadyReadings(machine);
  const changes = changesOf(steadyReadings, reporting.reported);
  reporting.reported = steadyReadings;
  if (Object.keys(changes).length > 0) reportParams(machine, changes);
}

function reportParams(machine: Machine, params: Params): void {
  machine.outputs.push({ kind: "report", time: deviceTime(machine), params });
}

function changesOf(now: Params, reported: Params): Params {
  const changes: Params = {};
  for (const [name, value] of Object.entries(now)) {
    const before = reported[name];
    const same =
      value === before || (typeof value === "object" && JSON.stringify(value) === JSON.stringify(before));
    if (!same) changes[name] = value;
  }
  return changes;
}
