import { formatMoment } from "../kit/moment.ts";

/** What a field for a day with its time holds for a moment, in the server's zone like every other time of the console. */
export function toZonedInput(at: number, zone?: string): string {
  return formatMoment(at, zone).slice(0, 16).replace(" ", "T");
}

/** The moment that such a field means; null for what is no time. */
export function fromZonedInput(text: string, zone?: string): number | null {
  const asUtc = Date.parse(`${text}Z`);
  if (Number.isNaN(asUtc)) return null;
  // Twice, for a guess that fell on the other side of a change of the clock.
  const guess = asUtc - offsetAt(asUtc, zone);
  return asUtc - offsetAt(guess, zone);
}

function offsetAt(at: number, zone: string | undefined): number {
  return Date.parse(`${formatMoment(at, zone).replace(" ", "T")}Z`) - Math.floor(at / 1000) * 1000;
}
