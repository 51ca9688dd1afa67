import type { Picture } from "../src/decode/picture.ts";

/** Every level through a function; the channel is 0 red, 1 green, 2 blue. */
export function mapLevels(picture: Picture, change: (level: number, channel: number) => number): Picture {
  const data = Uint8Array.from(picture.data, (level, at) =>
    Math.max(0, Math.min(255, Math.round(change(level, at % 3)))),
  );
  return { ...picture, max: 255, data };
}

/** A Gaussian blur. */
export function blur(picture: Picture, sigma: number): Picture {
  const reach = Math.ceil(3 * sigma);
  const kernel = Array.from({ length: 2 * reach + 1 }, (_, at) =>
    Math.exp(-0.5 * ((at - reach) / sigma) ** 2),
  );
  const sum = kernel.reduce((total, value) => total + value, 0);
  const pass = (from: ArrayLike<number>, stepX: number, stepY: number) => {
    const out = new Float64Array(from.length);
    for (let y = 0; y < picture.height; y++)
      for (let x = 0; x < picture.width; x++)
        for (let channel = 0; channel < 3; channel++) {
          let value = 0;
          for (let at = -reach; at <= reach; at++) {
            const px = Math.min(picture.width - 1, Math.max(0, x + at * stepX));
            const py = Math.min(picture.height - 1, Math.max(0, y + at * stepY));
            value += (kernel[at + reach] ?? 0) * (from[3 * (py * picture.width + px) + channel] ?? 0);
          }
          out[3 * (y * picture.width + x) + channel] = value / sum;
        }
    return out;
  };
  const data = Uint8Array.from(pass(pass(picture.data, 1, 0), 0, 1), Math.round);
  return { ...picture, data };
}

/** Turned about its middle, bilinear, the edge carried on. */
export function rotate(picture: Picture, degrees: number): Picture {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const [cx, cy] = [(picture.width - 1) / 2, (picture.height - 1) / 2];
  const data = new Uint8Array(picture.data.length);
  for (let y = 0; y < picture.height; y++)
    for (let x = 0; x < picture.width; x++) {
      const from = { x: cx + (x - cx) * cos + (y - cy) * sin, y: cy - (x - cx) * sin + (y - cy) * cos };
      for (let channel = 0; channel < 3; channel++)
        data[3 * (y * picture.width + x) + channel] = Math.round(sample(picture, from.x, from.y, channel));
    }
  return { ...picture, data };
}

/** Half as wide and high, each pixel the mean of four. */
export function toHalfSize(picture: Picture): Picture {
  const [width, height] = [picture.width >> 1, picture.height >> 1];
  const data = new Uint8Array(3 * width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let channel = 0; channel < 3; channel++) {
        const at = (dx: number, dy: number) =>
          picture.data[3 * ((2 * y + dy) * picture.width + 2 * x + dx) + channel] ?? 0;
        data[3 * (y * width + x) + channel] = Math.round((at(0, 0) + at(1, 0) + at(0, 1) + at(1, 1)) / 4);
      }
  return { width, height, max: 255, data };
}

/** The rows from one to another. */
export function cropRows(picture: Picture, from: number, to: number): Picture {
  const data = picture.data.slice(3 * from * picture.width, 3 * to * picture.width);
  return { ...picture, height: to - from, data };
}

/** A rectangle in one colour. */
export function paint(
  picture: Picture,
  rect: { x: number; y: number; width: number; height: number },
  colour: readonly number[],
): Picture {
  const data = picture.data.slice();
  for (let y = rect.y; y < rect.y + rect.height; y++)
    for (let x = rect.x; x < rect.x + rect.width; x++) data.set(colour, 3 * (y * picture.width + x));
  return { ...picture, data };
}

function sample({ width, height, data }: Picture, x: number, y: number, channel: number): number {
  const [cx, cy] = [Math.min(Math.max(x, 0), width - 1), Math.min(Math.max(y, 0), height - 1)];
  const [left, top] = [Math.floor(cx), Math.floor(cy)];
  const [right, bottom] = [Math.min(left + 1, width - 1), Math.min(top + 1, height - 1)];
  const at = (px: number, py: number) => data[3 * (py * width + px) + channel] ?? 0;
  const upper = at(left, top) * (1 - cx + left) + at(right, top) * (cx - left);
  const lower = at(left, bottom) * (1 - cx + left) + at(right, bottom) * (cx - left);
  return upper * (1 - cy + top) + lower * (cy - top);
}

/** Mirrored left to right, or turned by 180 degrees. */
export function flip(picture: Picture, how: "mirrored" | "turned"): Picture {
  const { width, height } = picture;
  const data = new Uint8Array(picture.data.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const from = 3 * ((how === "turned" ? height - 1 - y : y) * width + width - 1 - x);
      data.set(picture.data.subarray(from, from + 3), 3 * (y * width + x));
    }
  return { ...picture, data };
}
