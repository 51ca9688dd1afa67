import { chance } from "../../random.ts";
import { createMachine, type Machine, minute } from "../machine/machine.ts";
import { metresBetween, movedBy, type Place } from "../site/field-readings.ts";
import { localDay, minutesOfDay, momentOf } from "../site/local-days.ts";
import { stream } from "../site/stream.ts";

/** The memory of one evidence box. */
export type Box = Machine & {
  place: Place;
  mode: number;
  leftOpenAfter: number;
  tempLow: number;
  tempHigh: number;
  shockLimit: number;
  geofenceRadius: number;
  armed: number;
  /** The weight of what lies in each slot, in grams; 0 where it is empty. */
  items: number[];
  faultySlots: Set<number>;
  /** The slot that is open; 0 where none does. */
  openSlot: number;
  openedMs: number;
  leftOpenReported: boolean;
  lastAuthority: string;
  lastOpenedMs: number;
  visit: Visit | null;
  reported: Set<"temp" | "geofence" | "battery">;
  temp: number;
};

/** What the custodian's next visit is for. */
type Visit = { slot: number; kind: "deposit" | "take" };

export const slotCount = 12;
const tare = 4200;
/** Minutes of the day: something is put in, the box travels, something is taken out. */
const times = { deposit: 9 * 60 + 10, leaves: 13 * 60, returns: 14 * 60 + 30, take: 16 * 60 + 40 };
const tripMetres = 6200;

/** A box as it is at the beginning of a day: what was put in during the last days is in it. */
export function createBox(made: {
  seed: number;
  place: Place;
  atMs: number;
  geofenceRadius: number;
  reportInterval: number;
}): Box {
  const { seed, place } = made;
  const today = localDay(place, made.atMs);
  const startMs = momentOf(place, today, 0);
  const box: Box = {
    ...createMachine({
      seed,
      nowMs: startMs,
      reportInterval: made.reportInterval,
      firmware: "EB-2.0.5",
    }),
    place,
    mode: 1,
    leftOpenAfter: 60,
    tempLow: 1,
    tempHigh: 9,
    shockLimit: 3,
    geofenceRadius: made.geofenceRadius,
    armed: 1,
    items: Array.from({ length: slotCount }, (_, n) => initialItem(seed, n + 1, today)),
    faultySlots: new Set(chance(seed, stream.item, -1) < 0.15 ? [12] : []),
    openSlot: 0,
    openedMs: 0,
    leftOpenReported: false,
    lastAuthority: authorityOf(seed, today - 1, "take"),
    lastOpenedMs: momentOf(place, today - 1, times.take),
    visit: null,
    reported: new Set(),
    temp: 4.5,
  };
  box.agenda.set("minute", startMs + minute);
  box.agenda.set("visit", startMs + times.deposit * minute);
  return box;
}

/**
 * Slot `n` is filled on the mornings of days whose number leaves n - 1 by twelve, and emptied six days later: half
 * of the slots are always full, and what is today follows from the day alone.
 */
export function slotOfDay(dayNumber: number, kind: "deposit" | "take"): number {
  const shifted = kind === "deposit" ? dayNumber : dayNumber - 6;
  return (((shifted % slotCount) + slotCount) % slotCount) + 1;
}

function initialItem(seed: number, slot: number, today: number): number {
  const since = (((today - 1 - (slot - 1)) % slotCount) + slotCount) % slotCount;
  // Taken out on the sixth day after; the one whose day that is goes this afternoon.
  return since < 6 ? itemWeight(seed, today - 1 - since) : 0;
}

/** Grams of what is put in on a day. */
export function itemWeight(seed: number, dayNumber: number): number {
  return Math.round(80 + 820 * chance(seed, stream.item, dayNumber));
}

export function authorityOf(seed: number, dayNumber: number, kind: "deposit" | "take"): string {
  const number = Math.floor(9000 * chance(seed, stream.batch, 2 * dayNumber + (kind === "take" ? 1 : 0)));
  return `${kind === "deposit" ? "DEP" : "REL"}-${1000 + number}`;
}

/** When the custodian comes next after a visit of this kind. */
export function nextVisitAt(box: Box, kind: "deposit" | "take"): number {
  const today = localDay(box.place, box.nowMs);
  return kind === "deposit"
    ? momentOf(box.place, today, times.take)
    : momentOf(box.place, today + 1, times.deposit);
}

/** 0 at home, 1 at the far end of the trip of every second day. */
export function tripAt(box: Box): number {
  const today = localDay(box.place, box.nowMs);
  const at = minutesOfDay(box.place, box.nowMs);
  if (today % 2 !== 0 || at < times.leaves || at > times.returns) return 0;
  const share = (at - times.leaves) / (times.returns - times.leaves);
  return Math.sin(Math.PI * share);
}

export function placeOf(box: Box): Place {
  const trip = tripAt(box);
  const away = box.faults.has("carriedOff") ? box.geofenceRadius * 1.8 : 0;
  return movedBy(box.place, trip * tripMetres * 0.8 + away, trip * tripMetres * 0.6);
}

export function metresAway(box: Box): number {
  return metresBetween(box.place, placeOf(box));
}

export function weightOf(box: Box): number {
  const taken = box.faults.has("weightChange") ? 310 : 0;
  return Math.max(0, tare + box.items.reduce((sum, grams) => sum + grams, 0) - taken);
}
