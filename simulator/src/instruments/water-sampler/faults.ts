import { chance } from "../../random.ts";
import { stream } from "../site/stream.ts";
import { closeDoor, openDoor } from "./door.ts";
import { batteryLevel, carriedMetres, liquidLevel } from "./readings.ts";
import { emitEvent, type FaultName, faultNames, never, type SamplerState } from "./sampler-state.ts";

/** Faults on demand: what each does at its beginning and its end; the rest of the model looks at the set. */
export function setFault(sampler: SamplerState, name: FaultName, on: boolean): void {
  if (sampler.faults.has(name) === on) return;
  if (on) sampler.faults.add(name);
  else sampler.faults.delete(name);
  const effect = effects[name];
  if (on) effect.begins(sampler);
  else effect.ends?.(sampler);
}

export function isFaultName(name: string): name is FaultName {
  return faultNames.some((known) => known === name);
}

type Effect = { begins(sampler: SamplerState): void; ends?(sampler: SamplerState): void };

const effects: Record<FaultName, Effect> = {
  noLiquid: {
    begins: (sampler) => emitEvent(sampler, "noLiquid", { liquidLevel: liquidLevel(sampler) }),
  },
  warmBox: {
    // The compressor stops; the temperature itself reports the rest.
    begins: () => undefined,
  },
  doorOpen: {
    begins: (sampler) => openDoor(sampler, never),
    ends: closeDoor,
  },
  clockDrift: {
    begins(sampler) {
      const seconds = 330 + 300 * chance(sampler.seed, stream.clockDrift, 0);
      const ahead = chance(sampler.seed, stream.clockDrift, 1) < 0.5;
      sampler.clockOffsetMs = Math.round(1000 * (ahead ? seconds : -seconds));
      sampler.driftReported = false;
    },
    ends(sampler) {
      sampler.clockOffsetMs = 0;
    },
  },
  armJam: {
    begins: (sampler) => emitEvent(sampler, "armJam", { index: sampler.carousel.arm }),
  },
  pumpFault: {
    begins: (sampler) => emitEvent(sampler, "pumpFault", { reason: "over-current" }),
  },
  powerFail: {
    begins: (sampler) => emitEvent(sampler, "powerFail", { batteryLevel: batteryLevel(sampler) }),
  },
  flowLost: {
    // The cable of the flow meter: from here on the sampler reads no flow at all.
    begins: (sampler) => emitEvent(sampler, "flowSignalLost", {}),
  },
  moved: {
    // Somebody carries it away; it is back where it was when the fault ends.
    begins: (sampler) => emitEvent(sampler, "moved", { metres: carriedMetres }),
  },
  codeMismatch: {
    // The reader at the arm sees another bottle than the one that was entered for the slot.
    begins(sampler) {
      const index = sampler.carousel.arm;
      const expected = sampler.carousel.bottles[index - 1]?.bodyCode ?? `B-${index}`;
      emitEvent(sampler, "codeMismatch", { index, expected, found: `${expected}-X` });
    },
  },
};
