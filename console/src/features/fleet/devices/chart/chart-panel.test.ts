import { expect, test } from "vitest";
import { type Panel, panelRuns, readAt } from "./chart-panel.ts";

const panel: Panel = {
  identifier: "flow",
  title: "Flow",
  unit: "m³/h",
  digits: 1,
  points: [
    [0, 1],
    [1000, 3],
    [1001, null],
    [20_000, 5],
  ],
  reduced: false,
  limits: undefined,
};

test("points that were not reduced are drawn where they are, in runs", () => {
  expect(panelRuns(panel, 0, 24_000)).toEqual([
    [
      { at: 0, low: 1, high: 1 },
      { at: 1000, low: 3, high: 3 },
    ],
    [{ at: 20_000, low: 5, high: 5 }],
  ]);
});

test("a reduced series keeps the extremes of each of 240 spans", () => {
  const points: Panel["points"] = [
    [0, 1],
    [50, 9],
    [150, 4],
  ];
  expect(panelRuns({ ...panel, points, reduced: true }, 0, 24_000)[0]).toEqual([
    { at: 50, low: 1, high: 9 },
    { at: 150, low: 4, high: 4 },
  ]);
});

test("the cursor reads the nearest point, and nothing in a gap", () => {
  const runs = panelRuns(panel, 0, 24_000);
  expect(readAt(runs, 900, 0, 24_000)?.low).toBe(3);
  expect(readAt(runs, 10_000, 0, 24_000)).toBeNull();
});
