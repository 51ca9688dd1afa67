import { chance } from "../../random.ts";
import type { Output, Params } from "../instrument.ts";
import type { Site } from "../site/sewage.ts";
import { stream } from "../site/stream.ts";
import { type Box, createBox } from "./box.ts";
import { type Carousel, createCarousel } from "./carousel.ts";
import type { WaterSamplerProfile } from "./profile.ts";
import { createProgram, type Program, type Settings } from "./program-plan.ts";
import { secondsPerDay } from "./pump.ts";

/** The memory of one water sampler. The files alongside it each change their own part of it. */
export type SamplerState = {
  seed: number;
  site: Site;
  loop: boolean;
  nowMs: number;
  clockOffsetMs: number;
  firmware: string;
  /** When each thing happens next; infinity where it is not expected. In order of precedence at one moment. */
  agenda: Record<Timer, number>;
  settings: Settings;
  program: Program;
  carousel: Carousel;
  job: { job: Job; phase: "rinsing" | "sampling"; startedMs: number } | null;
  waiting: Job[];
  nextTicket: number;
  pumpMs: number;
  doorOpen: boolean;
  visitor: boolean;
  box: Box;
  boxSteppedMs: number;
  warm: { sinceMs: number; reported: boolean } | null;
  batteryLevel: number;
  faults: Set<FaultName>;
  driftReported: boolean;
  reporting: Reporting | null;
  outputs: Output[];
};

/** What the pump is asked to do; a ticket where somebody waits for the answer. */
export type Job =
  | {
      kind: "sample";
      trigger: "program" | "grab";
      slot: number;
      volume: number;
      rinses: number;
      ticket: number | null;
    }
  | { kind: "rinse"; rinses: number; ticket: number };

export const faultNames = [
  "noLiquid",
  "warmBox",
  "doorOpen",
  "clockDrift",
  "armJam",
  "pumpFault",
  "powerFail",
  "flowLost",
  "moved",
  "codeMismatch",
] as const;
export type FaultName = (typeof faultNames)[number];

export type Reporting = { everySeconds: number | null; lastFullMs: number; reported: Params };

export const timers = ["tick", "job", "door", "visit", "due", "report"] as const;
export type Timer = (typeof timers)[number];

export const never = Number.POSITIVE_INFINITY;

/** A sampler that was just switched on at the site, cold, with 24 clean bottles and its program not started. */
export function createState(made: {
  seed: number;
  profile: WaterSamplerProfile;
  startMs: number;
}): SamplerState {
  const { seed, profile, startMs } = made;
  const { designFlow, latitude, longitude, reportInterval } = profile;
  const { program, settings } = createProgram(seed, reportInterval, profile.program);
  return {
    seed,
    site: { seed, designFlow, latitude, longitude },
    loop: profile.loop,
    nowMs: startMs,
    clockOffsetMs: 0,
    firmware: "WS-2.4.1",
    agenda: { tick: nextMinute(startMs), job: never, door: never, visit: never, due: never, report: never },
    settings,
    program,
    carousel: createCarousel(),
    job: null,
    waiting: [],
    nextTicket: 1,
    pumpMs: pumpedBefore(startMs, seed, profile.loop ? secondsPerDay(program, settings) : 0),
    doorOpen: false,
    visitor: false,
    box: createBox(settings.targetTemp + 0.3),
    boxSteppedMs: startMs,
    warm: null,
    batteryLevel: 100,
    faults: new Set(),
    driftReported: false,
    reporting: null,
    outputs: [],
  };
}

/** A device with a daily program has pumped ever since it was put up, so that its counter fits any start. */
function pumpedBefore(ms: number, seed: number, secondsPerDay: number): number {
  const hours = 150 + 1500 * chance(seed, stream.pumpAge, 0);
  const days = Math.max(0, ms - Date.UTC(2025, 0, 1)) / 86_400_000;
  return 3_600_000 * hours + 1000 * days * secondsPerDay;
}

export function nextMinute(ms: number): number {
  return (Math.floor(ms / 60_000) + 1) * 60_000;
}

/** What the device's own clock says. */
export function deviceTime(sampler: SamplerState): number {
  return Math.round(sampler.nowMs + sampler.clockOffsetMs);
}

export function emitEvent(sampler: SamplerState, event: string, params: Params): void {
  sampler.outputs.push({ kind: "event", time: deviceTime(sampler), event, params });
}
