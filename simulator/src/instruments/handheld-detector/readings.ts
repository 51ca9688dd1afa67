import { chance, wander } from "../../random.ts";
import type { Params } from "../instrument.ts";
import { toStep } from "../machine/machine.ts";
import type { Readings } from "../machine/reporting.ts";
import { ambientAt } from "../site/climate.ts";
import { fixAt, rssiAt } from "../site/field-readings.ts";
import { minutesOfDay } from "../site/local-days.ts";
import { stream } from "../site/stream.ts";
import { outcome } from "./board-test.ts";
import type { Handheld } from "./handheld-state.ts";

const workState = { idle: 0, selfCheck: 1, reading: 2, uploading: 3, fault: 4 } as const;
const working = { from: 8 * 60, until: 18 * 60 };

/** What the detector shows at this moment, with the resolution and limits of the thing model. */
export const readings: Readings<Handheld> = { moving, steadyReadings, rare };

function moving(handheld: Handheld): Params {
  const { seed, nowMs } = handheld;
  return {
    boardTemp: boardTemp(handheld),
    ambientTemp: toStep(surroundings(handheld) + 0.6, 1, -40, 60),
    humidity: toStep(52 + 12 * wander(seed, stream.handTemp, nowMs, 7_200_000), 0, 0, 100),
    batteryLevel: batteryLevel(handheld),
    lightSource: lightSource(handheld),
    rssi: rssiAt(seed, nowMs),
  };
}

function steadyReadings(handheld: Handheld): Params {
  const { last } = handheld;
  return {
    workState: workStateOf(handheld),
    readCount: handheld.readCount,
    queueLength: handheld.queue,
    memoryUsed: toStep(11 + 0.3 * handheld.queue, 1, 0, 100),
    lightCheck: handheld.lightCheck,
    cameraCheck: handheld.cameraCheck,
    calibratedAt: Math.round(handheld.calibratedAtMs),
    locked: handheld.locked,
    ...(last === null
      ? { lastOutcome: outcome.none }
      : {
          lastReadAt: Math.round(last.atMs),
          lastSampleId: last.sampleId,
          lastBoardLot: last.test.lot.lot,
          lastAnalyte: last.test.lot.analyte,
          lastOutcome: last.test.outcome,
          lastRatio: last.test.ratio,
          lastConcentration: last.test.concentration,
        }),
    operator: handheld.operator,
    matrix: handheld.matrix,
    lots: handheld.lots.length,
    lotsVersion: handheld.lotsVersion,
    autoUpload: handheld.autoUpload,
    lockAfter: handheld.lockAfter,
    reportInterval: handheld.reportInterval,
    charging: isCharging(handheld) ? 1 : 0,
    firmware: handheld.firmware,
  };
}

function rare(handheld: Handheld): Params {
  return { gps: fixAt(handheld.seed, handheld.catchment, handheld.nowMs) };
}

function workStateOf({ work, faults }: Handheld): number {
  if (faults.has("lightFail") || faults.has("cameraFail")) return workState.fault;
  return work === null ? workState.idle : workState[work.kind];
}

/** °C at the board: a heated stage in a room, except where it lies in the cold or the sun. */
export function boardTemp(handheld: Handheld): number {
  const { seed, nowMs, faults } = handheld;
  if (faults.has("tempOut")) return 38.4;
  const flicker = 0.2 * (chance(seed, stream.handTemp, Math.floor(nowMs / 1000)) - 0.5);
  return toStep(24.5 + 0.08 * (surroundings(handheld) - 20) + flicker, 1, -20, 70);
}

/** In a vehicle or a room: between the weather and 21 °C. */
function surroundings({ catchment, nowMs }: Handheld): number {
  return 21 + 0.25 * (ambientAt(catchment, nowMs) - 21);
}

/** %: carried from eight to eighteen, on its charger for the rest of the day. */
function batteryLevel(handheld: Handheld): number {
  const at = minutesOfDay(handheld.catchment, handheld.nowMs);
  const carried = Math.max(0, Math.min(at, working.until) - working.from);
  const drained = 100 - 0.092 * carried;
  return toStep(at < working.until ? drained : drained + 0.6 * (at - working.until), 0, 0, 100);
}

function isCharging(handheld: Handheld): boolean {
  const at = minutesOfDay(handheld.catchment, handheld.nowMs);
  return at < working.from || at >= working.until;
}

/** % of its strength when it was new: it fades with the readings. */
export function lightSource(handheld: Handheld): number {
  if (handheld.faults.has("lightFail")) return 62.5;
  return toStep(101 - 0.0008 * handheld.readCount, 1, 0, 120);
}
