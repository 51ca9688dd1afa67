import { expect, test } from "vitest";
import { wallSizeOf } from "./wall-size.ts";

test.each([
  [1280, 720, "normal", 0.625],
  [1920, 1080, "normal", 1],
  [2560, 1080, "normal", 1],
  [3840, 1080, "wide", 1],
  [3840, 2160, "normal", 2],
  [1080, 1920, "upright", 1],
] as const)("a screen of %i x %i is %s with a unit of %f pixels", (width, height, composition, unit) => {
  const size = wallSizeOf(width, height);
  expect(size.composition).toBe(composition);
  expect(size.unit).toBeGreaterThan(unit - 1 / 16);
  expect(size.unit).toBeLessThanOrEqual(unit);
});
