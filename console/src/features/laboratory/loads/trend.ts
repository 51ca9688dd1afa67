import type { Load } from "@tracewater/contract/laboratory/loads";

/** A day of a trend; a day without a load has none, which is no load of zero. */
export type TrendDay = { day: string; load: Load | null; value: number | null; uncertainty: number | null };

const dayMs = 86_400_000;
const mostDays = 400;

/** Every day from the first to the last, those in between that have no load left open. */
export function toTrend(loads: readonly Load[], isPer1000: boolean): TrendDay[] {
  const byDay = new Map(loads.map((load) => [load.sampledOn, load]));
  const known = [...byDay.keys()].sort();
  const [first] = known;
  const last = known.at(-1);
  if (first === undefined || last === undefined) return [];
  const days: TrendDay[] = [];
  for (let at = Date.parse(first); at <= Date.parse(last) && days.length < mostDays; at += dayMs) {
    const day = new Date(at).toISOString().slice(0, 10);
    const load = byDay.get(day) ?? null;
    const text = load === null ? null : isPer1000 ? load.per1000 : load.load;
    const value = text === null ? null : Number(text);
    const expanded = load?.expanded ?? null;
    days.push({
      day,
      load,
      value,
      uncertainty: value === null || expanded === null ? null : (value * expanded) / 100,
    });
  }
  return days;
}

export function isWeekend(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday === 0 || weekday === 6;
}
