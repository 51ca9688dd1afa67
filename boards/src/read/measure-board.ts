import { type Picture, toPlane } from "../decode/picture.ts";
import { scaleBand } from "./band.ts";
import { arPls, fitPolynomial } from "./baseline.ts";
import { algorithmVersion, type BoardMeasurement, type LineMeasurement } from "./board-measurement.ts";
import { findLine, type Span, scatterOf } from "./find-lines.ts";
import { atLeast, type Gate } from "./gate.ts";
import { areaAt, contrastAt, type LineShape, shapeAt, symmetryAt, type Track, toTrack } from "./line.ts";
import { frameGate, glareGate, membraneGates, membraneShares, patchyGate } from "./picture-gates.ts";
import { type PlacedBand, placeBand } from "./place-band.ts";
import { type Profile, smooth, takeProfile } from "./profile.ts";
import type { DrawnRegion, ReadingMethod } from "./reading-method.ts";
import { median } from "./robust.ts";
import { roundFigures } from "./round-figures.ts";

/** A line has to exceed the scatter of the membrane by this factor to be looked for away from its place. */
const foundAtSnr = 5;
/** Below this a dark place is a step, not a line. */
const minSymmetry = 0.4;
/** From the centre of a line to where the membrane is bare for an estimate with flanks, in line widths. */
const clear = 3.2;

/**
 * Reads a board from its picture: the strip, C at its best contrast, T at its distance from C, areas over a straight
 * base through the flanks of each line, their uncertainty, and the gates. The same pixels give the same figures.
 */
export function measureBoard(input: {
  picture: Picture;
  method: ReadingMethod;
  region?: DrawnRegion | undefined;
}): BoardMeasurement {
  const { picture, method, region } = input;
  const source = region !== undefined ? "drawn" : method.layout.kind === "window" ? "fixture" : "found";
  const placed = placeBand(toPlane(picture, method.channel), method, region);
  const common = { algorithm: algorithmVersion, signal: method.signal, source } as const;
  if (!("band" in placed) || placed.band.length < 16 || placed.band.width < 4) {
    return roundFigures({
      ...common,
      ...{ band: null, angle: 0, lineWidth: 0, c: null, t: null, background: null },
      gates: placed.gates,
      profile: { scale: 1, levels: [], base: [] },
    });
  }
  const measured = measureBand(placed, method);
  return roundFigures({
    ...common,
    band: scaleBand(placed.band, 1 / placed.factor),
    angle: placed.angle,
    ...measured,
  });
}

type Measured = Omit<BoardMeasurement, "algorithm" | "signal" | "source" | "band" | "angle">;

function measureBand(placed: PlacedBand, method: ReadingMethod): Measured {
  const { plane, band, places, factor } = placed;
  const { lineWidth } = places;
  const taken = takeProfile(plane, band);
  const length = taken.levels.length;
  const rough = findLine(toTrack(taken, method.signal, lineWidth), places.c).at;
  const profile =
    method.flatField === "quadratic"
      ? flatten(taken, bareSpans(length, rough, rough + places.tNominal, lineWidth))
      : taken;
  const track = toTrack(profile, method.signal, lineWidth);
  const c = findLine(track, places.c);
  const t = placeT(track, c.at, places);
  const free =
    method.layout.kind === "window"
      ? bareSpans(length, c.at, t.at, lineWidth)
      : [between(c.at, t.from, lineWidth)];
  const smoothed = toTrack(
    { ...profile, levels: smooth(profile.levels), light: smooth(profile.light) },
    method.signal,
    lineWidth,
  );
  const base = baseOf(track);
  const measure = (at: number, isFound: boolean) =>
    measureLine({ track, smoothed: smoothed.values, at, isFound, free, base });
  const cLine = measure(c.at, c.isPeak && symmetryAt(track, c.at) >= minSymmetry);
  const tLine = measure(t.at, t.isFound);
  const isClear = cLine.line.snr >= 10;
  const levelBase = arPls(profile.levels, smoothness(length), method.signal !== "emission");
  const gates: Gate[] = [
    ...placed.gates,
    frameGate(plane, band, { from: c.at - 0.5 * lineWidth, to: lastMeasured(t, tLine.line, lineWidth) }),
    ...membraneGates(taken, free, membraneShares(plane, band), method),
    ...(isClear ? [atLeast("sharpness", cLine.shape.sharpness, method.minSharpness)] : []),
    glareGate(plane, band, [c.at, t.at], lineWidth),
    ...(isClear
      ? [
          patchyGate(
            profile,
            c.at,
            Math.abs((levelBase[Math.round(c.at)] ?? 0) - (profile.levels[Math.round(c.at)] ?? 0)),
          ),
        ]
      : []),
  ];
  return {
    lineWidth: lineWidth * factor,
    c: scaled(cLine.line, factor),
    t: scaled(tLine.line, factor),
    background: backgroundOf(taken, free, method),
    gates,
    profile: {
      scale: factor,
      levels: Array.from(profile.levels, (level) => Math.round(level * 100) / 100),
      base: Array.from(levelBase, (level) => Math.round(level * 100) / 100),
    },
  };
}

/** T is where it stands out by five deviations within its reach; a faint one is measured at its nominal place. */
function placeT(track: Track, c: number, { tNominal, tReach, lineWidth }: PlacedBand["places"]) {
  const [from, to] = [c + tReach.from, c + tReach.to];
  const searched = { from, to: Math.min(to, track.values.length - 1 - 0.35 * lineWidth) };
  const noise = scatterOf((at) => contrastAt(track, at), [between(c, from, lineWidth)]);
  const best = findLine(track, searched);
  const isFound =
    best.isPeak &&
    noise.sigma > 0 &&
    best.contrast > foundAtSnr * noise.sigma &&
    symmetryAt(track, best.at) >= minSymmetry;
  return { at: isFound ? best.at : c + tNominal, isFound, from, reach: to };
}

/** A T line that stands out needs itself only; where there is none, all of its reach has to be seen. */
function lastMeasured(
  t: { at: number; isFound: boolean; reach: number },
  line: LineMeasurement,
  lineWidth: number,
): number {
  return t.isFound && line.snr >= 10 ? t.at + 0.9 * lineWidth : t.reach;
}

/** Bare membrane between C and where T may begin. */
function between(c: number, t: number, lineWidth: number): Span {
  return { from: c + clear * lineWidth, to: Math.max(t - 1.5 * lineWidth, c + (clear + 1) * lineWidth) };
}

/** Bare membrane of a window: before C, between the lines, behind T. */
function bareSpans(length: number, c: number, t: number, lineWidth: number): Span[] {
  return [
    { from: 2.2 * lineWidth, to: c - clear * lineWidth },
    { from: c + clear * lineWidth, to: t - clear * lineWidth },
    { from: t + clear * lineWidth, to: length - 1 - 2.2 * lineWidth },
  ].filter(({ from, to }) => to - from >= 1);
}

/** Divides by a parabola through the bare membrane, which keeps its mean. */
function flatten(profile: Profile, free: readonly Span[]): Profile {
  const divide = (values: Float64Array): Float64Array => {
    const points = free.flatMap(({ from, to }) => {
      const span: { x: number; y: number }[] = [];
      for (let at = Math.ceil(from); at <= to; at++) span.push({ x: at / values.length, y: values[at] ?? 0 });
      return span;
    });
    if (points.length < 12) return values;
    const [c0, c1, c2] = fitPolynomial(points, 2);
    const shape = values.map((_, at) => c0 + c1 * (at / values.length) + c2 * (at / values.length) ** 2);
    const middle = median(Array.from(shape));
    return values.map((value, at) => (value * middle) / Math.max(1e-6, shape[at] ?? 1));
  };
  return { ...profile, levels: divide(profile.levels), light: divide(profile.light) };
}

function baseOf({ values, signal }: Track): Float64Array {
  return arPls(values, smoothness(values.length), signal !== "emission");
}

/** The stiffness of the second base, by the length of the profile. */
function smoothness(length: number): number {
  return 1e5 * (length / 250) ** 4;
}

function measureLine(of: {
  track: Track;
  smoothed: Float64Array;
  at: number;
  isFound: boolean;
  free: readonly Span[];
  base: Float64Array;
}): { line: LineMeasurement; shape: LineShape } {
  const { track, at, isFound, free, base } = of;
  const area = areaAt(track, at);
  const second = areaAt(
    track,
    at,
    (place) => base[Math.min(base.length - 1, Math.max(0, Math.round(place)))] ?? 0,
  );
  const areaScatter = scatterOf((place) => areaAt(track, place), free).sigma;
  const contrast = contrastAt(track, at);
  const contrastU = scatterOf((place) => contrastAt(track, place), free).sigma;
  const shape = shapeAt(track, of.smoothed, at);
  const line: LineMeasurement = {
    ...{ at, isFound, area, contrast, contrastU },
    // Two bases that are both plausible: half their distance, as the deviation of a rectangular distribution.
    areaU: Math.hypot(areaScatter, (area - second) / Math.sqrt(12)),
    snr: contrastU > 0 ? contrast / contrastU : 0,
    height: shape.height,
    fwhm: shape.fwhm,
  };
  return { line, shape };
}

function scaled(line: LineMeasurement, factor: number): LineMeasurement {
  return { ...line, at: line.at * factor, fwhm: line.fwhm * factor };
}

function backgroundOf(profile: Profile, free: readonly Span[], { signal }: ReadingMethod): number {
  const levels = free.flatMap(({ from, to }) =>
    Array.from(profile.levels.slice(Math.ceil(from), Math.floor(to) + 1)),
  );
  const level = median(levels);
  return signal === "emission" ? level : 255 - level;
}
