/** The points of a map: the area of a disc is its load, its shape the trend; and the areas that units answer for. */
import type { Catchment } from "@tracewater/contract/field/catchment";
import type { SituationPoint } from "@tracewater/contract/operations/situation";
import type { CoveredArea } from "@tracewater/contract/operations/unit-areas";
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

/** An area that a unit answers for; without a figure it is not filled. */
export type MapUnit = {
  unitId: number;
  area: Catchment;
  opacity: number;
  hasFigure: boolean;
  /** Its name stands in its middle, with its figure or its cover. */
  label: NamedPlace;
};

/** What a name on the map needs. */
export type NamedPlace = Pick<MapPoint, "pointId" | "name" | "at" | "radius" | "load"> & { value?: string };

export type MapAlarm = { alarmId: number; at: [number, number]; severity: string };

const faintest = 0.08;
const strongest = 0.34;

/** Filled the stronger the higher the load is next to the highest of them; its cover stands where there is none. */
export function mapUnitsOf(
  areas: readonly CoveredArea[],
  texts: { load: (mean: number) => string; cover: (cover: number) => string },
): MapUnit[] {
  const max = Math.max(...areas.map(({ mean }) => mean ?? 0), 0) || 1;
  return areas.map(({ unitId, name, area, mean, cover }) => ({
    ...{ unitId, area, hasFigure: mean !== null },
    opacity: mean === null ? 0 : faintest + (strongest - faintest) * (mean / max),
    label: {
      ...{ pointId: -unitId, name, at: middleOf(area), radius: 0, load: mean ?? 0 },
      value: mean === null ? texts.cover(cover) : texts.load(mean),
    },
  }));
}

function middleOf({ coordinates: [ring = []] }: Catchment): [number, number] {
  const between = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  return [between(ring.map(([lon]) => lon)), between(ring.map(([, lat]) => lat))];
}

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

/** So many are tried for a name at most: a map that moves asks in every frame. */
const maxTried = 40;

/** The points that may have a name, those with the highest loads first. */
export function loudestOf(points: readonly MapPoint[]): readonly NamedPlace[] {
  return points
    .filter(({ kind }) => kind !== "none" && kind !== "loq")
    .sort((a, b) => b.load - a.load)
    .slice(0, maxTried)
    .map((point) => ({ ...point, name: shortened(point.name) }));
}

/** A longer name would run across half a continent. */
const maxLetters = 24;

function shortened(name: string): string {
  const letters = [...name];
  return letters.length <= maxLetters
    ? name
    : `${letters
        .slice(0, maxLetters - 1)
        .join("")
        .trimEnd()}…`;
}

export type PlacedLabel = { point: NamedPlace; x: number; y: number; isLeft: boolean };

/** To the right and left of the disc, then a line higher and lower: the first that covers no other disc is best. */
const sides = [0, -1, 1].flatMap((lines) => [false, true].map((isLeft) => ({ lines, isLeft })));
/** A smaller disc may lie under a name. */
const smallestKept = 6;

/** Between these, in pixels of the map, names have room. */
export type Edges = { left: number; right: number; top: number; bottom: number };

/**
 * Names of the loudest points next to their discs; one that would lie on another, or beyond the edges that the columns,
 * the headline and the legend leave, is left out. A disc is covered only where no side is free.
 */
export function labelledOf(
  loudest: readonly NamedPlace[],
  project: (at: [number, number]) => { x: number; y: number },
  { unit, max, edges }: { unit: number; max: number; edges: Edges },
): PlacedLabel[] {
  const discs = loudest.map((point) => ({ point, ...project(point.at) }));
  const placed: (PlacedLabel & Extent)[] = [];
  for (const { point, x: centre, y: middle } of discs) {
    if (placed.length >= max) break;
    const length = (point.name.length + 6) * letter * unit;
    const away = (point.radius + apart) * unit;
    const free = sides
      .map(({ lines, isLeft }) => {
        const [x, y] = [isLeft ? centre - away : centre + away, middle + lines * line * unit];
        return { point, x, y, isLeft, from: isLeft ? x - length : x, to: isLeft ? x : x + length };
      })
      .filter(
        (one) =>
          one.from >= edges.left &&
          one.to <= edges.right &&
          one.y >= edges.top &&
          one.y <= edges.bottom &&
          placed.every((other) => !lieOnEachOther(one, other, line * unit)),
      );
    const covers = (one: Extent) =>
      discs.some(({ point: other, x, y }) => {
        const size = other.radius * unit;
        return (
          other !== point &&
          other.radius >= smallestKept &&
          lieOnEachOther(one, { from: x - size, to: x + size, y }, size)
        );
      });
    const found = free.find((one) => !covers(one)) ?? free[0];
    if (found !== undefined) placed.push(found);
  }
  return placed;
}

type Extent = { from: number; to: number; y: number };

function lieOnEachOther(one: Extent, other: Extent, height: number): boolean {
  return one.from <= other.to && other.from <= one.to && Math.abs(one.y - other.y) <= height;
}
