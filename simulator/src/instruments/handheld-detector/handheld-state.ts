import { chance } from "../../random.ts";
import { createMachine, type Machine, never } from "../machine/machine.ts";
import { localDay, momentOf, weekdayOf } from "../site/local-days.ts";
import type { Catchment } from "../site/residues.ts";
import { stream } from "../site/stream.ts";
import { type BoardLot, type BoardTest, boardLots, readBoard } from "./board-test.ts";

/** The memory of one handheld detector and of the person who carries it. */
export type Handheld = Machine & {
  catchment: Catchment;
  operator: string;
  matrix: number;
  autoUpload: number;
  lockAfter: number;
  locked: number;
  /** Locked from afar: samples wait until it is unlocked from there; control boards may be read. */
  isHeld: boolean;
  /** The sample of the next board: the last one, diluted, where its board was in excess. */
  diluted: { sampleId: string; sample: number; lot: BoardLot } | null;
  lots: readonly BoardLot[];
  lotsVersion: number;
  readCount: number;
  queue: number;
  queueReported: boolean;
  work: Work | null;
  last: { test: BoardTest; sampleId: string; atMs: number } | null;
  lightCheck: number;
  cameraCheck: number;
  calibratedAtMs: number;
  tempReported: boolean;
};

export type Work =
  | { kind: "selfCheck"; ticket: number | null }
  | {
      kind: "reading";
      sampleId: string;
      /** Its number among the samples of this detector; boards that are asked for from afar have none. */
      sample?: number;
      lot: BoardLot;
      matrix: number;
      ticket: number | null;
      control?: "positive" | "negative";
      dilution?: number;
    }
  | { kind: "uploading"; count: number; ticket: number | null };

export const readingSeconds = 18;
/** Read after the time that the board needs, in seconds. */
export const readAfter = 600;
const perDay = 8;
export const largestQueue = 200;
export const switchedOn = 8 * 60 + 20;
/** After the morning's check, the positive control board and then the negative one. */
export const controlsAfter = { positive: 5 * 60_000, negative: 10 * 60_000 };
const firstReading = 9 * 60;
const eyesOpened = Date.UTC(2025, 0, 1);

/** A handheld at the beginning of a day, as it lies on its charger. */
export function createHandheld(made: {
  seed: number;
  catchment: Catchment;
  operator: string;
  atMs: number;
  reportInterval: number;
}): Handheld {
  const { seed, catchment } = made;
  const today = localDay(catchment, made.atMs);
  const startMs = momentOf(catchment, today, 0);
  const handheld: Handheld = {
    ...createMachine({
      seed,
      nowMs: startMs,
      reportInterval: made.reportInterval,
      firmware: "HF-3.1.2",
    }),
    catchment,
    operator: made.operator,
    matrix: 0,
    autoUpload: 1,
    lockAfter: 15,
    locked: 1,
    isHeld: false,
    diluted: null,
    lots: boardLots(1),
    lotsVersion: 1,
    readCount: readBefore(catchment, today),
    queue: 0,
    queueReported: false,
    work: null,
    last: null,
    lightCheck: 1,
    cameraCheck: 1,
    calibratedAtMs: momentOf(catchment, today - weekdayOf(today), switchedOn),
    tempReported: false,
  };
  handheld.last = lastBefore(handheld, today);
  handheld.agenda.set("day", startMs);
  return handheld;
}

/** The last board of the working day before. */
function lastBefore(handheld: Handheld, today: number): Handheld["last"] {
  for (let dayNumber = today - 1; dayNumber > today - 4; dayNumber--) {
    const begun = readingsOf(handheld, dayNumber).at(-1);
    if (begun === undefined) continue;
    const { catchment, readCount } = handheld;
    const atMs = begun + readingSeconds * 1000;
    const lot = lotFor(handheld, readCount - 1, begun);
    if (lot === undefined) return null;
    const sampledMs = atMs - readAfter * 1000;
    const of = { number: readCount, sample: sampleOf(readCount) };
    const test = readBoard({ catchment, lot, sampledMs, readMs: atMs, weak: false, ...of });
    return { test, sampleId: sampleIdOf(handheld.seed, readCount), atMs };
  }
  return null;
}

/** The lot that the operator takes for their next board. */
export function lotFor(handheld: Handheld, readCount: number, ms: number): BoardLot | undefined {
  const takesAny = handheld.faults.has("expiredLot");
  const fresh = handheld.lots.filter((one) => takesAny || one.expiresAt > ms);
  return fresh[readCount % Math.max(1, fresh.length)];
}

/** `H207-000431`: three digits of the detector, so that no two give a number twice, and the sample. */
export function sampleIdOf(seed: number, number: number): string {
  const own = String(seed % 1000).padStart(3, "0");
  return `H${own}-${String(sampleOf(number)).padStart(6, "0")}`;
}

/** Of each sample so many boards are read, of different analytes. */
const boardsPerSample = 4;

export function sampleOf(number: number): number {
  return Math.ceil(number / boardsPerSample);
}

/** The moments of a day's readings; none on weekends. */
function readingsOf(handheld: Handheld, dayNumber: number): number[] {
  const { catchment, seed } = handheld;
  if (weekdayOf(dayNumber) > 4) return [];
  return Array.from({ length: perDay }, (_, place) => {
    const jitter = 30 * chance(seed, stream.visit, dayNumber * perDay + place);
    return momentOf(catchment, dayNumber, firstReading + 60 * place + Math.floor(jitter));
  });
}

/** The next moment at which the person takes the device to hand, after `ms`. */
export function nextReading(handheld: Handheld, ms: number): number {
  const today = localDay(handheld.catchment, ms);
  for (let ahead = 0; ahead < 4; ahead++) {
    const next = readingsOf(handheld, today + ahead).find((at) => at > ms);
    if (next !== undefined) return next;
  }
  return never;
}

/** Eight boards on each working day since it was put to use. */
function readBefore(catchment: Catchment, today: number): number {
  const first = localDay(catchment, eyesOpened);
  const weeks = Math.floor((today - first) / 7);
  let count = weeks * 5 * perDay;
  for (let n = first + 7 * weeks; n < today; n++) count += weekdayOf(n) > 4 ? 0 : perDay;
  return count;
}
