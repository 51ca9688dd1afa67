import { expect, test } from "vitest";
import {
  grown,
  type Layers,
  layeredGaps,
  layeredPoints,
  layeredRuns,
  runsOf,
  type SeriesShape,
  visibleGaps,
} from "./series-shape.ts";

const whole: SeriesShape = {
  reduced: false,
  stepMs: 0,
  points: [
    [0, 1],
    [10, 3],
    [11, null],
    [40, 5],
    [50, 2],
  ],
  band: [],
  gaps: [[10, 40]],
};
const reduced: SeriesShape = {
  reduced: true,
  stepMs: 100,
  points: [
    [10, 1],
    [90, 9],
    [91, null],
    [310, 4],
    [390, 6],
    [420, 5],
  ],
  band: [
    [0, 1, 9, 5, 10],
    [300, 4, 6, 5, 8],
    [400, 5, 5, 5, 1],
  ],
  gaps: [[90, 310]],
};

test("stored values are drawn where they are, and the pen is lifted where a gap begins", () => {
  expect(runsOf(whole).map((run) => run.map(({ at, mean }) => [at, mean]))).toEqual([
    [
      [0, 1],
      [10, 3],
    ],
    [
      [40, 5],
      [50, 2],
    ],
  ]);
});

test("a reduced series is drawn by its parts, each in its middle, and not over a gap", () => {
  expect(runsOf(reduced)).toEqual([
    [{ at: 50, low: 1, high: 9, mean: 5, count: 10 }],
    [
      { at: 350, low: 4, high: 6, mean: 5, count: 8 },
      { at: 450, low: 5, high: 5, mean: 5, count: 1 },
    ],
  ]);
  // A silence within a part does not lift the pen between parts.
  expect(runsOf({ ...reduced, gaps: [[310, 390]] })).toHaveLength(1);
});

test("only gaps that can be seen are shaded", () => {
  expect(
    visibleGaps(
      [
        [0, 1],
        [10, 40],
      ],
      0,
      1200,
    ),
  ).toEqual([[10, 40]]);
});

test("what was read again is within its part, what there was around it", () => {
  const layers: Layers = {
    series: reduced,
    finer: {
      series: {
        ...whole,
        points: [
          [320, 4],
          [330, null],
          [360, 6],
        ],
        gaps: [[320, 360]],
      },
      begin: 300,
      end: 399,
    },
  };
  expect(layeredRuns(layers).map((run) => run.map(({ at }) => at))).toEqual([[50], [320], [360], [450]]);
  expect(layeredPoints(layers).map(([at]) => at)).toEqual([10, 90, 91, 320, 330, 360, 420]);
  expect(layeredGaps(layers)).toEqual([[320, 360]]);
  expect(layeredGaps({ ...layers, finer: null })).toEqual([[90, 310]]);
});

test("a live value goes to the end of points and band, an old one waits", () => {
  expect(grown(whole, 60, 7, 10).points[0]).toEqual([10, 3]);
  expect(grown(whole, 60, 7, 10).points.at(-1)).toEqual([60, 7]);
  expect(grown(whole, 50, 7, 0)).toBe(whole);
  expect(grown({ ...whole, points: [], gaps: [] }, 60, 7, 0).points).toEqual([[60, 7]]);
  const once = grown(reduced, 440, 8, 0);
  expect(once.band.at(-1)).toEqual([400, 5, 8, 6.5, 2]);
  expect(grown(once, 650, 1, 0).band.at(-1)).toEqual([600, 1, 1, 1, 1]);
  expect(grown(reduced, 440, 8, 150).band).toHaveLength(2);
});

test("a value after a silence that lasted until now ends it", () => {
  const silent = { ...whole, gaps: [...whole.gaps, [50, 900] as [number, number]] };
  const after = grown(silent, 700, 4, 0);
  expect(after.gaps.at(-1)).toEqual([50, 700]);
  expect(after.points.slice(-2)).toEqual([
    [51, null],
    [700, 4],
  ]);
});
