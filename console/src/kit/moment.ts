import { siteConfig } from "./site-config.ts";

/**
 * Times as people read them, in the server's zone: `YYYY-MM-DD HH:mm:ss` from epoch milliseconds.
 * A zone that the browser does not know falls back to its own.
 */
export function formatMoment(at: number | null | undefined, zone = siteConfig.zone): string {
  const parts = partsOf(at, zone);
  return parts === null
    ? "—"
    : `${parts.year}-${parts.month}-${parts.day} ${parts.hour}:${parts.minute}:${parts.second}`;
}

/** `YYYY-MM-DD`. */
export function formatDay(at: number | null | undefined, zone = siteConfig.zone): string {
  const parts = partsOf(at, zone);
  return parts === null ? "—" : `${parts.year}-${parts.month}-${parts.day}`;
}

/** `HH:mm:ss`. */
export function formatClock(at: number | null | undefined, zone = siteConfig.zone): string {
  const parts = partsOf(at, zone);
  return parts === null ? "—" : `${parts.hour}:${parts.minute}:${parts.second}`;
}

/** `HH:mm`, for axes and dense rows. */
export function formatMinute(at: number | null | undefined, zone = siteConfig.zone): string {
  return formatClock(at, zone).slice(0, 5);
}

/** The day of the week, in the words of a language. */
export function formatWeekday(
  at: number,
  language: string,
  zone = siteConfig.zone,
  width: "long" | "short" = "long",
): string {
  const day = new Date(`${formatDay(at, zone)}T12:00:00Z`);
  return new Intl.DateTimeFormat(language, { weekday: width, timeZone: "UTC" }).format(day);
}

/** What the clock of a zone is ahead of universal time: `UTC+8`, `UTC+5:45`, `UTC`. */
export function zoneOffset(zone: string, at = Date.now()): string {
  const shown = Date.parse(`${formatMoment(at, zone).replace(" ", "T")}Z`);
  const minutes = Math.round((shown - at) / 60_000);
  if (minutes === 0) return "UTC";
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? "−" : "+"}${hours}${rest === 0 ? "" : `:${String(rest).padStart(2, "0")}`}`;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function partsOf(at: number | null | undefined, zone: string) {
  if (at === null || at === undefined || !Number.isFinite(at)) return null;
  const found = Object.fromEntries(
    formatterFor(zone)
      .formatToParts(at)
      .map((part) => [part.type, part.value]),
  );
  const { year = "", month = "", day = "", hour = "", minute = "", second = "" } = found;
  return { year, month, day, hour, minute, second };
}

function formatterFor(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known) return known;
  const made = makeFormatter(zone);
  formatters.set(zone, made);
  return made;
}

function makeFormatter(zone: string): Intl.DateTimeFormat {
  const shape: Intl.DateTimeFormatOptions = {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  };
  try {
    return new Intl.DateTimeFormat("en-US", { ...shape, timeZone: zone });
  } catch (unknownZone) {
    if (!(unknownZone instanceof RangeError)) throw unknownZone;
    return new Intl.DateTimeFormat("en-US", shape);
  }
}
