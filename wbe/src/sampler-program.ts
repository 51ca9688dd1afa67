// What an automatic sampler can be reported, and the volumes that follow from it.

import { checkNonNegative, checkPositive, checkResult, checkWhole, checkWithin } from "./checks.ts";
import type { M3, M3PerHour, Minutes, ML } from "./units.ts";
import { WbeError } from "./wbe-error.ts";

/** Limits of the sampler: interval in min, aliquot in mL, bottles in one carousel, aliquots in one program. */
export const samplerLimits = {
  interval: { low: 1, high: 1440 },
  aliquot: { low: 10, high: 500 },
  bottles: { low: 1, high: 24 },
  aliquots: { low: 1, high: 100_000 },
} as const;

export const samplerModes = ["CTCV", "VTCV", "CTVV", "event", "grab"] as const;

/**
 * CTCV: a constant aliquot at a constant interval (time-proportional).
 * VTCV: a constant aliquot after each pulse of flow volume (volume-proportional).
 * CTVV: at a constant interval an aliquot that follows the flow (flow-proportional).
 * event: each time the flow rises to the trigger, a series of constant aliquots.
 * grab: one aliquot, at once.
 * Terms: EN 16479:2023 and the handbooks of sampler makers.
 */
export type SamplerProgram =
  | { readonly mode: "CTCV"; readonly interval: Minutes; readonly aliquot: ML }
  | { readonly mode: "VTCV"; readonly pulse: M3; readonly aliquot: ML }
  | {
      readonly mode: "CTVV";
      readonly interval: Minutes;
      readonly maxAliquot: ML;
      readonly maxFlow: M3PerHour;
    }
  | {
      readonly mode: "event";
      readonly trigger: M3PerHour;
      readonly aliquots: number;
      readonly interval: Minutes;
      readonly aliquot: ML;
    }
  | { readonly mode: "grab"; readonly aliquot: ML };

/**
 * Flow-proportional aliquot [mL] = max aliquot x flow / max flow. A flow above the highest one would need
 * more than the largest aliquot: the aliquot is capped there, and the sample is no longer proportional.
 * Errors: notFinite, negative, notPositive (max aliquot, max flow). Source: ISO 5667-10:2020 (flow-proportional).
 */
export function flowProportionalAliquot(input: { maxAliquot: ML; flow: M3PerHour; maxFlow: M3PerHour }): {
  readonly volume: ML;
  readonly capped: boolean;
} {
  const maxAliquot = checkPositive("maxAliquot", input.maxAliquot);
  const flow = checkNonNegative("flow", input.flow);
  const maxFlow = checkPositive("maxFlow", input.maxFlow);
  return { volume: (maxAliquot * Math.min(1, flow / maxFlow)) as ML, capped: flow > maxFlow };
}

/**
 * Volume [mL] of a volume-proportional sample = pulses x mL per pulse.
 * Errors: notFinite, outOfRange, notWhole (pulses), negative, overflow. Source: ISO 5667-10:2020.
 */
export function pulsedVolume(input: { pulses: number; perPulse: ML }): ML {
  const pulses = checkWhole("pulses", input.pulses, 0, Number.MAX_SAFE_INTEGER);
  return checkResult("volume", pulses * checkNonNegative("perPulse", input.perPulse)) as ML;
}

/** Errors: notFinite, negative, notPositive, outOfRange, notWhole, unknown (mode). */
export function checkProgram(program: SamplerProgram): void {
  const modes: readonly string[] = samplerModes;
  if (!modes.includes(program.mode)) throw new WbeError("unknown", "mode");
  if ("aliquot" in program) checkAliquot("aliquot", program.aliquot);
  if ("interval" in program) checkInterval(program.interval);
  if (program.mode === "VTCV") checkPositive("pulse", program.pulse);
  if (program.mode === "CTVV") {
    checkAliquot("maxAliquot", program.maxAliquot);
    checkPositive("maxFlow", program.maxFlow);
  }
  if (program.mode === "event") {
    checkPositive("trigger", program.trigger);
    checkWhole("aliquots", program.aliquots, samplerLimits.aliquots.low, samplerLimits.aliquots.high);
  }
}

function checkInterval(interval: Minutes): void {
  checkWithin("interval", interval, samplerLimits.interval.low, samplerLimits.interval.high);
}

function checkAliquot(field: string, volume: ML): void {
  checkWithin(field, volume, samplerLimits.aliquot.low, samplerLimits.aliquot.high);
}
