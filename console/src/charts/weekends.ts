import { formatDay } from "../kit/moment.ts";
import { siteConfig } from "../kit/site-config.ts";
import { fromZonedInput } from "./zoned-input.ts";

const dayMs = 86_400_000;
const saturday = 6;
/** Beyond so many days a weekend is a hairline. */
const maxDays = 120;

/** The weekends of a span, each from its Saturday's to its Monday's midnight in a zone, cut to the span. */
export function weekendsOf(begin: number, end: number, zone = siteConfig.zone): [number, number][] {
  if (end - begin > maxDays * dayMs) return [];
  const found: [number, number][] = [];
  // A day early: the span may begin on a Sunday.
  const first = Date.parse(formatDay(begin, zone)) - dayMs;
  for (let day = first; day <= end + dayMs; day += dayMs) {
    if (new Date(day).getUTCDay() !== saturday) continue;
    const from = Math.max(begin, midnight(day, zone));
    const until = Math.min(end, midnight(day + 2 * dayMs, zone));
    if (from < until) found.push([from, until]);
  }
  return found;
}

/** Midnight in the zone of a day that is given as if the zone was UTC. */
function midnight(day: number, zone: string): number {
  return fromZonedInput(new Date(day).toISOString().slice(0, 16), zone) ?? day;
}
