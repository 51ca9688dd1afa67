import { lowestForPump } from "./battery.ts";
import type { SamplerState } from "./sampler-state.ts";

/** Why the device cannot sample now: a word for the event `sampleMissed`, a sentence for anyone who asked. */
export type Hindrance = { reason: string; sentence: string };

export function findHindrance(sampler: SamplerState): Hindrance | null {
  if (sampler.faults.has("armJam")) {
    return { reason: "armJam", sentence: `The arm is jammed at slot ${sampler.carousel.arm}.` };
  }
  if (sampler.faults.has("pumpFault")) {
    return { reason: "pumpFault", sentence: "The pump has a fault: over-current." };
  }
  if (sampler.doorOpen) return { reason: "doorOpen", sentence: "The door is open." };
  if (!hasMains(sampler) && sampler.batteryLevel < lowestForPump) {
    return {
      reason: "noPower",
      sentence: "There is no mains power and the battery is too low for the pump.",
    };
  }
  return null;
}

export function hasMains(sampler: SamplerState): boolean {
  return !sampler.faults.has("powerFail");
}
