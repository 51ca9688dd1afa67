import type { SeriesPoint } from "./telemetry.store.ts";

export type Series = { identifier: string; count: number; reduced: boolean; points: [number, number][] };

/** Few enough values are shown as they are. */
export function toRawSeries(identifier: string, points: readonly SeriesPoint[]): Series {
  const own = points.filter((point) => point.identifier === identifier);
  return {
    identifier,
    count: own.length,
    reduced: false,
    points: own.map((point) => [Math.floor(point.at), point.value]),
  };
}

/** The extremes of each part, `[value, time]` as the store gives them, in the order of time. */
export function toReducedSeries(
  identifier: string,
  count: number,
  parts: readonly { identifier: string; low: number[]; high: number[] }[],
): Series {
  const points: [number, number][] = [];
  for (const part of parts) {
    if (part.identifier !== identifier) continue;
    const [low = 0, lowAt = 0] = part.low;
    const [high = 0, highAt = 0] = part.high;
    points.push([Math.floor(lowAt), low]);
    if (highAt !== lowAt) points.push([Math.floor(highAt), high]);
  }
  points.sort((a, b) => a[0] - b[0]);
  return { identifier, count, reduced: true, points };
}
