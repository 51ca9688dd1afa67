import { z } from "zod";
import { localized } from "./both-languages.ts";
import { epochOf, latestEpochMs } from "./moments.ts";
import { blank } from "./paging.ts";

const momentForms = localized(
  "must be yyyy-MM-dd, yyyy-MM-dd HH:mm:ss or epoch milliseconds",
  "格式须为 yyyy-MM-dd、yyyy-MM-dd HH:mm:ss 或毫秒时间戳",
);

/** The server has read a day or a time in its own zone as its epoch before this sees it: see `readSpan`. */
const spanEnd = blank(
  z.coerce
    .number({ error: momentForms })
    .int(momentForms)
    .min(0, momentForms)
    .max(latestEpochMs, momentForms)
    .transform(epochOf)
    .describe("yyyy-MM-dd or yyyy-MM-dd HH:mm:ss in the server's time zone, or epoch milliseconds"),
);

/**
 * From when to when, as epoch milliseconds; plain or in `params[...]`, as clients of the family write it. The last
 * second, and the last day where a day is given, are included.
 */
export const timeSpan = {
  beginTime: spanEnd,
  endTime: spanEnd,
  "params[beginTime]": spanEnd,
  "params[endTime]": spanEnd,
};

const spanDay = blank(
  z.iso
    .date(momentForms)
    .describe("yyyy-MM-dd or yyyy-MM-dd HH:mm:ss in the server's time zone, or epoch milliseconds"),
);

/** The same of lists whose rows belong to days; both days are included. */
export const daySpan = {
  beginTime: spanDay,
  endTime: spanDay,
  "params[beginTime]": spanDay,
  "params[endTime]": spanDay,
};

export type TimeSpan = { beginTime?: number | undefined; endTime?: number | undefined };
export type DaySpan = { beginTime?: string | undefined; endTime?: string | undefined };

/** Whether a call takes a span, and of what; null where it takes none. */
export function spanKind(fields: Readonly<Record<string, unknown>>): "time" | "day" | null {
  if (fields["beginTime"] === timeSpan.beginTime) return "time";
  return fields["beginTime"] === daySpan.beginTime ? "day" : null;
}

const momentPattern = /^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?$/;

export function isMomentText(text: string): boolean {
  return momentPattern.test(text);
}

/** Whether the calendar has this day and the clock this time. */
export function isCalendarTime(text: string): boolean {
  const day = text.slice(0, 10);
  const read = new Date(`${day}T${text.slice(11) || "00:00:00"}Z`);
  // `Date` reads 30 February as 2 March, and 24:00:00 as the next day.
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(day) && day >= "1900";
}
