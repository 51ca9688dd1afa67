import { chance, wander } from "../../random.ts";
import type { Params } from "../instrument.ts";
import { toStep } from "../machine/machine.ts";
import type { Readings } from "../machine/reporting.ts";
import { stream } from "../site/stream.ts";
import { batchSampleName, controls, injectionMs, type MassSpec } from "./mass-state.ts";

const workState = { idle: 0, running: 1, hold: 2, service: 3 } as const;

/** What the instrument's own sensors and its sequence show, with the resolution and limits of the thing model. */
export const readings: Readings<MassSpec> = { moving, steadyReadings, rare: () => ({}) };

function moving(mass: MassSpec): Params {
  const { seed, nowMs } = mass;
  const flicker = chance(seed, stream.laboratory, Math.floor(nowMs / 1000)) - 0.5;
  return {
    pressure: pumpPressure(mass),
    vacuum: vacuum(mass),
    massError: toStep(
      0.9 * wander(seed, stream.batch, nowMs, 7_200_000) + (mass.faults.has("drift") ? 7.4 : 0),
      2,
      -1000,
      1000,
    ),
    standardArea: standardArea(mass),
    flowRate: isPumping(mass) ? toStep(0.3 + 0.002 * flicker, 3, 0, 5) : 0,
    columnTemp: toStep(40 + 0.2 * flicker, 1, 0, 100),
    sourceTemp: toStep(mass.faults.has("vented") ? 60 : 450 + 3 * flicker, 0, 0, 800),
    nitrogen: toStep(
      mass.faults.has("noNitrogen") ? 90 : 552 + 12 * wander(seed, stream.pressure, nowMs, 600_000),
      0,
      0,
      1000,
    ),
    labTemp: toStep(21.8 + 0.9 * wander(seed, stream.laboratory, nowMs, 5_400_000), 1, -10, 50),
    humidity: toStep(44 + 6 * wander(seed, stream.cabinet, nowMs, 7_200_000), 0, 0, 100),
  };
}

function steadyReadings(mass: MassSpec): Params {
  const { batch } = mass;
  return {
    workState: workStateOf(mass),
    sequence: batch?.sequence ?? mass.lastSequence,
    sequenceLocked: mass.sequenceLocked,
    injection: batch === null ? 0 : Math.min(batch.injections, batch.done + 1),
    injections: batch?.injections ?? 0,
    sampleName: sampleName(mass),
    batchNo: batch?.batchNo ?? mass.lastBatchNo,
    batchCount: mass.batchCount,
    tunedAt: Math.round(mass.tunedAtMs),
    qualifiedAt: Math.round(mass.qualifiedAtMs),
    instrument: "LC-MS/MS TQ-2",
    method: mass.method,
    polarity: 2,
    acquisition: 0,
    driftLimit: mass.driftLimit,
    reportInterval: mass.reportInterval,
    firmware: mass.firmware,
  };
}

function workStateOf({ faults, batch }: MassSpec): number {
  if (faults.has("vented")) return workState.service;
  if (batch === null) return workState.idle;
  return faults.has("noNitrogen") ? workState.hold : workState.running;
}

/** Controls run before, among and after the samples of a sequence. */
function sampleName({ batch }: MassSpec): string {
  if (batch === null) return "";
  const place = batch.done + 1;
  if (place <= controls - 2) return place === 1 ? "Blank" : `Cal ${place - 1}`;
  return place > batch.injections - 2 ? "QC" : batchSampleName(batch.batchNo, place - controls + 2);
}

/** MPa: it rises and falls with the gradient of each injection. */
function pumpPressure(mass: MassSpec): number {
  if (!isPumping(mass)) return 0.2;
  const share = (((mass.nowMs % injectionMs) + injectionMs) % injectionMs) / injectionMs;
  const gradient = 46 + 16 * Math.sin(Math.PI * share);
  return toStep(gradient + 0.6 * wander(mass.seed, stream.pressure, mass.nowMs, 120_000), 1, 0, 130);
}

function isPumping({ batch, faults }: MassSpec): boolean {
  return batch !== null && !faults.has("noNitrogen") && !faults.has("vented");
}

/** Pa in the analyser; with the vessel open it is the air's. */
function vacuum(mass: MassSpec): number {
  if (mass.faults.has("vented")) return 100_000;
  return toStep(0.0014 * (1 + 0.12 * wander(mass.seed, stream.vacuum, mass.nowMs, 1_800_000)), 5, 0, 100_000);
}

/** % of its area at the beginning of the sequence: the source grows dirty with every injection. */
export function standardArea(mass: MassSpec): number {
  const dirt = 0.32 * (mass.batch?.done ?? 0) + (mass.faults.has("drift") ? 42 : 0);
  return toStep(102 - dirt + 3 * wander(mass.seed, stream.standard, mass.nowMs, 1_200_000), 1, 0, 300);
}

export function massErrorNow(mass: MassSpec): number {
  return Number(moving(mass)["massError"]);
}
