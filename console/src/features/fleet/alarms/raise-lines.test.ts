import { expect, test } from "vitest";
import { frameOf, linesOf } from "./raise-lines.ts";

const size = { width: 100, height: 120 };

test("a line for each stretch without a gap, within the picture", () => {
  const points = [
    [0, 0],
    [50, 10],
    [60, null],
    [100, 5],
  ] as const;
  const frame = frameOf(points, 10, { begin: 0, end: 100 }, size);
  expect(linesOf(points, frame)).toEqual(["0.0,110.0 50.0,10.0", "100.0,60.0"]);
  expect(frame.y(10)).toBeCloseTo(10);
  expect([frame.x(-50), frame.x(500)]).toEqual([0, 100]);
});

test("values that are all the same have a line too", () => {
  const frame = frameOf(
    [
      [0, 3],
      [1, 3],
    ],
    null,
    { begin: 0, end: 1 },
    size,
  );
  expect(Number.isFinite(frame.y(3))).toBe(true);
});
