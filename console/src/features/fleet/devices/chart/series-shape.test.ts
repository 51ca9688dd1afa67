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
  const spoken: SeriesPoint[] = [
    [0, 1],
    [10, 2],
    [50, 3],
  ];
  expect(withGaps(spoken, 20)).toEqual([
    [0, 1],
    [10, 2],
    [11, null],
    [50, 3],
  ]);
  expect(withGaps(spoken, 40)).toEqual(spoken);
  expect(withGaps(points, 20)).toEqual(points);
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
