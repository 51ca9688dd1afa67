import { expect, test } from "vitest";
import { appendPoint, envelope, gapsOf, type SeriesPoint, splitAtGaps, withGaps } from "./series-shape.ts";

const points: SeriesPoint[] = [
  [0, 1],
  [10, 3],
  [11, null],
  [40, 5],
  [50, 2],
];

test("breaks a series where a gap begins", () => {
  expect(splitAtGaps(points)).toEqual([
    [
      [0, 1],
      [10, 3],
    ],
    [
      [40, 5],
      [50, 2],
    ],
  ]);
  expect(gapsOf(points)).toEqual([{ from: 10, to: 40 }]);
  expect(gapsOf([[0, null]])).toEqual([]);
});

test("silence for longer than it should be is a gap", () => {
  const spoken = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 200].map((at): SeriesPoint => [at, 1]);
  expect(gapsOf(withGaps(spoken, 20))).toEqual([{ from: 100, to: 200 }]);
  expect(withGaps(spoken, 100)).toEqual(spoken);
});

test("a device that once reported less often was not silent then", () => {
  const slow = [0, 60, 120, 180, 240, 300].map((at): SeriesPoint => [at, 1]);
  const quick = [305, 310, 315, 320, 325].map((at): SeriesPoint => [at, 1]);
  expect(gapsOf(withGaps([...slow, ...quick], 15))).toEqual([]);
});

test("keeps every extreme in the band and does not bridge a gap", () => {
  expect(envelope(points, 0, 60, 3)).toEqual([[{ at: 10, low: 1, high: 3 }], [{ at: 50, low: 2, high: 5 }]]);
});

test("a live value goes to the end, an old one waits", () => {
  expect(appendPoint(points, 60, 7, 10)?.[0]).toEqual([10, 3]);
  expect(appendPoint(points, 60, 7, 10)?.at(-1)).toEqual([60, 7]);
  expect(appendPoint(points, 50, 7, 0)).toBeNull();
  expect(appendPoint([], 60, 7, 0)).toEqual([[60, 7]]);
});
