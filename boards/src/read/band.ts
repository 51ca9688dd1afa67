import type { Plane } from "../decode/picture.ts";

/**
 * A straight band of a picture: from its start (x, y) on the mid-line along the unit vector (ux, uy), `length` long
 * and `width` wide, in pixels. `lean` is the tangent of the angle by which lines across it deviate from the
 * perpendicular.
 */
export interface Band {
  readonly x: number;
  readonly y: number;
  readonly ux: number;
  readonly uy: number;
  readonly length: number;
  readonly width: number;
  readonly lean: number;
}

/** The point `along` the band and `across` from its mid-line, in pixels of the picture. */
export function pointOf(band: Band, along: number, across: number): { x: number; y: number } {
  const shifted = along + band.lean * across;
  return {
    x: band.x + shifted * band.ux + across * band.uy,
    y: band.y + shifted * band.uy - across * band.ux,
  };
}

export function isInside({ width, height }: Plane, { x, y }: { x: number; y: number }): boolean {
  return x >= -0.5 && y >= -0.5 && x <= width - 0.5 && y <= height - 0.5;
}

/** Bilinear; the nearest pixel outside. */
export function levelAt({ width, height, levels }: Plane, x: number, y: number): number {
  const cx = Math.min(Math.max(x, 0), width - 1);
  const cy = Math.min(Math.max(y, 0), height - 1);
  const [left, top] = [Math.floor(cx), Math.floor(cy)];
  const right = Math.min(left + 1, width - 1);
  const bottom = Math.min(top + 1, height - 1);
  const [fx, fy] = [cx - left, cy - top];
  const upper = (levels[top * width + left] ?? 0) * (1 - fx) + (levels[top * width + right] ?? 0) * fx;
  const lower = (levels[bottom * width + left] ?? 0) * (1 - fx) + (levels[bottom * width + right] ?? 0) * fx;
  return upper * (1 - fy) + lower * fy;
}

/** Turns a band about its middle by an angle in radians. */
export function turnBand(band: Band, angle: number): Band {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const ux = band.ux * cos - band.uy * sin;
  const uy = band.ux * sin + band.uy * cos;
  const half = band.length / 2;
  const [middleX, middleY] = [band.x + band.ux * half, band.y + band.uy * half];
  return { ...band, ux, uy, x: middleX - ux * half, y: middleY - uy * half };
}

/** A plane of a fraction of the size, each level the mean of `factor` x `factor` pixels. */
export function shrink(plane: Plane, factor: number): Plane {
  if (factor <= 1) return plane;
  const width = Math.floor(plane.width / factor);
  const height = Math.floor(plane.height / factor);
  const levels = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let dy = 0; dy < factor; dy++) {
        const row = (y * factor + dy) * plane.width + x * factor;
        for (let dx = 0; dx < factor; dx++) sum += plane.levels[row + dx] ?? 0;
      }
      levels[y * width + x] = sum / (factor * factor);
    }
  }
  return { width, height, levels };
}

/** A band of the full picture in a shrunk one, or back with 1 / factor. */
export function scaleBand(band: Band, factor: number): Band {
  const shift = (factor - 1) / 2;
  return {
    ...band,
    x: (band.x - shift) / factor,
    y: (band.y - shift) / factor,
    length: band.length / factor,
    width: band.width / factor,
  };
}
