import { weekDay } from "./load-series.ts";

/** A day of the week: its mean and the days that make it; null where it has none. */
export type ProfileDay = { day: (typeof weekDay.options)[number]; mean: number | null; values: number[] };

/** The days of a series by their weekday, Monday first. */
export function weekProfile(days: readonly { day: string; value: number | null }[]): ProfileDay[] {
  return weekDay.options.map((day, at) => {
    const values = days.flatMap((one) =>
      one.value !== null && (new Date(`${one.day}T00:00:00Z`).getUTCDay() + 6) % 7 === at ? [one.value] : [],
    );
    const mean = values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0) / values.length;
    return { day, mean, values };
  });
}
