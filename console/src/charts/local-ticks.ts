import { siteConfig } from "../kit/site-config.ts";
import { fromZonedInput, toZonedInput } from "./zoned-input.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Steps that a clock and a calendar have, smallest first; the last serves every longer span. */
const steps = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12].map((count) => count * hour),
  ...[1, 2, 7, 14, 28, 56, 182, 364].map((count) => count * day),
];

/** Weeks are counted from a Monday: the first after the beginning of epoch time. */
const monday = 4 * day;

/**
 * Moments (epoch milliseconds) for the labels of a time axis: whole steps of the clock of a zone (IANA), so that midnight
 * is midnight there, weeks begin on Monday, and there are at most `maxCount` of them.
 */
export function localTicks(begin: number, end: number, maxCount: number, zone = siteConfig.zone): number[] {
  const step = steps.find((one) => (end - begin) / one <= maxCount) ?? steps.at(-1) ?? day;
  const origin = step >= 7 * day ? monday : 0;
  const from = wallClock(begin, zone);
  const until = wallClock(end, zone) + step;
  const ticks = new Set<number>();
  for (let wall = Math.floor((from - origin) / step) * step + origin; wall <= until; wall += step) {
    const at = fromZonedInput(new Date(wall).toISOString().slice(0, 16), zone);
    if (at !== null && at >= begin && at <= end) ticks.add(at);
  }
  return [...ticks];
}

/** What the clock of the zone shows, as if it were UTC. */
function wallClock(at: number, zone: string): number {
  return Date.parse(`${toZonedInput(at, zone)}Z`);
}

/** `YYYY-MM-DDT00:00` there. */
export function isMidnight(at: number, zone = siteConfig.zone): boolean {
  return toZonedInput(at, zone).endsWith("T00:00");
}
