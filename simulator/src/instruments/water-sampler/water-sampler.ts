import type { Answer, Instrument, Output, Performed } from "../instrument.ts";
import { visit } from "./daily-visit.ts";
import { closeDoor } from "./door.ts";
import { isFaultName, setFault } from "./faults.ts";
import { continueJob, takeDueAliquot } from "./jobs.ts";
import { passMinute } from "./minute.ts";
import type { WaterSamplerProfile } from "./profile.ts";
import { startProgram } from "./program.ts";
import { report, reportAll, reportChanges, startReporting } from "./reporting.ts";
import { createState, faultNames, never, type SamplerState, type Timer, timers } from "./sampler-state.ts";
import { performService } from "./services.ts";
import { getReadings, setSettings } from "./settings.ts";

/**
 * One simulated water sampler. Nothing in it reads a clock or draws a number: the same seed, profile and calls give
 * the same outputs, however the span is cut into calls of `advance`.
 */
export function createWaterSampler(made: {
  seed: number;
  profile: WaterSamplerProfile;
  startMs: number;
}): Instrument {
  const sampler = createState(made);
  if (sampler.loop) startProgram(sampler);

  /** Brings the model to the moment, does something to it, and shows what both gave. */
  function act<Result>(nowMs: number, run: () => Result): { outputs: Output[]; result: Result } {
    advanceTo(sampler, nowMs);
    const result = run();
    reportChanges(sampler);
    return { outputs: takeOutputs(sampler), result };
  }

  function perform(nowMs: number, run: () => Answer): Performed {
    const { outputs, result } = act(nowMs, run);
    return { outputs, answer: result };
  }

  return {
    faults: faultNames,
    get clockOffsetMs() {
      return sampler.clockOffsetMs;
    },
    get firmware() {
      return sampler.firmware;
    },
    nextAt: () => Math.min(...timers.map((timer) => sampler.agenda[timer])),
    advance(toMs) {
      advanceTo(sampler, toMs);
      return takeOutputs(sampler);
    },
    startReporting(nowMs, everySeconds) {
      advanceTo(sampler, nowMs);
      startReporting(sampler, everySeconds);
    },
    refresh: (nowMs) => act(nowMs, () => reportAll(sampler)).outputs,
    perform: (service, params, nowMs) => perform(nowMs, () => performService(sampler, service, params)),
    setProperties: (params, nowMs) =>
      perform(nowMs, () => ({ kind: "now", reply: setSettings(sampler, params) })),
    getProperties: (identifiers, nowMs) =>
      perform(nowMs, () => ({ kind: "now", reply: getReadings(sampler, identifiers) })),
    setFault: (name, on, nowMs) =>
      act(nowMs, () => {
        if (isFaultName(name)) setFault(sampler, name, on);
      }).outputs,
    correctClock(offsetMs) {
      sampler.clockOffsetMs += offsetMs;
      sampler.driftReported = false;
    },
    install(firmware) {
      sampler.firmware = firmware;
    },
  };
}

const handlers: Record<Timer, (sampler: SamplerState) => void> = {
  tick: passMinute,
  job: continueJob,
  door: closeDoor,
  visit,
  due: takeDueAliquot,
  report,
};

function advanceTo(sampler: SamplerState, toMs: number): void {
  for (;;) {
    const timer = nextTimer(sampler);
    const at = sampler.agenda[timer];
    if (at > toMs) break;
    sampler.nowMs = Math.max(sampler.nowMs, at);
    sampler.agenda[timer] = never;
    handlers[timer](sampler);
    reportChanges(sampler);
  }
  sampler.nowMs = Math.max(sampler.nowMs, toMs);
}

function nextTimer(sampler: SamplerState): Timer {
  let first: Timer = "tick";
  for (const timer of timers) {
    if (sampler.agenda[timer] < sampler.agenda[first]) first = timer;
  }
  return first;
}

function takeOutputs(sampler: SamplerState): Output[] {
  const { outputs } = sampler;
  if (outputs.length > 0) sampler.outputs = [];
  return outputs;
}
