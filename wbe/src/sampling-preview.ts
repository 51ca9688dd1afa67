// What a sampler will do with a program, before it is sent: the timed-tasks page draws this.

import { scheduleAliquots } from "./aliquot-schedule.ts";
import {
  type BottleChange,
  type BottleSet,
  type FilledBottle,
  fillBottles,
  type PlacedAliquot,
} from "./bottle-fill.ts";
import { type FlowCurve, volumeOver } from "./flow-curve.ts";
import type { SamplerProgram } from "./sampler-program.ts";
import type { M3, Minutes, ML } from "./units.ts";

export interface SamplingPreview {
  readonly aliquots: readonly PlacedAliquot[];
  readonly bottles: readonly FilledBottle[];
  /** Of the aliquots taken, by day of 24 h from the start, counted from 1; days without any are left out. */
  readonly days: readonly { readonly day: number; readonly aliquots: number; readonly volume: ML }[];
  readonly taken: number;
  readonly missed: number;
  readonly volume: ML;
  /** Flow volume over the program [m3]; null without a flow curve. */
  readonly flowVolume: M3 | null;
}

/**
 * Aliquot times and volumes of a program over a (typical or forecast) flow curve, and the level of each
 * bottle. An estimate as far as the flow is one. `flow` null is enough for CTCV and grab.
 * Units: min, mL, m3/h, m3. Errors: those of `scheduleAliquots` and `fillBottles`.
 * Source: ISO 5667-10:2020; Ort et al. 2010, Environ. Sci. Technol. 44:6024 (modes and their bias).
 */
export function previewSampling(input: {
  program: SamplerProgram;
  flow: FlowCurve | null;
  duration: Minutes;
  bottles: BottleSet;
  change: BottleChange;
}): SamplingPreview {
  const { program, flow, duration, bottles, change } = input;
  const placed = fillBottles({ aliquots: scheduleAliquots({ program, flow, duration }), bottles, change });
  const taken = placed.aliquots.filter((aliquot) => aliquot.missed === null);
  return {
    aliquots: placed.aliquots,
    bottles: placed.bottles,
    days: dayTotals(taken),
    taken: taken.length,
    missed: placed.aliquots.length - taken.length,
    volume: taken.reduce((sum, { volume }) => sum + volume, 0) as ML,
    flowVolume: flow === null ? null : volumeOver({ curve: flow, duration }),
  };
}

function dayTotals(taken: readonly PlacedAliquot[]): SamplingPreview["days"] {
  const totals = new Map<number, { day: number; aliquots: number; volume: ML }>();
  for (const { at, volume } of taken) {
    const day = 1 + Math.floor(at / 1440);
    const before = totals.get(day) ?? { day, aliquots: 0, volume: 0 as ML };
    totals.set(day, { day, aliquots: before.aliquots + 1, volume: (before.volume + volume) as ML });
  }
  return [...totals.values()];
}
