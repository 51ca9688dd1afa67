import { alinkCode } from "@tracewater/alink/codes";
import type { z } from "zod";
import { chance } from "../../random.ts";
import type { Answer, Instrument, Output, Params, Performed, Reply } from "../instrument.ts";
import { stream } from "../site/stream.ts";
import { done, noInput, type Service, service, success, wrongInput } from "./answers.ts";
import { type Machine, never } from "./machine.ts";
import {
  allReadings,
  type Readings,
  report,
  reportAll,
  reportChanges,
  scheduleReport,
  startReporting,
} from "./reporting.ts";

/** What makes a family of instruments: everything else is the same for all of them. */
export type Blueprint<M extends Machine> = {
  /** By the names of the agenda; at one moment in this order. */
  timers: Readonly<Record<string, (machine: M) => void>>;
  readings: Readings<M>;
  services: Readonly<Record<string, Service<M>>>;
  settable: z.ZodType<object>;
  /** Writes what was set; `reportInterval` and the rest have been checked by `settable`. */
  set(machine: M, given: object): void;
  faults: Readonly<Record<string, { begins(machine: M): void; ends?(machine: M): void }>>;
};

/** An instrument from a machine and its family's blueprint. */
export function createInstrument<M extends Machine>(machine: M, plan: Blueprint<M>): Instrument {
  const { readings } = plan;
  const timers: Blueprint<M>["timers"] = { ...plan.timers, report: (one) => report(one, readings) };
  const refresh = service<M, unknown>(noInput, (one) => done({ count: reportAll(one, readings) }));

  function act<Result>(nowMs: number, run: () => Result): { outputs: Output[]; result: Result } {
    advanceTo(machine, nowMs, timers, readings);
    const result = run();
    reportChanges(machine, readings);
    return { outputs: takeOutputs(machine), result };
  }

  function perform(nowMs: number, run: () => Answer): Performed {
    const { outputs, result } = act(nowMs, run);
    return { outputs, answer: result };
  }

  return {
    faults: [...Object.keys(plan.faults), "clockDrift"],
    get clockOffsetMs() {
      return machine.clockOffsetMs;
    },
    get firmware() {
      return machine.firmware;
    },
    nextAt: () => Math.min(never, ...machine.agenda.values()),
    advance(toMs) {
      advanceTo(machine, toMs, timers, readings);
      return takeOutputs(machine);
    },
    startReporting(nowMs, everySeconds) {
      advanceTo(machine, nowMs, timers, readings);
      startReporting(machine, readings, everySeconds);
    },
    refresh: (nowMs) => act(nowMs, () => reportAll(machine, readings)).outputs,
    perform: (name, params, nowMs) =>
      perform(nowMs, () => {
        const known = name === "mandatoryRefresh" ? refresh : plan.services[name];
        return known === undefined ? noService(name) : known(machine, params);
      }),
    setProperties: (params, nowMs) =>
      perform(nowMs, () => ({ kind: "now", reply: setAll(machine, plan, params) })),
    getProperties: (identifiers, nowMs) =>
      perform(nowMs, () => ({ kind: "now", reply: pick(allReadings(machine, readings), identifiers) })),
    setFault: (name, on, nowMs) => act(nowMs, () => setFault(machine, plan, name, on)).outputs,
    correctClock(offsetMs) {
      machine.clockOffsetMs += offsetMs;
    },
    install(firmware) {
      machine.firmware = firmware;
    },
  };
}

function noService(name: string): Answer {
  const message = `Unknown service ${name}.`;
  return { kind: "now", reply: { code: alinkCode.badRequest, data: {}, message } };
}

/** All of it or nothing. */
function setAll<M extends Machine>(machine: M, plan: Blueprint<M>, params: unknown): Reply {
  const read = plan.settable.safeParse(params);
  if (!read.success) return wrongInput(read.error);
  if (Object.keys(read.data).length === 0) {
    return { code: alinkCode.badParameter, data: {}, message: "No property to set." };
  }
  plan.set(machine, read.data);
  if ("reportInterval" in read.data && machine.reporting !== null) {
    machine.reporting.everySeconds = null;
    scheduleReport(machine);
  }
  return success();
}

/** Property get; null asks for all. */
function pick(all: Params, identifiers: readonly string[] | null): Reply {
  if (identifiers === null) return success(all);
  const chosen: Params = {};
  for (const name of identifiers) {
    const value = all[name];
    if (value === undefined) {
      return { code: alinkCode.badParameter, data: {}, message: `Unknown property ${name}.` };
    }
    chosen[name] = value;
  }
  return success(chosen);
}

function setFault<M extends Machine>(machine: M, plan: Blueprint<M>, name: string, on: boolean): void {
  if (machine.faults.has(name) === on) return;
  const effect = name === "clockDrift" ? clockDrift : plan.faults[name];
  if (effect === undefined) return;
  if (on) machine.faults.add(name);
  else machine.faults.delete(name);
  if (on) effect.begins(machine);
  else effect.ends?.(machine);
}

const clockDrift = {
  begins(machine: Machine) {
    const seconds = 330 + 300 * chance(machine.seed, stream.clockDrift, 0);
    const ahead = chance(machine.seed, stream.clockDrift, 1) < 0.5;
    machine.clockOffsetMs = Math.round(1000 * (ahead ? seconds : -seconds));
  },
  ends(machine: Machine) {
    machine.clockOffsetMs = 0;
  },
};

function advanceTo<M extends Machine>(
  machine: M,
  toMs: number,
  timers: Blueprint<M>["timers"],
  readings: Readings<M>,
): void {
  for (;;) {
    const due = nextTimer(machine, timers);
    if (due === null || due.at > toMs) break;
    machine.nowMs = Math.max(machine.nowMs, due.at);
    machine.agenda.set(due.name, never);
    timers[due.name]?.(machine);
    reportChanges(machine, readings);
  }
  machine.nowMs = Math.max(machine.nowMs, toMs);
}

function nextTimer<M extends Machine>(machine: M, timers: Blueprint<M>["timers"]) {
  let first: { name: string; at: number } | null = null;
  for (const name of Object.keys(timers)) {
    const at = machine.agenda.get(name) ?? never;
    if (at < (first?.at ?? never)) first = { name, at };
  }
  return first;
}

function takeOutputs(machine: Machine): Output[] {
  const { outputs } = machine;
  if (outputs.length > 0) machine.outputs = [];
  return outputs;
}
