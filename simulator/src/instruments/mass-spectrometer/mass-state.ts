import { chance } from "../../random.ts";
import { createMachine, type Machine, minute } from "../machine/machine.ts";
import { localDay, momentOf, weekdayOf } from "../site/local-days.ts";
import { stream } from "../site/stream.ts";

/** The memory of one mass spectrometer in a laboratory. */
export type MassSpec = Machine & {
  place: { longitude: number };
  method: string;
  driftLimit: number;
  sequenceLocked: number;
  batch: Batch | null;
  /** The sequence that is on the screen, running or done. */
  lastSequence: string;
  lastBatchNo: string;
  batchCount: number;
  driftReported: boolean;
  tunedAtMs: number;
  qualifiedAtMs: number;
};

export type Batch = {
  batchNo: string;
  sequence: string;
  samples: number;
  injections: number;
  done: number;
  failed: number;
  startedAtMs: number;
};

/** As the samples of a batch are named in its sequence, the first being 1. */
export function batchSampleName(batchNo: string, place: number): string {
  return `${batchNo}-${String(place).padStart(2, "0")}`;
}

/** Blanks, calibrators and controls that run with the samples of a batch. */
export const controls = 8;
export const injectionMs = 9 * minute;
/** Minutes of the day at which the laboratory starts its batches, on working days. */
const starts = [8 * 60 + 30, 14 * 60];
const defaultSamples = 24;
const eyesOpened = Date.UTC(2025, 0, 1);
const eightWeeks = 56;

/** An instrument in the night, between two days' batches. */
export function createMassSpec(made: {
  seed: number;
  place: { longitude: number };
  atMs: number;
  method: string;
  reportInterval: number;
}): MassSpec {
  const { seed, place, method } = made;
  const today = localDay(place, made.atMs);
  const startMs = momentOf(place, today, 0);
  const batchCount = batchesBefore(place, today);
  const mass: MassSpec = {
    ...createMachine({
      seed,
      nowMs: startMs,
      reportInterval: made.reportInterval,
      firmware: "MS-6.2.0",
    }),
    place,
    method,
    driftLimit: 30,
    sequenceLocked: 0,
    batch: null,
    lastBatchNo: batchNoOf(seed, batchCount),
    lastSequence: sequenceOf(seed, batchCount),
    batchCount,
    driftReported: false,
    tunedAtMs: momentOf(place, today - weekdayOf(today), 7 * 60 + 40),
    qualifiedAtMs: momentOf(place, today - (today % eightWeeks), 7 * 60),
  };
  mass.agenda.set("batch", nextBatchAt(mass));
  return mass;
}

/** The next moment at which the laboratory starts a batch. */
export function nextBatchAt(mass: MassSpec): number {
  const today = localDay(mass.place, mass.nowMs);
  for (let ahead = 0; ; ahead++) {
    if (weekdayOf(today + ahead) > 4) continue;
    const next = starts.map((at) => momentOf(mass.place, today + ahead, at)).find((at) => at > mass.nowMs);
    if (next !== undefined) return next;
  }
}

/** The samples of the laboratory's own batches. */
export function samplesOf(seed: number, number: number): number {
  return defaultSamples - Math.floor(8 * chance(seed, stream.batch, number));
}

export function batchNoOf(seed: number, number: number): string {
  return `B${10 + (seed % 89)}-${String(number).padStart(5, "0")}`;
}

export function sequenceOf(seed: number, number: number): string {
  return `SEQ-${batchNoOf(seed, number)}`;
}

function batchesBefore(place: { longitude: number }, today: number): number {
  const first = localDay(place, eyesOpened);
  const weeks = Math.floor((today - first) / 7);
  let count = weeks * 5 * starts.length;
  for (let n = first + 7 * weeks; n < today; n++) count += weekdayOf(n) > 4 ? 0 : starts.length;
  return count;
}
