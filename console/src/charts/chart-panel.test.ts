import { expect, test } from "vitest";
import { readAt } from "./chart-panel.ts";
import { runsOf } from "./series-shape.ts";

test("the cursor reads the nearest value, and nothing in a gap", () => {
  const runs = runsOf({
    reduced: false,
    stepMs: 0,
    points: [
      [0, 1],
      [1000, 3],
      [1001, null],
      [20_000, 5],
    ],
    band: [],
    gaps: [[1000, 20_000]],
  });
  expect(readAt(runs, 900, 0, 24_000)?.low).toBe(3);
  expect(readAt(runs, 10_000, 0, 24_000)).toBeNull();
});
