import type { LonLat } from "@tracewater/contract/field/catchment";
import { expect, test } from "vitest";
import { coverOf, shareInside } from "./cover.model.ts";

const box = (west: number, south: number, east: number, north: number): LonLat[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];

test("the share of a catchment in an area is that of its surface, for concave and separate ones too", () => {
  expect(shareInside(box(10, 50, 11, 51), box(9, 49, 12, 52))).toBe(1);
  expect(shareInside(box(10, 50, 11, 51), box(10.5, 49, 12, 52))).toBeCloseTo(0.5, 3);
  expect(shareInside(box(10, 50, 11, 51), box(20, 50, 21, 51))).toBe(0);
  expect(shareInside(box(10, 50, 10, 51), box(9, 49, 12, 52))).toBe(0);
  // An L of three of four quarters.
  const corner: LonLat[] = [
    ...([[10, 0] as LonLat, [12, 0], [12, 1], [11, 1], [11, 2], [10, 2]] as LonLat[]),
    [10, 0],
  ];
  expect(shareInside(box(10, 0, 12, 2), corner)).toBeCloseTo(0.75, 3);
  expect(shareInside(corner, box(11, 0, 12, 2))).toBeCloseTo(1 / 3, 3);
});

test("an area has a figure only above 80 % of its inhabitants, weighted by those inside of it", () => {
  const plants = [
    { mean: 100, population: 60_000, share: 1 },
    { mean: 400, population: 40_000, share: 0.5 },
  ];
  expect(coverOf(plants, 80_000)).toEqual({ cover: 1, mean: 175 });
  expect(coverOf(plants, 99_000).mean).toBeCloseTo(175);
  expect(coverOf(plants, 100_000)).toEqual({ cover: 0.8, mean: null });
  expect(coverOf([], 100)).toEqual({ cover: 0, mean: null });
  // Registered inhabitants may exceed those of the area.
  expect(coverOf(plants, 1000).cover).toBe(1);
});
