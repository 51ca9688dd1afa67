import { expect, test } from "vitest";
import { sparkShape, withGaps } from "./sparkline-path.ts";

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

const at = (times: number[]) => times.map((time): [number, number] => [time, 1]);
const breaks = (points: ReturnType<typeof withGaps>) => points.filter(([, value]) => value === null).length;

test("silence for longer than it should be is a gap", () => {
  const spoken = at([0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 200]);
  expect(breaks(withGaps(spoken, 20))).toBe(1);
  expect(withGaps(spoken, 100)).toEqual(spoken);
});

test("a device that once reported less often was not silent then", () => {
  const slow = at([0, 60, 120, 180, 240, 300]);
  expect(breaks(withGaps([...slow, ...at([305, 310, 315, 320, 325])], 15))).toBe(0);
});
