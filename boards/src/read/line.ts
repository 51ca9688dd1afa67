import type { Profile } from "./profile.ts";
import type { Signal } from "./reading-method.ts";
import { mean, robustLine } from "./robust.ts";

/** Parts of a line around its centre, in widths of a line (FWHM). */
const core = 0.35;
const areaReach = 0.9;
const flank = { from: 1.2, to: 2 };

/** A profile with the signal that is measured in it, and the width of its lines in pixels. */
export interface Track {
  readonly values: Float64Array;
  readonly signal: Signal;
  readonly lineWidth: number;
}

/** The values in which the signal is measured: stored levels or linear light. */
export function toTrack(profile: Profile, signal: Signal, lineWidth: number): Track {
  const isLight = signal === "linearDrop" || signal === "opticalDensity";
  return { values: isLight ? profile.light : profile.levels, signal, lineWidth };
}

/** The signal of one value above or below its base; see `Signal`. */
function signalOf(signal: Signal, value: number, base: number): number {
  if (signal === "emission") return (value - base) / 255;
  const safe = Math.max(base, 1e-6);
  return signal === "opticalDensity" ? Math.log10(safe / Math.max(value, 1e-6)) : 1 - value / safe;
}

/**
 * The straight base through the flanks of a line; with one flank at an edge, its level. What does not belong to the
 * membrane there, such as the frame at the end of a strip, does not count.
 */
function baseAt(track: Track, centre: number): (at: number) => number {
  const { values, lineWidth } = track;
  const flankOf = (from: number, to: number) =>
    pointsBetween(values, centre + from * lineWidth, centre + to * lineWidth).map(({ at, value }) => ({
      ...{ x: (at - centre) / lineWidth, y: value },
    }));
  const left = flankOf(-flank.to, -flank.from);
  const right = flankOf(flank.from, flank.to);
  const { offset, slope } = robustLine([...left, ...right], left.length > 0 && right.length > 0 ? 1 : 0);
  return (at) => offset + slope * ((at - centre) / lineWidth);
}

function pointsBetween(values: Float64Array, from: number, to: number): { at: number; value: number }[] {
  const points: { at: number; value: number }[] = [];
  for (let at = Math.max(0, Math.ceil(from)); at <= Math.min(values.length - 1, Math.floor(to)); at++)
    points.push({ at, value: values[at] ?? 0 });
  return points;
}

/** The mean signal of the core over the flanks: how a line is found, and what faint lines are judged by. */
export function contrastAt(track: Track, centre: number): number {
  const { values, signal, lineWidth } = track;
  const base = baseAt(track, centre);
  const points = pointsBetween(values, centre - core * lineWidth, centre + core * lineWidth);
  return mean(points.map(({ at, value }) => signalOf(signal, value, base(at))));
}

/**
 * The smaller contrast of the core over one flank alone, as a share of the contrast over both: near 1 for a line, near 0
 * for a step from bright to dark. 1 where there is only one flank.
 */
export function symmetryAt(track: Track, centre: number): number {
  const { values, signal, lineWidth } = track;
  const levelOf = (from: number, to: number) =>
    mean(pointsBetween(values, centre + from * lineWidth, centre + to * lineWidth).map(({ value }) => value));
  const isInside = (at: number) =>
    centre + at * lineWidth >= 0 && centre + at * lineWidth <= values.length - 1;
  if (!isInside(-flank.from) || !isInside(flank.from)) return 1;
  const inner = levelOf(-core, core);
  const [left, right] = [levelOf(-flank.to, -flank.from), levelOf(flank.from, flank.to)].map((level) =>
    signalOf(signal, inner, level),
  );
  const [lower, upper] = [Math.min(left ?? 0, right ?? 0), Math.max(left ?? 0, right ?? 0)];
  return upper > 0 ? lower / upper : 0;
}

/**
 * The signal integrated over the line, in line widths; `base` replaces the straight base. Ends between two pixels count
 * in part, so that the area does not jump with the place.
 */
export function areaAt(track: Track, centre: number, base = baseAt(track, centre)): number {
  const { values, signal, lineWidth } = track;
  const [from, to] = [centre - areaReach * lineWidth, centre + areaReach * lineWidth];
  let sum = 0;
  for (let at = Math.max(0, Math.floor(from)); at <= Math.min(values.length - 1, Math.ceil(to)); at++) {
    const share = Math.min(at + 0.5, to) - Math.max(at - 0.5, from);
    if (share > 0) sum += share * signalOf(signal, values[at] ?? 0, base(at));
  }
  return sum / lineWidth;
}

/** How a line looks: its greatest signal, its width at half height in pixels, and how sharp it is. */
export interface LineShape {
  readonly height: number;
  readonly fwhm: number;
  /** Its steepest slope per line width, in units of the height; 1.4 of a bell as wide as it should be. */
  readonly sharpness: number;
}

export function shapeAt(track: Track, smoothed: Float64Array, centre: number): LineShape {
  const { signal, lineWidth } = track;
  const base = baseAt(track, centre);
  const points = pointsBetween(smoothed, centre - 1.6 * lineWidth, centre + 1.6 * lineWidth).map(
    ({ at, value }) => ({ at, drop: signalOf(signal, value, base(at)) }),
  );
  const inCore = points.filter(({ at }) => Math.abs(at - centre) <= areaReach * lineWidth);
  const top = inCore.reduce((best, one) => (one.drop > best.drop ? one : best), { at: centre, drop: 0 });
  let steepest = 0;
  for (const [place, { drop }] of points.entries()) {
    const next = points[place + 1];
    if (next !== undefined) steepest = Math.max(steepest, Math.abs(next.drop - drop));
  }
  const height = top.drop;
  const fwhm = height > 0 ? widthAtHalf(points, top) : 0;
  const bySlope = height > 0 ? (steepest * lineWidth) / height : 0;
  // A blurred line is too wide as well, which noise on a slope does not hide.
  const sharpness = fwhm > 0 ? Math.min(bySlope, (Math.SQRT2 * lineWidth) / fwhm) : bySlope;
  return { height, fwhm, sharpness };
}

type Point = { at: number; drop: number };

function widthAtHalf(points: readonly Point[], top: Point): number {
  const half = top.drop / 2;
  const crossing = (side: readonly Point[]): number => {
    let before = top;
    for (const point of side) {
      if (point.drop <= half) {
        const share = (before.drop - half) / Math.max(1e-12, before.drop - point.drop);
        return Math.abs(before.at - top.at) + share * Math.abs(point.at - before.at);
      }
      before = point;
    }
    return Math.abs(before.at - top.at);
  };
  return (
    crossing(points.filter(({ at }) => at < top.at).toReversed()) +
    crossing(points.filter(({ at }) => at > top.at))
  );
}
