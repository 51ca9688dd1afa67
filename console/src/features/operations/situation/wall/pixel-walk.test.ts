import { expect, test } from "vitest";
import { pixelWalkAt, stepMs } from "./pixel-walk.ts";

test("the stage stands still for 90 seconds and never leaves six pixels", () => {
  const day = Array.from({ length: 960 }, (_, step) => pixelWalkAt(step * stepMs));
  expect(pixelWalkAt(5 * stepMs + 1)).toEqual(pixelWalkAt(6 * stepMs - 1));
  for (const { x, y } of day) {
    expect(Math.abs(x)).toBeLessThanOrEqual(6);
    expect(Math.abs(y)).toBeLessThanOrEqual(6);
  }
  expect(new Set(day.map(({ x, y }) => `${x} ${y}`)).size).toBeGreaterThan(8);
});
