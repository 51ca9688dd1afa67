import { chance } from "../../random.ts";
import { createMachine, hour, type Machine, minute } from "../machine/machine.ts";
import { localDay, momentOf } from "../site/local-days.ts";
import type { Catchment } from "../site/residues.ts";
import { stream } from "../site/stream.ts";
import { defaultLimit, type Finding, measure } from "./assay.ts";
import { lengthOf, type RunKind, type Stage } from "./run-plan.ts";

/** The memory of one online toxicity detector. */
export type Detector = Machine & {
  catchment: Catchment;
  mode: number;
  cycleInterval: number;
  qcEvery: number;
  exceedLimit: number;
  run: Run | null;
  /** What is asked for while a run goes on is done after it, one thing. */
  cycleCount: number;
  sampleId: string;
  findings: readonly Finding[];
  /** The moment whose water the findings are of; the reading repeats until the next result. */
  retained: number;
  blank: Control;
  qc: Control & { recovery: number };
  /** Percent that runs by hand and the reagents' faults took beyond the regular use. */
  usedMore: number;
  /** Since when its sensitivity falls; null while it is stable. */
  driftsSince: number | null;
  warmupUntil: number;
  reagentReported: boolean;
};

export type Run = {
  kind: RunKind;
  sampleId: string;
  startedMs: number;
  stages: readonly Stage[];
  stage: number;
  stageEndsMs: number;
  ticket: number | null;
};

export type Control = { atMs: number; result: 0 | 1 | 2 };

const defaultInterval = 60;
const defaultQcEvery = 8;
const blankEvery = 12;
/** Reagents are filled up after so many cycles. */
const cyclesPerFill = 240;
const eyesOpened = Date.UTC(2025, 0, 1);

/** The number of the cycle that runs at a moment, and its beginning: a grid of the device's own. */
export function cycleAt(seed: number, interval: number, ms: number): { number: number; startMs: number } {
  const length = interval * minute;
  const phase = Math.floor(length * chance(seed, stream.visit, 1));
  const number = Math.floor((ms - eyesOpened - phase) / length);
  return { number, startMs: eyesOpened + phase + number * length };
}

export function kindOfCycle(number: number, qcEvery: number): RunKind {
  if (number % blankEvery === 0) return "blank";
  return number % qcEvery === 3 ? "qc" : "sample";
}

/** Percent left of a reagent of which a cycle takes `share` percent. */
export function levelLeft(detector: Detector, share: number): number {
  const cycles = ((detector.cycleCount % cyclesPerFill) + cyclesPerFill) % cyclesPerFill;
  return Math.max(0, 100 - share * cycles - detector.usedMore);
}

/** Since the last emptying of the retained bottles, at eight in the morning, the past no longer matters. */
export function lifeStart(seed: number, catchment: Catchment, ms: number): number {
  const today = localDay(catchment, ms);
  const emptied =
    momentOf(catchment, today, 480) > ms
      ? momentOf(catchment, today - 1, 480)
      : momentOf(catchment, today, 480);
  const first = cycleAt(seed, defaultInterval, emptied).startMs + defaultInterval * minute;
  return first > ms ? first - 24 * hour : first;
}

/** A detector at the beginning of a cycle, after a life without incidents. */
export function createDetector(made: {
  seed: number;
  catchment: Catchment;
  startMs: number;
  reportInterval: number;
}): Detector {
  const { seed, catchment, startMs } = made;
  const { number } = cycleAt(seed, defaultInterval, startMs);
  const startOf = (cycle: number) => startMs - (number - cycle) * defaultInterval * minute;
  const last = (kind: RunKind) => {
    let cycle = number - 1;
    while (kindOfCycle(cycle, defaultQcEvery) !== kind) cycle -= 1;
    return cycle;
  };
  const sampled = startOf(last("sample"));
  const endOf = (kind: RunKind) => startOf(last(kind)) + lengthOf(kind) * minute;
  const qcAt = endOf("qc");
  const detector: Detector = {
    ...createMachine({
      seed,
      nowMs: startMs,
      reportInterval: made.reportInterval,
      firmware: "LE-1.8.0",
    }),
    catchment,
    mode: 0,
    cycleInterval: defaultInterval,
    qcEvery: defaultQcEvery,
    exceedLimit: defaultLimit(catchment),
    run: null,
    cycleCount: number,
    sampleId: sampleIdOf(sampled),
    findings: measure(catchment, sampled + 3 * minute),
    retained: 0,
    blank: { atMs: endOf("blank"), result: 1 },
    qc: { atMs: qcAt, result: 1, recovery: qcRecovery(seed, qcAt) },
    usedMore: 0,
    driftsSince: null,
    warmupUntil: 0,
    reagentReported: false,
  };
  detector.agenda.set("cycle", startMs);
  detector.agenda.set("empty", lifeStart(seed, catchment, startMs) + 24 * hour);
  return detector;
}

/** Share of its sensitivity that a drifting instrument has left: it loses 0.7 % an hour, and a third at most. */
export function sensitivityOf({ driftsSince, nowMs }: Pick<Detector, "driftsSince" | "nowMs">): number {
  return driftsSince === null ? 1 : Math.max(0.66, 1 - (0.007 * (nowMs - driftsSince)) / hour);
}

/** `S-20260511-0720`, the minute at which its water was drawn, in UTC. */
export function sampleIdOf(ms: number): string {
  const text = new Date(ms).toISOString();
  return `S-${text.slice(0, 10).replaceAll("-", "")}-${text.slice(11, 16).replace(":", "")}`;
}

/** Percent; a healthy instrument finds 100 within some percent. */
export function qcRecovery(seed: number, ms: number): number {
  return 100 + 14 * (chance(seed, stream.control, Math.floor(ms / minute)) - 0.5);
}
