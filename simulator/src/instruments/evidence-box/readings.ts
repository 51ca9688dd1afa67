import { chance, wander } from "../../random.ts";
import type { Params } from "../instrument.ts";
import { toStep } from "../machine/machine.ts";
import type { Readings } from "../machine/reporting.ts";
import { fixAt, rssiAt } from "../site/field-readings.ts";
import { minutesOfDay } from "../site/local-days.ts";
import { stream } from "../site/stream.ts";
import { type Box, placeOf, slotCount, tripAt, weightOf } from "./box-state.ts";

const workState = { standby: 0, inTransit: 1, deposited: 2, opened: 3, alarm: 4, maintenance: 5 } as const;
const slotState = { empty: 0, occupied: 1, fault: 3 } as const;

/** What the box shows at this moment, with the resolution and limits of the thing model. */
export const readings: Readings<Box> = { moving, steadyReadings, rare };

function moving(box: Box): Params {
  const { seed, nowMs } = box;
  return {
    boxTemp: toStep(
      box.temp + 0.1 * (chance(seed, stream.boxSensor, Math.floor(nowMs / 1000)) - 0.5),
      1,
      -40,
      80,
    ),
    humidity: toStep(46 + 8 * wander(seed, stream.handTemp, nowMs, 3_600_000), 0, 0, 100),
    tilt: tiltOf(box),
    shock: shockOf(box),
    weight: toStep(weightOf(box), 0, 0, 60_000),
    batteryLevel: batteryLevel(box),
    rssi: rssiAt(seed, nowMs),
  };
}

function steadyReadings(box: Box): Params {
  return {
    workState: workStateOf(box),
    occupied: occupiedOf(box),
    slotCount,
    slots: slotStates(box),
    lock: box.openSlot === 0 && !box.faults.has("forced") ? 1 : 0,
    door: box.openSlot === 0 && !box.faults.has("forced") ? 0 : 1,
    openSlot: box.openSlot,
    armed: box.armed,
    tamperLoop: box.faults.has("forced") ? 1 : 0,
    camera: box.faults.has("cameraBlocked") ? 1 : 0,
    lastAuthority: box.lastAuthority,
    mode: box.mode,
    lastOpenedAt: Math.round(box.lastOpenedMs),
    leftOpenAfter: box.leftOpenAfter,
    tempLow: box.tempLow,
    tempHigh: box.tempHigh,
    shockLimit: box.shockLimit,
    geofenceRadius: box.geofenceRadius,
    reportInterval: box.reportInterval,
    charging: isCharging(box) ? 1 : 0,
    firmware: box.firmware,
  };
}

function rare(box: Box): Params {
  return { gps: fixAt(box.seed, placeOf(box), box.nowMs) };
}

export function slotStates(box: Box): number[] {
  return box.items.map((grams, place) => {
    if (box.faultySlots.has(place + 1)) return slotState.fault;
    return grams > 0 ? slotState.occupied : slotState.empty;
  });
}

export function occupiedOf(box: Box): number {
  return slotStates(box).filter((state) => state === slotState.occupied).length;
}

const alarming = ["forced", "weightChange", "warm", "carriedOff", "shock"];

function workStateOf(box: Box): number {
  if (alarming.some((fault) => box.faults.has(fault)) || box.leftOpenReported) return workState.alarm;
  if (box.openSlot !== 0) return workState.opened;
  if (tripAt(box) > 0) return workState.inTransit;
  return occupiedOf(box) > 0 ? workState.deposited : workState.standby;
}

function tiltOf(box: Box): number {
  const still = 0.4 + 0.3 * chance(box.seed, stream.tilt, Math.floor(box.nowMs / 60_000));
  const carried = tripAt(box) > 0 ? 9 * Math.abs(wander(box.seed, stream.tilt, box.nowMs, 20_000)) : 0;
  return toStep(box.faults.has("shock") ? 42 : still + carried, 1, 0, 180);
}

/** The highest acceleration since the last report, in g beyond gravity. */
function shockOf(box: Box): number {
  const rides = tripAt(box) > 0 ? 0.7 * chance(box.seed, stream.shock, Math.floor(box.nowMs / 10_000)) : 0.03;
  return toStep(box.faults.has("shock") ? 6.4 : rides, 2, 0, 50);
}

/** %: it drains in a vehicle and at night, and charges at its place by day. */
export function batteryLevel(box: Box): number {
  if (box.faults.has("batteryLow")) return 9;
  const at = minutesOfDay(box.place, box.nowMs);
  const level = at < 480 ? 88 - 0.02 * at : Math.min(100, 78 + 0.06 * (at - 480));
  return toStep(at > 1320 ? 100 - 0.02 * (at - 1320) * 5 : level, 0, 0, 100);
}

function isCharging(box: Box): boolean {
  const at = minutesOfDay(box.place, box.nowMs);
  return at >= 480 && at <= 1320 && tripAt(box) === 0 && !box.faults.has("batteryLow");
}
