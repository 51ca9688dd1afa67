import { chance, wander } from "../../random.ts";
import type { Params } from "../instrument.ts";
import { ambientAt, waterTempAt } from "../site/climate.ts";
import { sewageAt } from "../site/sewage.ts";
import { stream } from "../site/stream.ts";
import { batteryVoltage } from "./battery.ts";
import { boxTempAt } from "./box.ts";
import { totalVolume, volumeIn } from "./carousel.ts";
import { hasMains } from "./hindrance.ts";
import { mode, type Program } from "./program-plan.ts";
import type { SamplerState } from "./sampler-state.ts";

/** What the probes and counters show at this moment, with the resolution and limits of the thing model. */

const workState = {
  idle: 0,
  armed: 1,
  sampling: 2,
  rinsing: 3,
  paused: 4,
  complete: 5,
  fault: 6,
  maintenance: 7,
} as const;

const trigger = { clock: 0, flow: 1, event: 2, manual: 3 } as const;
const tubeHours = 250;
const gpsSlotMs = 300_000;
/** How far a sampler that was carried away is from its site. */
export const carriedMetres = 180;

/** Values that move all the time: in every report. */
export function fastReadings(sampler: SamplerState): Params {
  const { seed, site, nowMs } = sampler;
  const sewage = sewageAt(site, nowMs);
  return {
    boxTemp: boxTemp(sampler),
    ambientTemp: toStep(ambientAt(site, nowMs), 1, -40, 60),
    flow: toStep(flowSeen(sampler), 1, 0, 200_000),
    liquidLevel: liquidLevel(sampler),
    ph: toStep(sewage.ph, 2, 0, 14),
    conductivity: toStep(sewage.conductivity, 0, 0, 20_000),
    waterTemp: toStep(waterTempAt(site, sewage, nowMs), 1, -5, 60),
    batteryVoltage: toStep(batteryVoltage(seed, sampler.batteryLevel, hasMains(sampler), nowMs), 2, 0, 30),
    batteryLevel: batteryLevel(sampler),
    rssi: rssi(seed, nowMs),
  };
}

/** What it is doing: in every report, so that an old state is never taken for the present one. */
export function workStatus(sampler: SamplerState): Params {
  const { program, carousel } = sampler;
  return {
    workState: workStateOf(sampler),
    bottleIndex: carousel.arm,
    bottleCount: program.bottles,
    bottleVolume: volumeIn(carousel, carousel.arm),
    totalVolume: totalVolume(carousel),
    pumpHours: toStep(sampler.pumpMs / 3_600_000, 1, 0, 100_000),
    tubeLife: tubeLife(sampler.pumpMs),
    door: sampler.doorOpen ? 1 : 0,
    mains: hasMains(sampler) ? 1 : 0,
  };
}

/** Values that stand for a while: reported at connect, on change and every few minutes. */
export function slowReadings(sampler: SamplerState): Params {
  const { program, settings } = sampler;
  return {
    ...workStatus(sampler),
    mode: program.mode,
    programName: program.name,
    programVersion: program.version,
    trigger: triggerOf(program),
    ...settings,
    firmware: sampler.firmware,
  };
}

/** Where it is: reported with the full report only, for a receiver never gives the same figure twice. */
export function positionReading(sampler: SamplerState): Params {
  return { gps: position(sampler) };
}

function workStateOf(sampler: SamplerState): number {
  if (sampler.faults.has("armJam") || sampler.faults.has("pumpFault")) return workState.fault;
  if (sampler.job !== null) return workState[sampler.job.phase];
  return sampler.doorOpen ? workState.maintenance : workState[sampler.program.phase];
}

export function boxTemp(sampler: SamplerState): number {
  const { seed, box, boxSteppedMs, nowMs } = sampler;
  const noise = 0.1 * (chance(seed, stream.boxSensor, Math.floor(nowMs / 1000)) - 0.5);
  return toStep(boxTempAt(box, nowMs - boxSteppedMs) + noise, 1, 0, 60);
}

export function liquidLevel(sampler: SamplerState): number {
  // The intake lies dry, as behind a blockage or with the hose torn out of the channel.
  if (sampler.faults.has("noLiquid")) return 0.02;
  return toStep(sewageAt(sampler.site, sampler.nowMs).level, 2, 0, 20);
}

/** m³/h as the meter reports it: without its signal there is none. */
export function flowSeen(sampler: SamplerState): number {
  return sampler.faults.has("flowLost") ? 0 : sewageAt(sampler.site, sampler.nowMs).flow;
}

export function batteryLevel(sampler: SamplerState): number {
  return toStep(sampler.batteryLevel, 0, 0, 100);
}

/** The tube is renewed when a tenth of its life is left, which the pump's hours alone decide. */
function tubeLife(pumpMs: number): number {
  return toStep(100 - (100 * ((pumpMs / 3_600_000) % (0.9 * tubeHours))) / tubeHours, 0, 0, 100);
}

function rssi(seed: number, ms: number): number {
  const place = -66 - 24 * chance(seed, stream.rssi, -1);
  const drift = 4 * wander(seed, stream.rssi, ms, 1_800_000);
  const flicker = 3 * (chance(seed, stream.rssiFlicker, Math.floor(ms / 1000)) - 0.5);
  return toStep(place + drift + flicker, 0, -130, 0);
}

/** Within some metres of where it is, as receivers show it; a new fix every five minutes. */
function position(sampler: SamplerState): { latitude: number; longitude: number } {
  const { seed, site, nowMs } = sampler;
  const slot = Math.floor(nowMs / gpsSlotMs);
  const metre = 1 / 111_320;
  const carried = sampler.faults.has("moved") ? carriedMetres : 0;
  const north = (carried + 6 * (chance(seed, stream.gpsNorth, slot) - 0.5)) * metre;
  const east = (6 * (chance(seed, stream.gpsEast, slot) - 0.5) * metre) / shrinkOfDegree(site.latitude);
  return {
    latitude: toStep(site.latitude + north, 6, -90, 90),
    longitude: toStep(site.longitude + east, 6, -180, 180),
  };
}

function shrinkOfDegree(latitude: number): number {
  return Math.max(0.01, Math.cos((latitude * Math.PI) / 180));
}

function triggerOf(program: Program): number {
  switch (program.mode) {
    case mode.vtcv:
      return trigger.flow;
    case mode.event:
      return trigger.event;
    case mode.grab:
      return trigger.manual;
    default:
      return trigger.clock;
  }
}

function toStep(value: number, decimals: number, min: number, max: number): number {
  const scale = 10 ** decimals;
  // Adding 0 turns -0 into 0, which JSON would write alike but tests would not.
  return Math.min(max, Math.max(min, Math.round(value * scale) / scale)) + 0;
}
