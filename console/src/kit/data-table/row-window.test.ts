import { expect, test } from "vitest";
import { windowOf } from "./row-window.ts";

test("the rows in sight are drawn with some to spare, the others are room", () => {
  expect(windowOf({ top: 0, height: 440, row: 44 }, 5000)).toEqual({
    from: 0,
    to: 22,
    above: 0,
    below: 4978 * 44,
  });
  expect(windowOf({ top: 44_000, height: 440, row: 44 }, 5000)).toEqual({
    from: 988,
    to: 1022,
    above: 988 * 44,
    below: 3978 * 44,
  });
});

test("the end of the list, and a place that is past it", () => {
  expect(windowOf({ top: 219_560, height: 440, row: 44 }, 5000)).toMatchObject({ to: 5000, below: 0 });
  expect(windowOf({ top: 1_000_000, height: 440, row: 44 }, 300)).toMatchObject({ to: 300, from: 287 });
});
