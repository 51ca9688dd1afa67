import { chance } from "../../random.ts";
import { timeZoneMs } from "../site/sewage.ts";
import { stream } from "../site/stream.ts";

/**
 * The moments of the daily visit are a function of seed and site alone, so that a fleet started now is where a
 * history of weeks would have brought it.
 */
const day = 86_400_000;
export const visitMs = 5 * 60_000;

/** The last moment, at or before `ms`, at which fresh bottles were ready. */
export function lastFreshSet(seed: number, site: { longitude: number }, ms: number): number {
  return ms - ((((ms - freshSetOfDay(seed, site)) % day) + day) % day);
}

/** When the next visitor opens the door, after `ms`. */
export function nextVisit(seed: number, site: { longitude: number }, ms: number): number {
  const next = lastFreshSet(seed, site, ms) + day - visitMs;
  return next > ms ? next : next + day;
}

/** Offset of the fresh-set moment in a UTC day: between 6:30 and 9:30 on the site's clock, on a full minute. */
function freshSetOfDay(seed: number, site: { longitude: number }): number {
  const minutes = 390 + Math.floor(180 * chance(seed, stream.visit, 0));
  return minutes * 60_000 - timeZoneMs(site);
}
