import { chance, wander } from "../../random.ts";
import type { Params } from "../instrument.ts";
import { toStep } from "../machine/machine.ts";
import type { Readings } from "../machine/reporting.ts";
import { ambientAt, waterTempAt } from "../site/climate.ts";
import { fixAt, rssiAt } from "../site/field-readings.ts";
import { sewageAt } from "../site/sewage.ts";
import { stream } from "../site/stream.ts";
import { limits } from "./assay.ts";
import { type Detector, levelLeft } from "./detector-state.ts";
import { stageNumber, workState } from "./run-plan.ts";

/** What the probes, pumps and results show at this moment, with the resolution and limits of the thing model. */
export const readings: Readings<Detector> = { moving, steadyReadings, rare };

function moving(detector: Detector): Params {
  const { catchment, nowMs, seed } = detector;
  const sewage = sewageAt(catchment, nowMs);
  const ambient = ambientAt(catchment, nowMs);
  const cabinet = 24 + 0.25 * (ambient - 20) + 1.5 * wander(seed, stream.cabinet, nowMs, 3_600_000);
  const turbid =
    120 * (1 + 1.6 * sewage.storm) * (1 + 0.3 * wander(seed, stream.turbidity, nowMs, 1_800_000));
  return {
    workState: workStateOf(detector),
    stageProgress: progressOf(detector),
    columnPressure: columnPressure(detector),
    waterTemp: toStep(waterTempAt(catchment, sewage, nowMs), 1, -5, 60),
    turbidity: toStep(turbid, 0, 0, 4000),
    flow: toStep(sewage.flow, 1, 0, 200_000),
    columnTemp: toStep(40 + 0.3 * (chance(seed, stream.cabinet, Math.floor(nowMs / 1000)) - 0.5), 1, 0, 100),
    cabinetTemp: toStep(cabinet, 1, -20, 70),
    rssi: rssiAt(seed, nowMs),
  };
}

function steadyReadings(detector: Detector): Params {
  const { run, blank, qc } = detector;
  const stage = run?.stages[run.stage]?.name ?? "none";
  return {
    workState: workStateOf(detector),
    stage: stageNumber[stage],
    sampleId: run?.kind === "sample" ? run.sampleId : detector.sampleId,
    cycleCount: detector.cycleCount,
    lastBlankAt: Math.round(blank.atMs),
    lastBlank: blank.result,
    lastQcAt: Math.round(qc.atMs),
    lastQc: qc.result,
    qcRecovery: toStep(qc.recovery, 1, 0, 200),
    eluentLevel: toStep(levelLeft(detector, 0.25), 1, 0, 100),
    mobilePhaseLevel: toStep(levelLeft(detector, 0.3), 1, 0, 100),
    standardLevel: toStep(levelLeft(detector, 0.2), 1, 0, 100),
    wasteLevel: toStep(100 - levelLeft(detector, 0.3), 1, 0, 100),
    retained: detector.retained,
    leak: detector.faults.has("leak") ? 1 : 0,
    door: detector.faults.has("doorOpen") ? 1 : 0,
    mains: detector.faults.has("powerFail") ? 0 : 1,
    mode: detector.mode,
    method: "SPE-LC-MS/MS 18",
    standardLot: `IS-${2400 + (detector.seed % 97)}`,
    lod: limits.lod,
    loq: limits.loq,
    cycleInterval: detector.cycleInterval,
    qcEvery: detector.qcEvery,
    exceedLimit: detector.exceedLimit,
    reportInterval: detector.reportInterval,
    firmware: detector.firmware,
    ...resultOf(detector),
  };
}

function rare(detector: Detector): Params {
  return { gps: fixAt(detector.seed, detector.catchment, detector.nowMs) };
}

function resultOf(detector: Detector): Params {
  return Object.fromEntries(
    detector.findings.flatMap(({ analyte, value, flag }) => [
      [analyte, value],
      [`${analyte}Flag`, flag],
    ]),
  );
}

function workStateOf(detector: Detector): number {
  const { faults, run } = detector;
  if (faults.has("leak") || faults.has("pressureHigh") || faults.has("powerFail")) return workState.fault;
  if (detector.warmupUntil > detector.nowMs) return workState.warmup;
  return run === null ? workState.ready : workState[run.stages[run.stage]?.state ?? "ready"];
}

function progressOf({ run, nowMs }: Detector): number {
  if (run === null) return 0;
  const length = run.stages.reduce((sum, stage) => sum + stage.minutes, 0) * 60_000;
  return toStep((100 * (nowMs - run.startedMs)) / length, 0, 0, 100);
}

/** MPa: the pump is between runs, pushes while it separates, and a column ages by its cycles. */
export function columnPressure(detector: Detector): number {
  const { seed, run, nowMs, faults } = detector;
  if (faults.has("pressureHigh")) return 46.2;
  if (faults.has("powerFail") || faults.has("leak")) return 0.1;
  const stage = run?.stages[run.stage]?.name;
  const age = (detector.cycleCount % 1500) / 1500;
  const base =
    stage === "separation" || stage === "detection" ? 19 + 7 * age : stage === undefined ? 2.1 : 6.4;
  return toStep(base + 0.5 * wander(seed, stream.pressure, nowMs, 240_000), 1, 0, 60);
}
