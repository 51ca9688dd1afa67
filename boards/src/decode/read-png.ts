import { inflateExactly } from "./inflate.ts";
import type { Picture } from "./picture.ts";
import { PictureError } from "./picture-error.ts";
import type { PngParts } from "./png-chunks.ts";

/*
 * PNG (3rd edition, W3C 2025): filters of clause 9, passes of clause 8. Alpha is laid over white; 16 bits are kept.
 */
interface Pass {
  readonly x: number;
  readonly y: number;
  readonly stepX: number;
  readonly stepY: number;
}

const wholePicture: readonly Pass[] = [{ x: 0, y: 0, stepX: 1, stepY: 1 }];
const adam7: readonly Pass[] = [
  { x: 0, y: 0, stepX: 8, stepY: 8 },
  { x: 4, y: 0, stepX: 8, stepY: 8 },
  { x: 0, y: 4, stepX: 4, stepY: 8 },
  { x: 2, y: 0, stepX: 4, stepY: 4 },
  { x: 0, y: 2, stepX: 2, stepY: 4 },
  { x: 1, y: 0, stepX: 2, stepY: 2 },
  { x: 0, y: 1, stepX: 1, stepY: 2 },
];

const samplesOf = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 } as const;

/** Errors: `truncated`, `damaged`. */
export async function readPng(parts: PngParts): Promise<Picture> {
  const { width, height, depth, isInterlaced } = parts;
  const samples = samplesOf[parts.colourType];
  const passes = (isInterlaced ? adam7 : wholePicture)
    .map((pass) => ({
      pass,
      wide: Math.ceil((width - pass.x) / pass.stepX),
      high: Math.ceil((height - pass.y) / pass.stepY),
    }))
    .filter(({ wide, high }) => wide > 0 && high > 0)
    .map((one) => ({ ...one, rowBytes: Math.ceil((one.wide * samples * depth) / 8) }));
  const size = passes.reduce((sum, { high, rowBytes }) => sum + high * (rowBytes + 1), 0);
  const raw = await inflateExactly(parts.packed, size);
  const data = depth === 16 ? new Uint16Array(3 * width * height) : new Uint8Array(3 * width * height);
  const paint = createPainter(parts, data);
  const pixelBytes = Math.max(1, (samples * depth) >> 3);
  let at = 0;
  for (const { pass, wide, high, rowBytes } of passes) {
    let above: Uint8Array = new Uint8Array(rowBytes);
    for (let row = 0; row < high; row++) {
      const line = raw.subarray(at + 1, at + 1 + rowBytes);
      unfilter(raw[at] ?? 0, line, above, pixelBytes);
      const y = pass.y + row * pass.stepY;
      for (let column = 0; column < wide; column++)
        paint(line, column, 3 * (y * width + pass.x + column * pass.stepX));
      above = line;
      at += rowBytes + 1;
    }
  }
  return { width, height, max: depth === 16 ? 65_535 : 255, data };
}

function unfilter(kind: number, line: Uint8Array, above: Uint8Array, pixelBytes: number): void {
  if (kind === 0) return;
  if (kind > 4) throw new PictureError("damaged", `filter ${kind}`);
  for (let at = 0; at < line.length; at++) {
    const left = at < pixelBytes ? 0 : (line[at - pixelBytes] ?? 0);
    const up = above[at] ?? 0;
    const corner = at < pixelBytes ? 0 : (above[at - pixelBytes] ?? 0);
    line[at] = (line[at] ?? 0) + predicted(kind, left, up, corner);
  }
}

function predicted(kind: number, left: number, up: number, corner: number): number {
  if (kind === 1) return left;
  if (kind === 2) return up;
  if (kind === 3) return (left + up) >> 1;
  const estimate = left + up - corner;
  const [toLeft, toUp, toCorner] = [
    Math.abs(estimate - left),
    Math.abs(estimate - up),
    Math.abs(estimate - corner),
  ];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

type Painter = (line: Uint8Array, column: number, to: number) => void;

function createPainter(parts: PngParts, data: Uint8Array | Uint16Array): Painter {
  const { depth, colourType, palette, transparency } = parts;
  const top = 2 ** depth - 1;
  const full = depth === 16 ? 65_535 : 255;
  const sample = (line: Uint8Array, index: number): number => {
    if (depth === 8) return line[index] ?? 0;
    if (depth === 16) return ((line[2 * index] ?? 0) << 8) | (line[2 * index + 1] ?? 0);
    const bit = index * depth;
    return ((line[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & top;
  };
  const put = (to: number, red: number, green: number, blue: number, alpha: number) => {
    const over = full - alpha;
    data[to] = Math.round((red * alpha) / full) + over;
    data[to + 1] = Math.round((green * alpha) / full) + over;
    data[to + 2] = Math.round((blue * alpha) / full) + over;
  };
  const keyAt = (index: number) =>
    ((transparency?.[2 * index] ?? 0) << 8) | (transparency?.[2 * index + 1] ?? 0);
  const hasKey = transparency !== null && colourType !== 3;
  if (colourType === 3)
    return (line, column, to) => {
      const entry = sample(line, column);
      const from = 3 * entry;
      put(
        to,
        palette?.[from] ?? 0,
        palette?.[from + 1] ?? 0,
        palette?.[from + 2] ?? 0,
        transparency?.[entry] ?? 255,
      );
    };
  if (colourType === 0 || colourType === 4)
    return (line, column, to) => {
      const isGrey = colourType === 0;
      const value = sample(line, isGrey ? column : 2 * column);
      const grey = depth < 8 ? Math.round((value * 255) / top) : value;
      const solid = hasKey && value === keyAt(0) ? 0 : full;
      put(to, grey, grey, grey, isGrey ? solid : sample(line, 2 * column + 1));
    };
  const step = colourType === 2 ? 3 : 4;
  return (line, column, to) => {
    const from = step * column;
    const [red, green, blue] = [sample(line, from), sample(line, from + 1), sample(line, from + 2)];
    const isKey = hasKey && red === keyAt(0) && green === keyAt(1) && blue === keyAt(2);
    put(to, red, green, blue, step === 4 ? sample(line, from + 3) : isKey ? 0 : full);
  };
}
