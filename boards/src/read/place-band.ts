import type { Plane } from "../decode/picture.ts";
import { type Band, scaleBand, shrink } from "./band.ts";
import { leanToLines, turnToLines } from "./deskew.ts";
import type { Span } from "./find-lines.ts";
import { findStrip } from "./find-strip.ts";
import { atLeast, atMost, type Gate } from "./gate.ts";
import { edgeGate, sizeGate } from "./picture-gates.ts";
import type { DrawnRegion, ReadingMethod, StripLayout, WindowLayout } from "./reading-method.ts";

/** Where lines are looked for along a band, in its pixels; T from its distance to C. */
export interface LinePlaces {
  readonly lineWidth: number;
  readonly c: Span;
  readonly tNominal: number;
  readonly tReach: Span;
}

/** The band in which the lines are measured, in a plane that may have been shrunk by a whole factor. */
export interface PlacedBand {
  readonly plane: Plane;
  readonly factor: number;
  readonly band: Band;
  readonly angle: number;
  readonly places: LinePlaces;
  readonly gates: readonly Gate[];
}

/** A band longer than twice this is shrunk: averaging pixels costs less than looking at each. */
const enoughLength = 450;

/** The strip, or null with the gate that refused it. */
export function placeBand(
  full: Plane,
  method: ReadingMethod,
  region: DrawnRegion | undefined,
): PlacedBand | { readonly gates: readonly Gate[] } {
  if (region !== undefined) return placeDrawn(full, region);
  return method.layout.kind === "window" ? placeWindow(full, method.layout) : placeStrip(full, method.layout);
}

function shrinkAround(full: Plane, band: Band): { plane: Plane; factor: number; band: Band } {
  const factor = Math.max(1, Math.floor(band.length / enoughLength));
  return { plane: shrink(full, factor), factor, band: scaleBand(band, factor) };
}

function placeWindow(full: Plane, layout: WindowLayout): PlacedBand {
  const { window, flow } = layout;
  const [left, top] = [window.x * full.width, window.y * full.height];
  const [wide, high] = [window.width * full.width, window.height * full.height];
  const isRight = flow === "right";
  const whole: Band = {
    x: (isRight ? left : left + wide / 2) - 0.5,
    y: (isRight ? top + high / 2 : top) - 0.5,
    ux: isRight ? 1 : 0,
    uy: isRight ? 0 : 1,
    length: isRight ? wide : high,
    width: isRight ? high : wide,
    lean: 0,
  };
  const { plane, factor, band } = shrinkAround(full, whole);
  const turned = turnToLines(plane, band);
  const { length } = band;
  const offset = (layout.t - layout.c) * length;
  return {
    ...{ plane, factor, band: turned.band, angle: turned.degrees },
    places: {
      lineWidth: layout.lineWidth * length,
      c: { from: (layout.c - 0.06) * length, to: (layout.c + 0.06) * length },
      tNominal: offset,
      tReach: { from: offset - 0.04 * length, to: offset + 0.04 * length },
    },
    gates: [sizeGate(whole), atMost("skew", Math.abs(turned.degrees), turned.atLimit ? 0 : 10)],
  };
}

function placeStrip(full: Plane, layout: StripLayout): PlacedBand | { gates: readonly Gate[] } {
  const found = findStrip(full);
  if (found === null) return { gates: [atLeast("stripFound", 0, 1)] };
  const { plane, factor, band } = shrinkAround(full, found.band);
  const { width } = band;
  const until = layout.cUntil * band.length;
  const leaned = leanToLines(plane, band, { from: 0, to: until });
  const tilt = Math.abs((Math.atan2(band.ux, band.uy) * 180) / Math.PI);
  return {
    ...{ plane, factor, band: leaned.band, angle: leaned.degrees },
    places: {
      lineWidth: layout.lineWidth * width,
      c: { from: 0.35 * layout.lineWidth * width, to: until },
      tNominal: layout.t.nominal * width,
      tReach: { from: layout.t.from * width, to: layout.t.to * width },
    },
    gates: [
      atLeast("windowSize", found.band.width, layout.minWidth),
      edgeGate(found.edgeContrast),
      atMost("skew", tilt, leaned.atLimit ? 0 : 10),
    ],
  };
}

function placeDrawn(full: Plane, region: DrawnRegion): PlacedBand {
  const [dx, dy] = [region.to[0] - region.from[0], region.to[1] - region.from[1]];
  const length = Math.max(1, Math.hypot(dx, dy));
  const whole: Band = {
    ...{ x: region.from[0], y: region.from[1], ux: dx / length, uy: dy / length },
    ...{ length, width: region.width, lean: 0 },
  };
  const { plane, factor, band } = shrinkAround(full, whole);
  const offset = (region.t - region.c) * band.length;
  const lineWidth = region.lineWidth * band.length;
  return {
    ...{ plane, factor, band, angle: 0, gates: [sizeGate(whole)] },
    places: {
      lineWidth,
      c: { from: region.c * band.length - lineWidth / 2, to: region.c * band.length + lineWidth / 2 },
      tNominal: offset,
      tReach: { from: offset - lineWidth / 2, to: offset + lineWidth / 2 },
    },
  };
}
