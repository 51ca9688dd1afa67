import { chance } from "../../random.ts";
import { stream } from "../site/stream.ts";

/** The sampling program: what was sent to the device, and how far it has come. */
export type Program = {
  name: string;
  version: number;
  mode: ModeNumber;
  bottles: number;
  phase: "idle" | "armed" | "paused" | "complete";
  /** The slot being filled, and the aliquots it had, missed ones included. */
  slot: number;
  attempts: number;
  taken: number;
  missed: number;
  lastDueMs: number;
  /** VTCV: m³ that passed since the last pulse. */
  passed: number;
};

export const mode = { ctcv: 0, vtcv: 1, ctvv: 2, event: 3, grab: 4 } as const;
export type ModeNumber = (typeof mode)[keyof typeof mode];

export type Settings = {
  /** Minutes, mL, times, °C, seconds. */
  interval: number;
  aliquot: number;
  rinses: number;
  targetTemp: number;
  reportInterval: number;
};

/** Demo programs: each is done a few minutes short of a day, whatever is missed on the way. */
const dayPrograms = [
  { interval: 15, aliquot: 250, mode: mode.ctcv },
  { interval: 10, aliquot: 160, mode: mode.ctcv },
  { interval: 20, aliquot: 330, mode: mode.ctcv },
  { interval: 15, aliquot: 250, mode: mode.ctvv },
] as const;

export function createProgram(
  seed: number,
  reportInterval: number,
  given: { interval: number; aliquot: number; bottles: number } | undefined,
): { program: Program; settings: Settings } {
  const [first] = dayPrograms;
  const drawn = dayPrograms[Math.floor(chance(seed, stream.program, 0) * dayPrograms.length)] ?? first;
  const chosen = given === undefined ? { ...drawn, bottles: 24 } : { ...given, mode: mode.ctcv };
  return {
    program: {
      name: `N-${chosen.bottles} ${chosen.mode === mode.ctvv ? "flow" : "time"} ${chosen.interval} min`,
      version: 1 + Math.floor(8 * chance(seed, stream.program, 1)),
      mode: chosen.mode,
      bottles: chosen.bottles,
      phase: "idle",
      slot: 1,
      attempts: 0,
      taken: 0,
      missed: 0,
      lastDueMs: 0,
      passed: 0,
    },
    settings: {
      interval: chosen.interval,
      aliquot: chosen.aliquot,
      rinses: 1,
      targetTemp: 4,
      reportInterval,
    },
  };
}

export function isTimed(program: Program): boolean {
  return program.mode === mode.ctcv || program.mode === mode.ctvv;
}
