import type { Picture } from "../src/decode/picture.ts";
import type { ReadingMethod } from "../src/read/reading-method.ts";

/** A window as a fixture's camera sees it, drawn with known lines. */
export type DrawnStrip = {
  c: number;
  t: number;
  width?: number;
  height?: number;
  membrane?: number;
  grain?: number;
  /** Degrees by which the board lies crooked. */
  angle?: number;
  /** A change of the drawn level of each pixel. */
  change?: (level: number, x: number, y: number) => number;
};

export const drawnWindow: ReadingMethod = {
  polarity: "competitive",
  channel: "green",
  signal: "codedDrop",
  flatField: "none",
  minSharpness: 0.85,
  layout: {
    kind: "window",
    window: { x: 0.1, y: 0.25, width: 0.8, height: 0.5 },
    flow: "right",
    c: 0.32,
    t: 0.68,
    lineWidth: 0.045,
  },
};

/** Depths of the lines in levels below the membrane; the same input draws the same picture. */
export function drawStrip(strip: DrawnStrip): Picture {
  const { c, t, width = 240, height = 80, membrane = 236, grain = 3, angle = 0, change } = strip;
  const data = new Uint8Array(3 * width * height);
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const sigma = (0.045 * 0.8 * width) / 2.3548;
  const bell = (distance: number) => Math.exp(-0.5 * (distance / sigma) ** 2);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const along = (x - width / 2) * cos + (y - height / 2) * sin + width / 2;
      const noise = grain * (noiseAt(x, y) - 0.5);
      const lines =
        c * bell(along - (0.1 + 0.8 * 0.32) * width) + t * bell(along - (0.1 + 0.8 * 0.68) * width);
      const level = membrane + noise - lines;
      const value = Math.max(
        0,
        Math.min(255, Math.round(change === undefined ? level : change(level, x, y))),
      );
      data.fill(value, 3 * (y * width + x), 3 * (y * width + x) + 3);
    }
  }
  return { width, height, max: 255, data };
}

/** 0 to 1, a hash of the place. */
function noiseAt(x: number, y: number): number {
  let state = Math.imul(x + 1, 0x9e3779b1) ^ Math.imul(y + 7, 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d);
  state = Math.imul(state ^ (state >>> 12), 0x297a2d39);
  return ((state ^ (state >>> 15)) >>> 0) / 2 ** 32;
}
