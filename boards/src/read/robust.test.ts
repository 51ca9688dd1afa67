import { expect, test } from "vitest";
import { robustLine } from "./robust.ts";

/** Points of y = 0.5 + 0.1 x, on both sides of 0. */
const points = [-2, -1.8, -1.6, -1.4, -1.2, 1.2, 1.4, 1.6, 1.8, 2].map((x) => ({ x, y: 0.5 + 0.1 * x }));

test("a line is not moved by points that do not belong to it", () => {
  const framed = points.map((point, place) => (place < 2 ? { ...point, y: 1 } : point));
  const { offset, slope } = robustLine(framed, 1);
  expect(offset).toBeCloseTo(0.5, 12);
  expect(slope).toBeCloseTo(0.1, 12);
});

test("points that scatter evenly have the line of least squares", () => {
  const scattered = points.map(({ x, y }, place) => ({ x, y: y + (place % 2 === 0 ? 0.004 : -0.004) }));
  const { offset, slope } = robustLine(scattered, 1);
  expect(offset).toBeCloseTo(0.5, 3);
  expect(slope).toBeCloseTo(0.1, 2);
});

test("a level is that of most of the points, and black stays black", () => {
  expect(robustLine([...points.map(({ x }) => ({ x, y: 0.3 })), { x: 3, y: 0.9 }], 0)).toEqual({
    slope: 0,
    offset: expect.closeTo(0.3, 12),
  });
  expect(
    robustLine(
      points.map(({ x }) => ({ x, y: 0 })),
      1,
    ),
  ).toEqual({ slope: 0, offset: 0 });
});
