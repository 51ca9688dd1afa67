import { z } from "zod";
import { localized } from "../both-languages.ts";

/** Longitude and latitude in degrees. */
export type LonLat = [number, number];

export const maxCorners = 2000;
export const largestSquareKm = 50_000;

const position = z
  .array(z.number())
  .min(2)
  .max(3)
  .transform(([lon = 0, lat = 0]): LonLat => [lon, lat])
  .refine(([lon, lat]) => Math.abs(lon) <= 180 && Math.abs(lat) <= 90, {
    message: localized(
      "longitude must be −180 to 180, latitude −90 to 90",
      "经度须为 −180 至 180，纬度须为 −90 至 90",
    ),
  });

const ring = z
  .array(position)
  .min(4, localized("a ring must have at least three vertices and be closed", "环至少须有三个顶点且首尾闭合"))
  .max(
    maxCorners + 1,
    localized(`a ring can have at most ${maxCorners} vertices`, `环最多 ${maxCorners} 个顶点`),
  )
  .refine(isClosed, {
    message: localized(
      "the ring is not closed: the last vertex must equal the first",
      "环未闭合：末点应与首点相同",
    ),
  })
  .refine((corners) => crossingOf(corners) === null, {
    message: localized("the ring intersects itself", "环自相交"),
  });

/** The catchment of a sampling point: a GeoJSON polygon of one ring, in longitude and latitude. */
export const catchment = z
  .object({
    type: z.literal("Polygon"),
    coordinates: z
      .array(ring)
      .length(
        1,
        localized("a catchment must be a single ring without holes", "汇水区须为单一闭合环，不含孔洞"),
      ),
  })
  .refine((polygon) => squareKmOf(polygon.coordinates[0] ?? []) <= largestSquareKm, {
    message: localized(
      `the area must not exceed ${largestSquareKm} km²`,
      `面积不能超过 ${largestSquareKm} km²`,
    ),
  });
export type Catchment = z.infer<typeof catchment>;

/** What a file may hold: the polygon itself, a feature of it, or a collection of one such feature. */
export function polygonIn(json: unknown): unknown {
  if (typeof json !== "object" || json === null) return json;
  if ("features" in json && Array.isArray(json.features) && json.features.length === 1) {
    return polygonIn(json.features[0]);
  }
  return "geometry" in json ? json.geometry : json;
}

/** The first two edges of a closed ring that cross or touch, by the numbers of their first corners; null where none do. */
export function crossingOf(corners: readonly LonLat[]): [number, number] | null {
  const edges = corners.length - 1;
  for (let first = 0; first < edges; first++) {
    for (let second = first + 1; second < edges; second++) {
      const isNext = second === first + 1 || (first === 0 && second === edges - 1);
      if (isNext ? foldsBack(corners, first, second) : meet(corners, first, second)) return [first, second];
    }
  }
  return null;
}

/** The area of a closed ring on the sphere, by the excess of its corners. */
export function squareKmOf(corners: readonly LonLat[]): number {
  const radians = Math.PI / 180;
  let sum = 0;
  for (let index = 0; index < corners.length - 1; index++) {
    const [lon, lat] = corners[index] ?? [0, 0];
    const [nextLon, nextLat] = corners[index + 1] ?? [0, 0];
    sum += (nextLon - lon) * radians * (2 + Math.sin(lat * radians) + Math.sin(nextLat * radians));
  }
  return Math.abs((sum * earthRadiusKm * earthRadiusKm) / 2);
}

const earthRadiusKm = 6371.0088;

function isClosed(corners: readonly LonLat[]): boolean {
  const [first, last] = [corners[0], corners.at(-1)];
  return first !== undefined && last !== undefined && first[0] === last[0] && first[1] === last[1];
}

/** Neighbours share a corner; they are wrong only where the second lies back on the first, or has no length. */
function foldsBack(corners: readonly LonLat[], first: number, second: number): boolean {
  const shared = second === first + 1 ? corners[second] : corners[0];
  const one = second === first + 1 ? corners[first] : corners[1];
  const other = second === first + 1 ? corners[second + 1] : corners[second];
  if (shared === undefined || one === undefined || other === undefined) return false;
  const [ax, ay] = [one[0] - shared[0], one[1] - shared[1]];
  const [bx, by] = [other[0] - shared[0], other[1] - shared[1]];
  return ax * by - ay * bx === 0 && ax * bx + ay * by >= 0;
}

function meet(corners: readonly LonLat[], first: number, second: number): boolean {
  const [a, b, c, d] = [corners[first], corners[first + 1], corners[second], corners[second + 1]];
  if (a === undefined || b === undefined || c === undefined || d === undefined) return false;
  const [one, two, three, four] = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)];
  if (one !== two && three !== four && one * two <= 0 && three * four <= 0) return true;
  return [
    [one, a, b, c],
    [two, a, b, d],
    [three, c, d, a],
    [four, c, d, b],
  ].some(([turn, from, to, at]) => turn === 0 && isBetween(from as LonLat, to as LonLat, at as LonLat));
}

function side(a: LonLat, b: LonLat, c: LonLat): number {
  return Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
}

function isBetween(a: LonLat, b: LonLat, at: LonLat): boolean {
  return (
    at[0] >= Math.min(a[0], b[0]) &&
    at[0] <= Math.max(a[0], b[0]) &&
    at[1] >= Math.min(a[1], b[1]) &&
    at[1] <= Math.max(a[1], b[1])
  );
}
