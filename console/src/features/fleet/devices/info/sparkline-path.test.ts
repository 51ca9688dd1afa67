import { expect, test } from "vitest";
import { sparkShape } from "./sparkline-path.ts";

test("draws a line from the lowest to the highest value of the span", () => {
  const shape = sparkShape(
    [
      [0, 1],
      [50, 3],
      [100, 2],
    ],
    0,
    100,
    100,
    20,
  );
  expect(shape?.path).toBe("M0 20L50 0L100 10");
  expect(shape?.end).toEqual({ x: 100, y: 10 });
});

test("breaks the line at a gap and puts a constant in the middle", () => {
  const shape = sparkShape(
    [
      [0, 4],
      [10, null],
      [60, 4],
      [100, 4],
    ],
    0,
    100,
    100,
    20,
  );
  expect(shape?.path).toBe("M0 10M60 10L100 10");
});

test("draws nothing from fewer than two values", () => {
  expect(sparkShape([[0, 1]], 0, 100, 100, 20)).toBeNull();
  expect(sparkShape([], 0, 100, 100, 20)).toBeNull();
});
