import type { Plane } from "../decode/picture.ts";
import { type Band, scaleBand, shrink } from "./band.ts";
import { median, quantileOf, theilSen } from "./robust.ts";

/** A loose strip in a picture, and by how many levels it stands out from what it lies on. */
export interface FoundStrip {
  readonly band: Band;
  readonly edgeContrast: number;
}

const slices = 12;
const maxFinderSide = 480;
/** Levels that an edge has to rise by before it is looked at. */
const faintestEdge = 4;

/**
 * Finds a bright upright strip: in each of twelve slices the plateau that both its outsides lie below, then one line
 * through the left edges and one through the right. Null where fewer than seven slices agree.
 */
export function findStrip(plane: Plane): FoundStrip | null {
  const factor = Math.max(1, Math.ceil(Math.max(plane.width, plane.height) / maxFinderSide));
  const small = shrink(plane, factor);
  const plateaus = Array.from({ length: slices }, (_, slice) => findPlateau(small, slice)).filter(
    (one) => one !== null,
  );
  if (plateaus.length < 7) return null;
  const left = theilSen(plateaus.map(({ y, left }) => ({ x: y, y: left })));
  const right = theilSen(plateaus.map(({ y, right }) => ({ x: y, y: right })));
  const wide = (y: number) => right.offset - left.offset + (right.slope - left.slope) * y;
  const tolerance = Math.max(1.5, 0.08 * wide(small.height / 2));
  const agreeing = plateaus.filter(
    ({ y, left: l, right: r }) =>
      Math.abs(l - left.offset - left.slope * y) <= tolerance &&
      Math.abs(r - right.offset - right.slope * y) <= tolerance,
  );
  if (agreeing.length < 7) return null;
  const slope = (left.slope + right.slope) / 2;
  const lean = Math.hypot(1, slope);
  const middle = (left.offset + right.offset) / 2;
  const band: Band = {
    x: middle,
    y: 0,
    ux: slope / lean,
    uy: 1 / lean,
    length: (small.height - 1) * lean,
    width: wide(small.height / 2) / lean,
    lean: 0,
  };
  return {
    band: scaleBand(band, 1 / factor),
    edgeContrast: median(agreeing.map(({ contrast }) => contrast)),
  };
}

interface Plateau {
  readonly y: number;
  readonly left: number;
  readonly right: number;
  readonly contrast: number;
}

function findPlateau(plane: Plane, slice: number): Plateau | null {
  const from = Math.floor((slice * plane.height) / slices);
  const to = Math.max(from + 1, Math.floor(((slice + 1) * plane.height) / slices));
  const columns = Array.from({ length: plane.width }, (_, x) => {
    const column = Array.from(
      { length: to - from },
      (_, row) => plane.levels[(from + row) * plane.width + x] ?? 0,
    );
    // The bright side of the slice: a dark line across the strip fills a part of it only.
    return quantileOf(
      column.sort((a, b) => a - b),
      0.7,
    );
  });
  const rise = edgeRises(columns);
  const lefts = peaks(rise);
  const rights = peaks(rise.map((value) => -value));
  let best: (Plateau & { score: number }) | null = null;
  for (const left of lefts) {
    for (const right of rights) {
      if (right.at - left.at < 0.12 * plane.width) continue;
      const contrast = Math.min(left.height, right.height);
      const inside = columns.slice(Math.ceil(left.at) + 2, Math.floor(right.at) - 1).sort((a, b) => a - b);
      const score = contrast - (quantileOf(inside, 0.9) - quantileOf(inside, 0.1));
      if (best === null || score > best.score)
        best = { y: (from + to - 1) / 2, left: left.at, right: right.at, contrast, score };
    }
  }
  return best;
}

/** By how much the mean right of the boundary before x exceeds the mean left of it, with running sums. */
function edgeRises(columns: readonly number[]): number[] {
  const reach = Math.max(2, Math.round(columns.length * 0.03));
  const sums = [0];
  for (const level of columns) sums.push((sums.at(-1) ?? 0) + level);
  const sumOf = (from: number, to: number) => (sums[to] ?? 0) - (sums[from] ?? 0);
  return columns.map((_, x) =>
    x < reach || x > columns.length - reach ? 0 : (sumOf(x, x + reach) - sumOf(x - reach, x)) / reach,
  );
}

/** The ten highest local maxima; `at` is the boundary between two pixels, by a parabola through the peak. */
function peaks(rise: readonly number[]): { at: number; height: number }[] {
  const found: { at: number; height: number }[] = [];
  for (let x = 1; x < rise.length - 1; x++) {
    const [before = 0, here = 0, after = 0] = rise.slice(x - 1, x + 2);
    if (here < faintestEdge || here < before || here <= after) continue;
    const bend = before - 2 * here + after;
    const shift = bend === 0 ? 0 : (0.5 * (before - after)) / bend;
    found.push({ at: x - 0.5 + shift, height: here });
  }
  return found.sort((a, b) => b.height - a.height).slice(0, 10);
}
