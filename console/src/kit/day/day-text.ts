/** Days and times as they are typed: `2026-03-04`, `2026-03-04 05:06` or `2026-03-04 05:06:07`, by precision. */
export type DayPrecision = "day" | "minute" | "second";

const shapes: Record<DayPrecision, RegExp> = {
  day: /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/,
  minute: /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})[T ]+(\d{1,2}):(\d{2})(?::00)?$/,
  second: /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})[T ]+(\d{1,2}):(\d{2})(?::(\d{2}))?$/,
};

/** What was typed as `YYYY-MM-DD`, with a time as `YYYY-MM-DDTHH:mm[:ss]`; empty for what is no such time. */
export function readDayText(text: string, precision: DayPrecision): string {
  const found = shapes[precision].exec(text.trim());
  if (found === null) return "";
  const [year, month, day, hour, minute, second] = found
    .slice(1)
    .map((part) => (part === undefined ? "00" : part.padStart(2, "0")));
  const date = `${year}-${month}-${day}`;
  const time = precision === "second" ? `${hour}:${minute}:${second}` : `${hour}:${minute}`;
  const whole = precision === "day" ? date : `${date}T${time}`;
  return isReal(date, precision === "day" ? "00:00" : time) ? whole : "";
}

/** The same for eyes: a blank is where the value has its T. */
export function showDayText(value: string): string {
  return value.replace("T", " ");
}

/** A day of the calendar, and a time of the clock. */
function isReal(date: string, time: string): boolean {
  const at = new Date(`${date}T${time}Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === date;
}

/** The day so many days later; months and years by their own length. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The same day of another month; its last one where it is shorter. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date, last));
  return first.toISOString().slice(0, 10);
}

/** Six weeks, from the Monday on or before the first of the month in which the day lies. */
export function weeksAround(day: string): string[][] {
  const first = `${day.slice(0, 7)}-01`;
  const weekday = (new Date(`${first}T00:00Z`).getUTCDay() + 6) % 7;
  const start = addDays(first, -weekday);
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, place) => addDays(start, week * 7 + place)),
  );
}
