import { PNG } from "pngjs";
import { expect, test } from "vitest";
import { drawBoardStrip, stripLines, stripSize } from "./board-strip.ts";
import { drawCarousel, drawCompartments } from "./box-picture.ts";
import { type Canvas, createCanvas, pixelAt } from "./canvas.ts";
import { toPicture } from "./png.ts";

test("a picture is a PNG that others can read, pixel by pixel", () => {
  const canvas = drawCarousel({
    fills: Array(24).fill(0.5),
    arm: 7,
    doorOpen: false,
    caption: "2026-05-12 4.1 °C",
  });
  const { png, bytes, sha256 } = toPicture(canvas);
  const read = PNG.sync.read(png);
  expect([read.width, read.height, bytes]).toEqual([400, 430, png.length]);
  expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  for (const [x, y] of [
    [0, 0],
    [200, 50],
    [200, 200],
    [399, 429],
    [205, 61],
  ] as const) {
    const at = (y * read.width + x) * 4;
    expect([...read.data.subarray(at, at + 4)]).toEqual([...pixelAt(canvas, x, y), 255]);
  }
});

test("the lines of a board are as dark as they were asked to be, and are where they belong", () => {
  const draw = (c: number, t: number) => profileOf(drawBoardStrip({ c, t, background: 8, seed: 3 }));
  const both = draw(120, 60);
  expect(both(stripLines.c)).toBeGreaterThan(110);
  expect(both(stripLines.t) / both(stripLines.c)).toBeCloseTo(0.5, 1);
  const negative = draw(120, 0);
  expect(negative(stripLines.t)).toBeLessThan(8);
  expect(draw(0, 60)(stripLines.c)).toBeLessThan(8);
});

test("a bottle that is fuller looks fuller, an item is seen, and a blocked camera sees nothing", () => {
  const carousel = (fill: number) =>
    drawCarousel({ fills: Array(24).fill(fill), arm: 1, doorOpen: false, caption: "" });
  expect(countOf(carousel(0.9), [138, 127, 92])).toBeGreaterThan(2 * countOf(carousel(0.3), [138, 127, 92]));
  const box = (occupied: boolean[], dark = false) =>
    drawCompartments({ occupied, open: 0, caption: "", dark });
  const seal = [196, 52, 44] as const;
  const none = Array(12).fill(false);
  expect(countOf(box([true, ...none.slice(1)]), seal)).toBe(14 * 52);
  expect(countOf(box(none), seal)).toBe(0);
  expect(countOf(box(Array(12).fill(true), true), seal)).toBe(0);
});

test("the same view gives the same file, another one another", () => {
  const of = (seed: number) => toPicture(drawBoardStrip({ c: 100, t: 40, background: 8, seed })).sha256;
  expect(of(1)).toBe(of(1));
  expect(of(1)).not.toBe(of(2));
  expect(toPicture(createCanvas(2, 2, [1, 2, 3])).bytes).toBeLessThan(100);
});

/** How much darker than the bare membrane a column is, in the green that gold takes away. */
function profileOf(canvas: Canvas): (x: number) => number {
  const mean = (x: number) => {
    const rows = Array.from({ length: 30 }, (_, n) => pixelAt(canvas, x, 21 + n)[1]);
    return rows.reduce((sum, one) => sum + one, 0) / rows.length;
  };
  const bare = (mean(stripSize.width / 2) + mean(stripSize.width / 2 + 3)) / 2;
  return (x) => bare - mean(x);
}

function countOf({ pixels }: Canvas, [r, g, b]: readonly [number, number, number]): number {
  let count = 0;
  for (let at = 0; at < pixels.length; at += 3) {
    if (pixels[at] === r && pixels[at + 1] === g && pixels[at + 2] === b) count += 1;
  }
  return count;
}
