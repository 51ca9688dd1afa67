import { fromZonedInput } from "../../../charts/zoned-input.ts";

const line = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d)?)\s*[,;\t]\s*(-?\d+(?:[.,]\d+)?)\s*(?:°?C)?$/;

/** `2026-11-22 08:15, 4.2` on each line; gives the readings, and the numbers of the lines that are none. */
export function readTemperatures(
  text: string,
  zone?: string,
): { readings: { at: number; celsius: number }[]; faults: number[] } {
  const readings: { at: number; celsius: number }[] = [];
  const faults: number[] = [];
  for (const [place, raw] of text.split(/\r?\n/).entries()) {
    if (raw.trim() === "") continue;
    const [, day, clock, degrees] = line.exec(raw.trim()) ?? [];
    const at = day === undefined ? null : fromZonedInput(`${day}T${clock}`, zone);
    if (at === null || degrees === undefined) faults.push(place + 1);
    else readings.push({ at, celsius: Number(degrees.replace(",", ".")) });
  }
  return { readings, faults };
}
