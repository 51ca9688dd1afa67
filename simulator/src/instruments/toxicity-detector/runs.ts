import { chance } from "../../random.ts";
import { answerLater, refusal, success } from "../machine/answers.ts";
import { deviceTime, emitEvent, minute, never, toStep } from "../machine/machine.ts";
import { stream } from "../site/stream.ts";
import { limits, measure, notWatched, withDischarge } from "./assay.ts";
import {
  cycleAt,
  type Detector,
  kindOfCycle,
  levelLeft,
  qcRecovery,
  type Run,
  sampleIdOf,
  sensitivityOf,
} from "./detector-state.ts";
import { columnPressure } from "./readings.ts";
import { type RunKind, stagesOf } from "./run-plan.ts";

/** What the detector does, one run after the other. */

const bottles = 12;

/** The clock says that a cycle is due: sample, blank or quality control. A device that is busy lets it pass. */
export function startDueCycle(detector: Detector): void {
  const { number, startMs } = cycleAt(detector.seed, detector.cycleInterval, detector.nowMs);
  detector.agenda.set("cycle", startMs + detector.cycleInterval * minute);
  if (detector.mode === 2 || hindranceOf(detector) !== null) return;
  const kind = kindOfCycle(number, detector.qcEvery);
  startRun(detector, { kind, sampleId: sampleIdOf(detector.nowMs), amount: 0, ticket: null });
}

/** Why it cannot run now, in a sentence; null where it can. */
export function hindranceOf(detector: Detector): string | null {
  if (detector.faults.has("powerFail")) return "There is no mains power.";
  if (detector.faults.has("leak")) return "There is a leak; the pumps are stopped.";
  if (detector.faults.has("pressureHigh")) return "The column pressure is too high; the pump is stopped.";
  if (detector.warmupUntil > detector.nowMs) return "The detector is warming up.";
  if (detector.run !== null) return `A ${detector.run.kind} run is in progress.`;
  return null;
}

export function startRun(
  detector: Detector,
  asked: { kind: RunKind; sampleId: string; amount: number; ticket: number | null },
): void {
  const { kind, sampleId, ticket } = asked;
  const stages = stagesOf(kind, asked.amount);
  const startedMs = detector.nowMs;
  const first = stages[0]?.minutes ?? 0;
  detector.run = {
    kind,
    sampleId,
    startedMs,
    stages,
    stage: 0,
    stageEndsMs: startedMs + first * minute,
    ticket,
  };
  detector.agenda.set("stage", detector.run.stageEndsMs);
}

/** The end of a stage: the next one, or the end of the run. */
export function passStage(detector: Detector): void {
  const { run } = detector;
  if (run === null) return;
  run.stage += 1;
  const next = run.stages[run.stage];
  if (next === undefined) {
    detector.run = null;
    detector.cycleCount += 1;
    finish[run.kind](detector, run);
    watchReagents(detector);
    return;
  }
  run.stageEndsMs += next.minutes * minute;
  detector.agenda.set("stage", run.stageEndsMs);
}

/** A run that a fault ends gives no result. */
export function abortRun(detector: Detector, reason: string): void {
  const { run } = detector;
  if (run === null) return;
  detector.run = null;
  detector.agenda.set("stage", never);
  answerLater(detector, run.ticket, refusal(reason));
}

/** The bottles are fetched. */
export function emptyRetained(detector: Detector): void {
  detector.retained = 0;
  detector.agenda.set("empty", detector.nowMs + 24 * 60 * minute);
}

/** Keeps the water that was drawn last; 0 where all bottles are full. */
export function retain(detector: Detector): number {
  if (detector.retained >= bottles) return 0;
  detector.retained += 1;
  return detector.retained;
}

function finishSample(detector: Detector, run: Run): void {
  const drawnMs = run.startedMs + 3 * minute;
  const found = measure(detector.catchment, drawnMs);
  detector.findings = detector.faults.has("discharge") ? withDischarge(found, detector.exceedLimit) : found;
  detector.sampleId = run.sampleId;
  const quantified = detector.findings.filter((finding) => finding.flag === 0).length;
  const findings = detector.findings.filter((finding) => finding.flag !== 2);
  emitEvent(detector, "result", {
    sampleId: run.sampleId,
    startedAt: Math.round(run.startedMs + detector.clockOffsetMs),
    finishedAt: deviceTime(detector),
    method: "SPE-LC-MS/MS 18",
    recovery: toStep(
      sensitivityOf(detector) *
        (92 + 16 * (chance(detector.seed, stream.recovery, Math.floor(drawnMs / minute)) - 0.5)),
      1,
      0,
      200,
    ),
    quantified,
    findings,
  });
  for (const { analyte, value, flag } of findings) {
    if (flag === 1 || notWatched.has(analyte) || value <= detector.exceedLimit) continue;
    const limit = detector.exceedLimit;
    emitEvent(detector, "exceed", {
      sampleId: run.sampleId,
      analyte,
      value,
      limit,
      bottle: retain(detector),
    });
  }
  answerLater(detector, run.ticket, success({ sampleId: run.sampleId, quantified }));
}

function finishBlank(detector: Detector, run: Run): void {
  const carried = detector.faults.has("carryOver");
  const base = 0.25 * limits.loq * chance(detector.seed, stream.control, Math.floor(run.startedMs / 1000));
  const highest = toStep(carried ? 18 * limits.loq + base : base, 2, 0, 1_000_000);
  detector.blank = { atMs: detector.nowMs, result: carried ? 2 : 1 };
  if (carried) emitEvent(detector, "carryOver", { analyte: "mamp", value: highest });
  answerLater(detector, run.ticket, success({ result: carried ? 0 : 1, highest }));
}

/** %, of what the control contains. */
const qcLimits = { low: 70, high: 130 };

function finishQc(detector: Detector, run: Run): void {
  const healthy = sensitivityOf(detector) * qcRecovery(detector.seed, detector.nowMs);
  const recovery = toStep(detector.faults.has("qcFail") ? 61.5 : healthy, 1, 0, 200);
  const failed = recovery < qcLimits.low || recovery > qcLimits.high;
  detector.qc = { atMs: detector.nowMs, result: failed ? 2 : 1, recovery };
  if (failed) emitEvent(detector, "qcFail", { recovery, ...qcLimits });
  answerLater(detector, run.ticket, success({ result: failed ? 0 : 1, recovery }));
}

function finishCalibration(detector: Detector, run: Run): void {
  const bend = 0.003 * chance(detector.seed, stream.control, Math.floor(run.startedMs / 1000));
  const failed = detector.faults.has("qcFail");
  const r2 = toStep(failed ? 0.962 : 0.9995 - bend, 4, 0, 1);
  answerLater(detector, run.ticket, success({ r2, result: failed ? 0 : 1 }));
}

function finishFlush(detector: Detector, run: Run): void {
  answerLater(detector, run.ticket, success({ columnPressure: columnPressure(detector) }));
}

const finish: Record<RunKind, (detector: Detector, run: Run) => void> = {
  sample: finishSample,
  blank: finishBlank,
  qc: finishQc,
  calibration: finishCalibration,
  flush: finishFlush,
};

const lowReagent = 15;

/** `reagentLow` is reported once for each time a reagent runs low. */
export function watchReagents(detector: Detector): void {
  const level = toStep(levelLeft(detector, 0.3), 1, 0, 100);
  if (level >= lowReagent) detector.reagentReported = false;
  else if (!detector.reagentReported) {
    detector.reagentReported = true;
    emitEvent(detector, "reagentLow", { reagent: "mobilePhase", level });
  }
}
