import { deflateSync } from "node:zlib";
import { encode } from "jpeg-js";
import { PNG } from "pngjs";

/** Files that are no pictures of a board, or cost too much, each with the name of its refusal. */

const shades = { width: 24, height: 16 };
export const rgba = Uint8Array.from({ length: 4 * shades.width * shades.height }, (_, at) =>
  at % 4 === 3 ? 255 : (at * 7) % 256,
);
const jpeg = new Uint8Array(encode({ ...shades, data: rgba }, 92).data);

export function png(options: object, data: Uint8Array = rgba): Uint8Array {
  const made = new PNG({ ...shades, ...options });
  made.data.set(data);
  return new Uint8Array(PNG.sync.write(made, options));
}

export function chunk(name: string, body: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + body.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, body.length);
  bytes.set(new TextEncoder().encode(name), 4);
  bytes.set(body, 8);
  let rest = 0xffffffff;
  for (const byte of bytes.subarray(4, 8 + body.length)) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
  }
  view.setUint32(8 + body.length, (rest ^ 0xffffffff) >>> 0);
  return bytes;
}

export function pngOf(
  header: { width: number; height: number; depth?: number; type?: number },
  pixels: Uint8Array,
  extra: Uint8Array[] = [],
) {
  const ihdr = new Uint8Array(13);
  const view = new DataView(ihdr.buffer);
  view.setUint32(0, header.width);
  view.setUint32(4, header.height);
  ihdr.set([header.depth ?? 8, header.type ?? 0], 8);
  const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  const parts = [
    signature,
    chunk("IHDR", ihdr),
    ...extra,
    chunk("IDAT", new Uint8Array(deflateSync(pixels))),
    chunk("IEND", new Uint8Array()),
  ];
  return new Uint8Array(Buffer.concat(parts));
}

const frame = jpeg.findIndex((byte, at) => byte === 0xff && jpeg[at + 1] === 0xc0);
const withFrame = (change: (bytes: Uint8Array) => void) => {
  const bytes = jpeg.slice();
  change(bytes.subarray(frame));
  return bytes;
};
export const hostilePictures: [name: string, bytes: () => Uint8Array, code: string][] = [
  ["an empty file", () => new Uint8Array(), "empty"],
  ["a truncated PNG", () => png({}).subarray(0, 200), "truncated"],
  ["a PNG without its end", () => png({}).subarray(0, -12), "truncated"],
  ["a truncated JPEG", () => jpeg.subarray(0, Math.floor(jpeg.length / 2)), "truncated"],
  [
    "a JPEG that says it is 65,535 pixels wide and high",
    () => withFrame((at) => at.set([255, 255, 255, 255], 5)),
    "tooManyPixels",
  ],
  [
    "a PNG that says it is 65,535 pixels wide and high",
    () => pngOf({ width: 65_535, height: 65_535 }, new Uint8Array(8)),
    "tooManyPixels",
  ],
  ["a JPEG in four inks", () => withFrame((at) => at.set([4], 9)), "cmyk"],
  [
    "a zip archive named .png",
    () => Uint8Array.from([0x50, 0x4b, 3, 4, ...new Array(500).fill(7)]),
    "notAPicture",
  ],
  ["100 megabytes", () => new Uint8Array(100 * 1024 * 1024), "tooManyBytes"],
  [
    "kilobytes that unpack to hundreds of megabytes",
    () => pngOf({ width: 10, height: 10 }, new Uint8Array(200 * 1024 * 1024)),
    "damaged",
  ],
  [
    "a PNG with fewer pixels than it says",
    () => pngOf({ width: 4000, height: 4000 }, new Uint8Array(100)),
    "truncated",
  ],
  [
    "an animated PNG",
    () => pngOf({ width: 2, height: 2 }, new Uint8Array(6), [chunk("acTL", new Uint8Array(8))]),
    "animated",
  ],
  ["a PNG with a changed byte", () => png({}).map((byte, at) => (at === 60 ? byte ^ 1 : byte)), "damaged"],
  ["arithmetic coding", () => withFrame((at) => at.set([0xc9], 1)), "unsupported"],
];
