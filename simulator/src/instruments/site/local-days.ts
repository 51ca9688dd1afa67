import { timeZoneMs } from "./sewage.ts";

const day = 86_400_000;

/** The number of a site's calendar day, in its solar time: a life made of days starts at the beginning of one. */
export function localDay(site: { longitude: number }, ms: number): number {
  return Math.floor((ms + timeZoneMs(site)) / day);
}

/** The moment of a time of day (in minutes from midnight) on such a day. */
export function momentOf(site: { longitude: number }, dayNumber: number, minutes: number): number {
  return dayNumber * day - timeZoneMs(site) + minutes * 60_000;
}

/** Minutes from midnight. */
export function minutesOfDay(site: { longitude: number }, ms: number): number {
  return (ms - momentOf(site, localDay(site, ms), 0)) / 60_000;
}

/** 0 for Monday to 6 for Sunday; the first of January 1970 was a Thursday. */
export function weekdayOf(dayNumber: number): number {
  return (((dayNumber + 3) % 7) + 7) % 7;
}
