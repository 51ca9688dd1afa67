import { ambientAt } from "../site/climate.ts";
import { stepBattery } from "./battery.ts";
import { stepBox } from "./box.ts";
import { hasMains } from "./hindrance.ts";
import { watchFlow } from "./jobs.ts";
import { boxTemp } from "./readings.ts";
import { emitEvent, nextMinute, type SamplerState } from "./sampler-state.ts";

/** What is not a function of the time alone goes on by whole minutes, however rarely the model is asked. */
export function passMinute(sampler: SamplerState): void {
  const { nowMs, site, settings } = sampler;
  sampler.agenda.tick = nextMinute(nowMs);
  sampler.box = stepBox(sampler.box, {
    ambient: ambientAt(site, nowMs),
    target: settings.targetTemp,
    doorOpen: sampler.doorOpen,
    powered: hasMains(sampler),
    broken: sampler.faults.has("warmBox"),
  });
  sampler.boxSteppedMs = nowMs;
  sampler.batteryLevel = stepBattery(sampler.batteryLevel, hasMains(sampler));
  watchWarmth(sampler);
  watchClock(sampler);
  watchFlow(sampler);
}

const tooWarm = 8;
const timeoutMs = 30 * 60_000;

/** `tempHigh` is reported once for each time the box stays above 8 °C for half an hour. */
function watchWarmth(sampler: SamplerState): void {
  if (sampler.box.temp <= tooWarm) {
    sampler.warm = null;
    return;
  }
  sampler.warm ??= { sinceMs: sampler.nowMs, reported: false };
  const warmMs = sampler.nowMs - sampler.warm.sinceMs;
  if (sampler.warm.reported || warmMs < timeoutMs) return;
  sampler.warm.reported = true;
  emitEvent(sampler, "tempHigh", { boxTemp: boxTemp(sampler), minutes: Math.round(warmMs / 60_000) });
}

/** The device compares its clock with the network's and shows when it is off by more than five minutes. */
function watchClock(sampler: SamplerState): void {
  if (sampler.driftReported || Math.abs(sampler.clockOffsetMs) < 300_000) return;
  sampler.driftReported = true;
  emitEvent(sampler, "clockDrift", { seconds: Math.round(sampler.clockOffsetMs / 1000) });
}
