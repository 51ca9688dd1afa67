import type { Picture } from "../../pictures/png.ts";
import type { Output, Params } from "../instrument.ts";

/**
 * What the memory of every simulated instrument has; a family adds its own. Nothing in it reads a clock or draws a
 * number: the same seed and the same calls give the same outputs, however the span is cut into steps.
 */
export type Machine = {
  seed: number;
  nowMs: number;
  clockOffsetMs: number;
  firmware: string;
  /** When each of the family's timers is due; infinity where it is not expected. */
  agenda: Map<string, number>;
  faults: Set<string>;
  /** Seconds. */
  reportInterval: number;
  reporting: { everySeconds: number | null; lastFullMs: number; reported: Params } | null;
  nextTicket: number;
  outputs: Output[];
};

export const never = Number.POSITIVE_INFINITY;
export const minute = 60_000;
export const hour = 3_600_000;
export const day = 86_400_000;

export function createMachine(made: {
  seed: number;
  nowMs: number;
  reportInterval: number;
  firmware: string;
}): Machine {
  return {
    ...made,
    clockOffsetMs: 0,
    agenda: new Map(),
    faults: new Set(),
    reporting: null,
    nextTicket: 1,
    outputs: [],
  };
}

/** What the device's own clock says. */
export function deviceTime(machine: Machine): number {
  return Math.round(machine.nowMs + machine.clockOffsetMs);
}

export function emitEvent(machine: Machine, event: string, params: Params, picture?: Picture): void {
  const time = deviceTime(machine);
  machine.outputs.push({ kind: "event", time, event, params, ...(picture ? { picture } : {}) });
}

/** With a resolution of so many decimals, within the limits of the thing model. */
export function toStep(value: number, decimals: number, min: number, max: number): number {
  const scale = 10 ** decimals;
  return Math.min(max, Math.max(min, Math.round(value * scale) / scale)) + 0;
}
