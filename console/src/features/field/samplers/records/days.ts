import { formatMoment } from "../../../../kit/moment.ts";

/** The first and the last moment of a day (`yyyy-MM-dd`) in the server's zone, as epoch ms. */
export function dayStart(day: string, zone?: string): number {
  return momentOf(`${day} 00:00:00`, zone);
}

export function dayEnd(day: string, zone?: string): number {
  return momentOf(`${day} 23:59:59`, zone) + 999;
}

/** The instant that the zone's clocks show as this text; found by asking what they show at a guess. */
function momentOf(text: string, zone: string | undefined): number {
  const wanted = asUtc(text);
  const guess = wanted - (asUtc(formatMoment(wanted, zone)) - wanted);
  // Once more, where the guess fell on the other side of a change of the clocks.
  return guess + (wanted - asUtc(formatMoment(guess, zone)));
}

function asUtc(text: string): number {
  return Date.parse(`${text.replace(" ", "T")}Z`);
}
