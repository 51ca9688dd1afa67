import type { DaySet } from "@tracewater/contract/laboratory/load-series";
import { firstDayOf } from "@tracewater/wbe/sampling-weeks";
import { weekDays } from "@tracewater/wbe/week";

type Span = { from: string; until: string };

const dayMs = 86_400_000;
/** How far back results may still come in: eight weeks, or three months. */
const weeksBack = 8;
const monthsBack = 3;

/** The last whole weeks of a day set, or months, that have ended before a day; the earliest first. */
export function spansBefore(today: string, every: "week" | "month", daySet: DaySet): Span[] {
  return every === "week" ? weeksBefore(today, daySet) : monthsBefore(today);
}

function weeksBefore(today: string, daySet: DaySet): Span[] {
  const begin = weekDays.indexOf(firstDayOf(daySet));
  const at = Date.parse(`${today}T00:00:00Z`);
  const back = (((new Date(at).getUTCDay() + 6) % 7) - begin + 7) % 7;
  const current = at - back * dayMs;
  return Array.from({ length: weeksBack }, (_, place) => {
    const from = current - (weeksBack - place) * 7 * dayMs;
    return { from: dayOf(from), until: dayOf(from + 6 * dayMs) };
  });
}

function monthsBefore(today: string): Span[] {
  const [year = 0, month = 1] = today.split("-").map(Number);
  return Array.from({ length: monthsBack }, (_, place) => {
    const back = monthsBack - place;
    return {
      from: dayOf(Date.UTC(year, month - 1 - back, 1)),
      until: dayOf(Date.UTC(year, month - back, 0)),
    };
  });
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
