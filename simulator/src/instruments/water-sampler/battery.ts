import { chance } from "../../random.ts";
import { stream } from "../site/stream.ts";

/** Per minute, in percent: six hours to fill, two days to drain. */
const fillPerMinute = 100 / (6 * 60);
const drainPerMinute = 100 / (48 * 60);

/** Below this the pump no longer runs. */
export const lowestForPump = 5;

export function stepBattery(level: number, mains: boolean): number {
  return Math.min(100, Math.max(0, level + (mains ? fillPerMinute : -drainPerMinute)));
}

/** A 12 V lead battery: floating on the charger, or its open voltage by charge. */
export function batteryVoltage(seed: number, level: number, mains: boolean, ms: number): number {
  const flicker = 0.02 * (chance(seed, stream.battery, Math.floor(ms / 1000)) - 0.5);
  return (mains ? 13.1 + 0.005 * level : 11.5 + 0.013 * level) + flicker;
}
