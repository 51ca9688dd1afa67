/* How much of a catchment lies in an area, and what an area can be said to have by the catchments in it. */
import type { LonLat } from "@tracewater/contract/field/catchment";
import { minCover } from "@tracewater/contract/operations/unit-areas";

/** Both rings are cut by so many parallels: the share is off by about a thousandth at most. */
const parallels = 600;

/** Which part of one ring's surface lies inside of another, 0 to 1. */
export function shareInside(ring: readonly LonLat[], area: readonly LonLat[]): number {
  const latitudes = ring.map(([, lat]) => lat);
  const south = Math.min(...latitudes);
  const step = (Math.max(...latitudes) - south) / parallels;
  if (step === 0) return 0;
  let [whole, inside] = [0, 0];
  for (let at = 0; at < parallels; at++) {
    const lat = south + (at + 0.5) * step;
    // A degree of longitude is shorter towards the poles.
    const width = Math.cos((lat * Math.PI) / 180);
    const own = spansAt(ring, lat);
    whole += lengthOf(own) * width;
    inside += commonLength(own, spansAt(area, lat)) * width;
  }
  return whole === 0 ? 0 : Math.min(1, inside / whole);
}

type Span = readonly [from: number, to: number];

/** The pieces of a parallel that lie in a ring, from west to east. */
function spansAt(ring: readonly LonLat[], lat: number): Span[] {
  const crossings: number[] = [];
  for (let at = 0; at + 1 < ring.length; at++) {
    const [lonA, latA] = ring[at] ?? [0, 0];
    const [lonB, latB] = ring[at + 1] ?? [0, 0];
    if (latA > lat !== latB > lat) crossings.push(lonA + ((lat - latA) * (lonB - lonA)) / (latB - latA));
  }
  crossings.sort((a, b) => a - b);
  const spans: Span[] = [];
  for (let at = 0; at + 1 < crossings.length; at += 2)
    spans.push([crossings[at] ?? 0, crossings[at + 1] ?? 0]);
  return spans;
}

const lengthOf = (spans: readonly Span[]) => spans.reduce((sum, [from, to]) => sum + to - from, 0);

function commonLength(some: readonly Span[], others: readonly Span[]): number {
  return some.reduce(
    (sum, [from, to]) =>
      sum +
      others.reduce(
        (inner, [start, end]) => inner + Math.max(0, Math.min(to, end) - Math.max(from, start)),
        0,
      ),
    0,
  );
}

/** Of a plant: its load, the inhabitants of its catchment, and which part of them lies in the area. */
export type PlantInArea = { mean: number; population: number; share: number };

export function coverOf(
  plants: readonly PlantInArea[],
  people: number,
): { cover: number; mean: number | null } {
  const inside = plants.reduce((sum, { population, share }) => sum + population * share, 0);
  const cover = Math.min(1, inside / people);
  if (inside === 0 || cover <= minCover) return { cover, mean: null };
  const loads = plants.reduce((sum, { mean, population, share }) => sum + mean * population * share, 0);
  return { cover, mean: loads / inside };
}
