import { bottleCapacity, slotCount } from "./carousel.ts";
import { isTimed, type Program, type Settings } from "./program-plan.ts";

/** How long the pump runs, in seconds: for a rinse, for the way up, for the volume, for blowing out at the end. */
const rinseSeconds = 5;
const liftSeconds = 4;
const purgeSeconds = 3;
const mlPerSecond = 50;

/** How long the pump tries before the sensor in the line says that there is no water. */
export const dryRunSeconds = 12;

export function rinsingSeconds(rinses: number): number {
  return rinses * rinseSeconds;
}

export function samplingSeconds(volume: number): number {
  return liftSeconds + volume / mlPerSecond + purgeSeconds;
}

/** What a program that is started afresh each day costs the pump in a day. */
export function secondsPerDay(program: Program, settings: Settings): number {
  if (!isTimed(program)) return 0;
  const aliquots = slotCount * Math.floor(bottleCapacity / settings.aliquot);
  return aliquots * (rinsingSeconds(settings.rinses) + samplingSeconds(settings.aliquot));
}
