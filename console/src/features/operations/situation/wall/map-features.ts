/** The points of a map: the area of a disc is its load, its shape the trend. */
import type { SituationPoint } from "@tracewater/contract/operations/situation";
import { trendOf } from "./change-headline.ts";

export type MapPoint = {
  pointId: number;
  name: string;
  at: [number, number];
  /** `none` has no result; `loq` lies below the LOQ on most of its days. */
  kind: "none" | "loq" | "rising" | "stable" | "falling";
  load: number;
  /** In units of the drawing. */
  radius: number;
  /** Fewer than four days. */
  isUncertain: boolean;
  /** Percent; only of what rises. */
  rise: number;
};

export type MapAlarm = { alarmId: number; at: [number, number]; severity: string };

const largest = 24;
const smallest = 3.2;
const fewDays = 4;

export function mapPointsOf(points: readonly SituationPoint[], reference: number | null): MapPoint[] {
  return points.flatMap((point): MapPoint[] => {
    const { pointId, name, longitude, latitude, load, change } = point;
    if (longitude === null || latitude === null) return [];
    const about = { pointId, name, at: [longitude, latitude] as [number, number], rise: 0 };
    if (load === null) return [{ ...about, kind: "none", load: 0, radius: smallest, isUncertain: false }];
    const isBelow = load.below * 2 > load.days;
    const trend = trendOf(point);
    return [
      {
        ...about,
        kind: isBelow ? "loq" : trend,
        load: load.mean,
        radius: isBelow ? 5 : radiusOf(load.mean, reference),
        isUncertain: load.days < fewDays,
        rise: trend === "rising" ? (change?.percent ?? 0) : 0,
      },
    ];
  });
}

/** The camera looks at what has results, where anything has. */
export function lookedAt(points: readonly MapPoint[]): readonly MapPoint[] {
  const measured = points.filter(({ kind }) => kind !== "none");
  return measured.length === 0 ? points : measured;
}

export function radiusOf(load: number, reference: number | null): number {
  if (reference === null || reference <= 0) return smallest;
  return Math.max(smallest, largest * Math.sqrt(load / reference));
}

/** Seconds of a pulse; only what rises and is large enough to be seen pulses. */
export function pulseSecondsOf({ kind, radius, rise }: MapPoint): number | null {
  if (kind !== "rising" || radius <= 13) return null;
  if (rise >= 100) return 1.6;
  return rise >= 50 ? 2.5 : 4;
}

/** In units of the drawing: a letter of a name, a line of it, and how far it stands from its disc. */
const letter = 13;
const line = 30;
const apart = 8;

/** Names of the points with the highest loads; one that would lie on another is left out. */
export function labelledOf(
  points: readonly MapPoint[],
  project: (at: [number, number]) => { x: number; y: number },
  { unit, max }: { unit: number; max: number },
): { point: MapPoint; x: number; y: number }[] {
  const placed: { point: MapPoint; x: number; y: number; end: number }[] = [];
  const loud = points.filter(({ kind }) => kind !== "none" && kind !== "loq").sort((a, b) => b.load - a.load);
  for (const point of loud) {
    if (placed.length >= max) break;
    const { x: centre, y } = project(point.at);
    const x = centre + (point.radius + apart) * unit;
    const end = x + (point.name.length + 6) * letter * unit;
    const isFree = placed.every((one) => one.end < x || end < one.x || Math.abs(one.y - y) > line * unit);
    if (isFree) placed.push({ point, x, y, end });
  }
  return placed;
}
