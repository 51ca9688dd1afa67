import type { Plane } from "../decode/picture.ts";
import { type Band, levelAt, pointOf } from "./band.ts";
import { medianDeviation, trimmedMean } from "./robust.ts";

/** Levels along a band, one value a pixel: stored levels (0 to 255), linear light (0 to 1), and their scatter across. */
export interface Profile {
  readonly levels: Float64Array;
  readonly light: Float64Array;
  /** Median deviation across the band, levels. */
  readonly scatter: Float64Array;
  readonly rows: number;
}

/** Only the inner part of the width: edges are shadowed and lines thin out there. */
const innerWidth = 0.6;
const maxRows = 64;

export function takeProfile(plane: Plane, band: Band): Profile {
  const count = Math.max(2, Math.floor(band.length) + 1);
  const rows = Math.max(3, Math.min(maxRows, Math.floor(innerWidth * band.width) + 1));
  const levels = new Float64Array(count);
  const light = new Float64Array(count);
  const scatter = new Float64Array(count);
  for (let along = 0; along < count; along++) {
    const across = acrossAt(plane, band, along, rows).sort();
    levels[along] = trimmedMean(across);
    scatter[along] = medianDeviation(across);
    light[along] = trimmedMean(across.map(toLight));
  }
  return { levels, light, scatter, rows };
}

function acrossAt(plane: Plane, band: Band, along: number, rows: number): Float64Array {
  const reach = innerWidth * band.width;
  const values = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    const { x, y } = pointOf(band, along, reach * (row / (rows - 1) - 0.5));
    values[row] = levelAt(plane, x, y);
  }
  return values;
}

/**
 * Linear light, 0 to 1, of a stored level 0 to 255 (sRGB, IEC 61966-2-1). A power of 2.4 by operations that IEEE 754
 * rounds the same way everywhere: the last bit of a power differs between engines, and the fit of a base enlarges it.
 */
function toLight(level: number): number {
  const coded = Math.min(255, Math.max(0, level)) / 255;
  if (coded <= 0.04045) return coded / 12.92;
  const share = (coded + 0.055) / 1.055;
  const square = share * share;
  // Its fifth root, by Newton's method.
  let root = Math.sqrt(Math.sqrt(square));
  for (let turn = 0; turn < 6; turn++) root = (4 * root + square / (root * root * root * root)) / 5;
  return square * root;
}

/** Sum of the squared slopes of a quick profile: greatest where the band's rows are parallel to the lines. */
export function slopeEnergy(plane: Plane, band: Band): number {
  const count = Math.floor(band.length) + 1;
  const rows = Math.max(3, Math.min(20, Math.floor(innerWidth * band.width)));
  let [energy, before, last] = [0, Number.NaN, Number.NaN];
  for (let along = 0; along < count; along++) {
    let sum = 0;
    const reach = innerWidth * band.width;
    for (let row = 0; row < rows; row++) {
      const { x, y } = pointOf(band, along, reach * (row / (rows - 1) - 0.5));
      sum += levelAt(plane, x, y);
    }
    const level = sum / rows;
    if (along >= 2) energy += (level - before) ** 2;
    before = last;
    last = level;
  }
  return energy;
}

/** Savitzky and Golay 1964 (Anal. Chem. 36:1627), 5 points, order 2. For finding only: areas are not smoothed. */
export function smooth(values: Float64Array): Float64Array {
  const at = (index: number) => values[Math.min(values.length - 1, Math.max(0, index))] ?? 0;
  return values.map(
    (_, place) =>
      (-3 * at(place - 2) + 12 * at(place - 1) + 17 * at(place) + 12 * at(place + 1) - 3 * at(place + 2)) /
      35,
  );
}
