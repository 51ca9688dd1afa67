import { expect, test } from "vitest";
import { readLand } from "./land.ts";
import { coastOf } from "./topology.ts";

test("the land has closed rings, and Australia and Europe among them", () => {
  const land = readLand();
  expect(land.length).toBeGreaterThan(1000);
  for (const ring of land.flat()) {
    expect(ring.length).toBeGreaterThan(3);
    expect(ring[0]).toEqual(ring.at(-1));
  }
  expect(land.flat(2).every(([lon, lat]) => Math.abs(lon) <= 540 && Math.abs(lat) <= 90.001)).toBe(true);
  expect(land.some((rings) => isInside([133, -25], rings[0] ?? []))).toBe(true);
  expect(land.some((rings) => isInside([20, 50], rings[0] ?? []))).toBe(true);
  expect(land.some((rings) => isInside([-140, 0], rings[0] ?? []))).toBe(false);
  expect(land.some((rings) => isInside([0, -85], rings[0] ?? []))).toBe(true);
});

test("no coast crosses the map at the date line or along a pole", () => {
  const coast = coastOf(readLand());
  expect(coast.flat().length).toBeGreaterThan(50_000);
  const steps = coast.flatMap((line) => line.slice(1).map((to, at) => ({ from: line[at] ?? to, to })));
  const isOnDateLine = ([longitude]: [number, number]) => Math.abs(Math.abs(longitude) - 180) < 0.001;
  const stray = steps.filter(
    ({ from, to }) =>
      Math.abs(from[0] - to[0]) > 20 || Math.abs(to[1]) > 89.9 || (isOnDateLine(from) && isOnDateLine(to)),
  );
  expect(stray).toEqual([]);
});

function isInside([x, y]: [number, number], ring: readonly [number, number][]): boolean {
  let inside = false;
  ring.forEach(([ax, ay], index) => {
    const [bx, by] = ring[(index + 1) % ring.length] ?? [ax, ay];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  });
  return inside;
}
