// Into which bottle each aliquot goes, how full the bottles get, and which aliquots are missed and why.

import type { PlannedAliquot } from "./aliquot-schedule.ts";
import { checkPositive, checkWhole } from "./checks.ts";
import { samplerLimits } from "./sampler-program.ts";
import type { Minutes, ML } from "./units.ts";
import { WbeError } from "./wbe-error.ts";

/** When the arm turns to the next bottle: after a time [min], after a number of aliquots, or when one is full. */
export type BottleChange =
  | { readonly after: "time"; readonly interval: Minutes }
  | { readonly after: "aliquots"; readonly count: number }
  | { readonly after: "full" };

export interface BottleSet {
  readonly count: number;
  readonly capacity: ML;
}

/** noFlow: the flow asks for nothing. belowMinimum: less than the pump can measure out (10 mL). */
export type MissedReason = "noFlow" | "belowMinimum" | "bottleFull" | "noBottleLeft";

/** Slots count from 1; `fillAfter` is what the bottle holds [mL] once the aliquot is in. */
export type PlacedAliquot = PlannedAliquot &
  (
    | { readonly slot: number; readonly fillAfter: ML; readonly missed: null }
    | { readonly slot: null; readonly fillAfter: null; readonly missed: MissedReason }
  );

export interface FilledBottle {
  readonly slot: number;
  readonly volume: ML;
  /** volume / capacity, 0 to 1. */
  readonly level: number;
  readonly aliquots: number;
}

/**
 * Places planned aliquots into a set of equal bottles. A bottle never takes an aliquot that would overfill it:
 * the aliquot is missed, or, where bottles change when full, goes into the next one.
 * Errors: notFinite, negative, notPositive, outOfRange, notWhole, unknown (kind of change).
 */
export function fillBottles(input: {
  aliquots: readonly PlannedAliquot[];
  bottles: BottleSet;
  change: BottleChange;
}): { readonly aliquots: PlacedAliquot[]; readonly bottles: FilledBottle[] } {
  const { change } = input;
  const { count, capacity } = checkBottles(input.bottles);
  checkChange(change);
  const fills = Array.from({ length: count }, () => ({ volume: 0, aliquots: 0 }));
  let slot = 1;
  const aliquots = input.aliquots.map((aliquot, index): PlacedAliquot => {
    if (aliquot.volume === 0) return missed(aliquot, "noFlow");
    if (aliquot.volume < samplerLimits.aliquot.low) return missed(aliquot, "belowMinimum");
    if (change.after !== "full") slot = slotOf(change, aliquot.at, index);
    let fill = fills[slot - 1];
    if (change.after === "full" && fill !== undefined && fill.volume + aliquot.volume > capacity) {
      slot += 1;
      fill = fills[slot - 1];
    }
    if (fill === undefined) return missed(aliquot, "noBottleLeft");
    if (fill.volume + aliquot.volume > capacity) return missed(aliquot, "bottleFull");
    fill.volume += aliquot.volume;
    fill.aliquots += 1;
    return { ...aliquot, slot, fillAfter: fill.volume as ML, missed: null };
  });
  const bottles = fills.map((fill, index) => ({
    slot: index + 1,
    volume: fill.volume as ML,
    level: fill.volume / capacity,
    aliquots: fill.aliquots,
  }));
  return { aliquots, bottles };
}

function missed(aliquot: PlannedAliquot, reason: MissedReason): PlacedAliquot {
  return { ...aliquot, slot: null, fillAfter: null, missed: reason };
}

// Every planned aliquot counts, a missed one too: the slots stay in step with the plan.
function slotOf(change: Exclude<BottleChange, { after: "full" }>, at: Minutes, index: number): number {
  return 1 + Math.floor(change.after === "time" ? at / change.interval : index / change.count);
}

function checkBottles(bottles: BottleSet): BottleSet {
  checkWhole("bottles", bottles.count, samplerLimits.bottles.low, samplerLimits.bottles.high);
  checkPositive("capacity", bottles.capacity);
  return bottles;
}

function checkChange(change: BottleChange): void {
  if (change.after === "time") checkPositive("interval", change.interval);
  else if (change.after === "aliquots") checkWhole("count", change.count, 1, samplerLimits.aliquots.high);
  else if (change.after !== "full") throw new WbeError("unknown", "change");
}
