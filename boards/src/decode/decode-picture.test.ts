import { encode } from "jpeg-js";
import { PNG } from "pngjs";
import { describe, expect, test } from "vitest";
import { hasBoardData, readBoardFile, readLabels } from "../../test/board-data.ts";
import { chunk, hostilePictures, png, pngOf, rgba } from "../../test/hostile-pictures.ts";
import { decodePicture } from "./decode-picture.ts";
import { PictureError } from "./picture-error.ts";

async function refusalOf(bytes: Uint8Array): Promise<{ code: string; ms: number }> {
  const began = performance.now();
  try {
    await decodePicture(bytes);
  } catch (error) {
    if (error instanceof PictureError) return { code: error.code, ms: performance.now() - began };
    throw error;
  }
  return { code: "accepted", ms: performance.now() - began };
}

describe("what is no picture, or costs too much, is refused by name within 200 ms", () => {
  test.each(hostilePictures)("%s", async (_, make, code) => {
    const bytes = make();
    await refusalOf(png({}).subarray(0, 40));
    const refused = await refusalOf(bytes);
    expect(refused.code).toBe(code);
    expect(refused.ms).toBeLessThan(200);
  });
});

test("every kind of PNG is read pixel by pixel as another decoder reads it", async () => {
  const translucent = rgba.map((value, at) => (at % 4 === 3 ? (at * 3) % 256 : value));
  for (const [options, data] of [
    [{ colorType: 6 }, translucent],
    [{ colorType: 2 }, rgba],
    [{ colorType: 0 }, rgba],
    [{ colorType: 4 }, translucent],
  ] as const) {
    const bytes = png(options, data);
    const { picture } = await decodePicture(bytes);
    const other = PNG.sync.read(Buffer.from(bytes)).data;
    const expected = Array.from({ length: picture.data.length }, (_, at) => {
      const pixel = 4 * Math.floor(at / 3);
      const alpha = other[pixel + 3] ?? 0;
      return Math.round(((other[pixel + (at % 3)] ?? 0) * alpha) / 255) + 255 - alpha;
    });
    expect(Array.from(picture.data)).toEqual(expected);
  }
});

test("sixteen bits are kept, and a palette of four colours is looked up", async () => {
  const deep = await decodePicture(
    pngOf({ width: 2, height: 1, depth: 16 }, Uint8Array.of(0, 0x12, 0x34, 0xff, 0xfe)),
  );
  expect([deep.picture.max, ...deep.picture.data]).toEqual([
    65_535, 0x1234, 0x1234, 0x1234, 0xfffe, 0xfffe, 0xfffe,
  ]);
  const palette = chunk("PLTE", Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9));
  const looked = await decodePicture(
    pngOf({ width: 3, height: 1, depth: 2, type: 3 }, Uint8Array.of(0, 0b10_01_00_00), [palette]),
  );
  expect([...looked.picture.data]).toEqual([7, 8, 9, 4, 5, 6, 1, 2, 3]);
});

/** EXIF 2.32, table of the tag: which side of the scene the first stored row shows, and which the first column. */
const sides = [
  ["top", "left"],
  ["top", "right"],
  ["bottom", "right"],
  ["bottom", "left"],
  ["left", "top"],
  ["right", "top"],
  ["right", "bottom"],
  ["left", "bottom"],
] as const;

test.each(sides.map((of, place) => [place + 1, ...of] as const))(
  "a picture of EXIF orientation %i, its first row at the %s and its first column at the %s, comes out upright",
  async (orientation, rowSide, columnSide) => {
    const [wide, high] = [32, 16];
    const levelAt = (x: number, y: number) => (x < wide / 2 ? 200 : 80) - (y < high / 2 ? 0 : 60);
    const stored = orientation >= 5 ? { width: high, height: wide } : { width: wide, height: high };
    const data = new Uint8Array(4 * wide * high).fill(255);
    for (let row = 0; row < stored.height; row++)
      for (let column = 0; column < stored.width; column++) {
        const scene = { x: 0, y: 0 };
        for (const [side, distance] of [
          [rowSide, row],
          [columnSide, column],
        ] as const) {
          if (side === "left") scene.x = distance;
          if (side === "right") scene.x = wide - 1 - distance;
          if (side === "top") scene.y = distance;
          if (side === "bottom") scene.y = high - 1 - distance;
        }
        const to = 4 * (row * stored.width + column);
        data.fill(levelAt(scene.x, scene.y), to, to + 3);
      }
    const bytes = new Uint8Array(encode({ ...stored, data }, 95).data);
    const { file, picture } = await decodePicture(withOrientation(bytes, orientation));
    expect([file.orientation, file.width, file.height]).toEqual([orientation, wide, high]);
    for (const [x, y] of [
      [4, 3],
      [28, 3],
      [4, 12],
      [28, 12],
    ] as const)
      expect(Math.abs((picture.data[3 * (wide * y + x)] ?? 0) - levelAt(x, y))).toBeLessThan(8);
  },
);

function withOrientation(bytes: Uint8Array, orientation: number): Uint8Array {
  const tiff = [
    0x4d,
    0x4d,
    0,
    42,
    0,
    0,
    0,
    8,
    0,
    1,
    0x01,
    0x12,
    0,
    3,
    0,
    0,
    0,
    1,
    0,
    orientation,
    0,
    0,
    0,
    0,
    0,
    0,
  ];
  const body = [0x45, 0x78, 0x69, 0x66, 0, 0, ...tiff];
  return Uint8Array.from([0xff, 0xd8, 0xff, 0xe1, 0, body.length + 2, ...body, ...bytes.subarray(2)]);
}

test.runIf(hasBoardData)(
  "the stored pictures are decoded, and those with alpha as another decoder does",
  async () => {
    for (const { file } of readLabels()) {
      const bytes = readBoardFile(file);
      const { picture } = await decodePicture(bytes);
      if (!file.endsWith(".png")) continue;
      const other = PNG.sync.read(Buffer.from(bytes));
      expect([picture.width, picture.height]).toEqual([other.width, other.height]);
      const middle = (other.height >> 1) * other.width + (other.width >> 1);
      expect([...picture.data.subarray(3 * middle, 3 * middle + 3)]).toEqual([
        ...other.data.subarray(4 * middle, 4 * middle + 3),
      ]);
    }
  },
);
