import type { Plane } from "../decode/picture.ts";
import { type Band, isInside, levelAt, pointOf } from "./band.ts";
import { fitPolynomial } from "./baseline.ts";
import type { Span } from "./find-lines.ts";
import { atLeast, atMost, type Gate } from "./gate.ts";
import type { Profile } from "./profile.ts";
import type { ReadingMethod } from "./reading-method.ts";
import { median } from "./robust.ts";

const limits = {
  length: 60,
  width: 12,
  edgeContrast: 12,
  dark: 90,
  bright: 250,
  clippedShare: 0.02,
  illumination: 0.25,
  patchy: 0.35,
  /** Of a line width: how large a glaring patch near a line may be. */
  glare: 0.5,
};

/** Whether a band, in pixels of the full picture, is large enough to be measured. */
export function sizeGate(band: Band): Gate {
  return band.length < limits.length
    ? atLeast("windowSize", band.length, limits.length)
    : atLeast("windowSize", band.width, limits.width);
}

/** Whether the band lies in the picture between the ends that are measured. */
export function frameGate(plane: Plane, band: Band, measured: Span): Gate {
  const corners = [measured.from, measured.to].flatMap((along) =>
    [-0.3, 0.3].map((share) => pointOf(band, along, share * band.width)),
  );
  const outside = corners.filter((corner) => !isInside(plane, corner)).length;
  return atMost("inFrame", outside, 0);
}

export function edgeGate(contrast: number): Gate {
  return atLeast("edgeContrast", contrast, limits.edgeContrast);
}

/** Brightness, overexposure and evenness of the membrane without its lines. */
export function membraneGates(
  profile: Profile,
  free: readonly Span[],
  shares: MembraneShares,
  method: ReadingMethod,
): Gate[] {
  const points = free.flatMap(({ from, to }) => pointsOf(profile.levels, from, to));
  const level = median(points.map(({ y }) => y));
  const isDark = method.signal === "emission";
  return [
    ...(isDark ? [] : [atLeast("membraneDark", level, limits.dark)]),
    atMost("membraneBright", level, limits.bright),
    atMost("clipped", shares.clipped, limits.clippedShare),
    ...(isDark ? [] : [atMost("illumination", unevenness(points), limits.illumination)]),
  ];
}

function pointsOf(values: Float64Array, from: number, to: number): { x: number; y: number }[] {
  const points: { x: number; y: number }[] = [];
  for (let at = Math.max(0, Math.ceil(from)); at <= Math.min(values.length - 1, to); at++)
    points.push({ x: at / values.length, y: values[at] ?? 0 });
  return points;
}

/** By what share the base changes over the membrane, of a parabola through it. */
function unevenness(points: readonly { x: number; y: number }[]): number {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || points.length < 8) return 0;
  const [c0, c1, c2] = fitPolynomial(points, 2);
  const levels = Array.from({ length: 11 }, (_, step) => {
    const x = first.x + ((last.x - first.x) * step) / 10;
    return c0 + c1 * x + c2 * x * x;
  });
  return 1 - Math.min(...levels) / Math.max(1e-6, ...levels);
}

/** Saturated pixels of the membrane, as a share. */
export interface MembraneShares {
  readonly clipped: number;
}

export function membraneShares(plane: Plane, band: Band): MembraneShares {
  let [count, clipped] = [0, 0];
  eachCell(band, (along, across) => {
    const { x, y } = pointOf(band, along, across);
    count += 1;
    if (levelAt(plane, x, y) >= limits.bright) clipped += 1;
  });
  return { clipped: clipped / Math.max(1, count) };
}

function eachCell(band: Band, visit: (along: number, across: number) => void): void {
  const half = Math.floor(0.35 * band.width);
  for (let along = 0; along <= band.length; along++)
    for (let across = -half; across <= half; across++) visit(along, across);
}

/** The largest saturated patch within one line width of a line, as the side of a square in line widths. */
export function glareGate(plane: Plane, band: Band, lines: readonly number[], lineWidth: number): Gate {
  let largest = 0;
  for (const centre of lines) {
    const reach = Math.ceil(1.5 * lineWidth);
    const half = Math.floor(0.45 * band.width);
    const [wide, high] = [2 * reach + 1, 2 * half + 1];
    const bright = new Uint8Array(wide * high);
    for (let row = 0; row < high; row++)
      for (let column = 0; column < wide; column++) {
        const { x, y } = pointOf(band, centre - reach + column, row - half);
        if (levelAt(plane, x, y) >= limits.bright) bright[row * wide + column] = 1;
      }
    largest = Math.max(largest, largestPatch(bright, wide));
  }
  return atMost("glare", Math.sqrt(largest) / lineWidth, limits.glare);
}

/** Cells of the largest patch of ones that touch by their sides; the map is used up. */
function largestPatch(map: Uint8Array, wide: number): number {
  let largest = 0;
  for (let start = 0; start < map.length; start++) {
    if (map[start] !== 1) continue;
    map[start] = 2;
    const open = [start];
    let size = 0;
    for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
      size += 1;
      const column = cell % wide;
      const near = [cell - wide, cell + wide, column > 0 ? cell - 1 : -1, column < wide - 1 ? cell + 1 : -1];
      for (const other of near)
        if (other >= 0 && map[other] === 1) {
          map[other] = 2;
          open.push(other);
        }
    }
    largest = Math.max(largest, size);
  }
  return largest;
}

/** A line that is stronger on one side than on the other, as its scatter across over its height; a flag only. */
export function patchyGate(profile: Profile, centre: number, depth: number): Gate {
  const at = Math.min(profile.scatter.length - 1, Math.max(0, Math.round(centre)));
  const value = (profile.scatter[at] ?? 0) / Math.max(1e-6, depth);
  return { name: "patchy", value, limit: limits.patchy, verdict: value > limits.patchy ? "flag" : "pass" };
}
