import { expect, test } from "vitest";
import { readLand } from "./land.ts";
import { unwrapped } from "./topology.ts";

test("the land has closed rings within the earth, and Australia among them", () => {
  const land = readLand();
  expect(land.length).toBeGreaterThan(1000);
  for (const ring of land.flat()) {
    expect(ring.length).toBeGreaterThan(3);
    expect(ring[0]).toEqual(ring.at(-1));
  }
  const numbers = land.flat(2);
  expect(numbers.every(([lon, lat]) => Math.abs(lon) <= 180.001 && Math.abs(lat) <= 90.001)).toBe(true);
  expect(land.some((rings) => isInside([133, -25], rings[0] ?? []))).toBe(true);
  expect(land.some((rings) => isInside([-140, 0], rings[0] ?? []))).toBe(false);
});

test("drawn on a plane no coast goes around the earth, and Europe stays where it is", () => {
  expect(unwrapped(readLand()).some((rings) => isInside([20, 50], rings[0] ?? []))).toBe(true);
  for (const ring of unwrapped(readLand()).flat()) {
    for (const [at, [longitude]] of ring.entries()) {
      expect(Math.abs(longitude - (ring[at - 1]?.[0] ?? longitude))).toBeLessThanOrEqual(180);
    }
  }
});

function isInside([x, y]: [number, number], ring: readonly [number, number][]): boolean {
  let inside = false;
  ring.forEach(([ax, ay], index) => {
    const [bx, by] = ring[(index + 1) % ring.length] ?? [ax, ay];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  });
  return inside;
}
