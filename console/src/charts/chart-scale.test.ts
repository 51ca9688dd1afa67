import { expect, test } from "vitest";
import { evenEnd } from "./chart-scale.ts";

test("an axis of four steps ends at a number that people read, at least as high as its values", () => {
  expect([250, 8895, 222, 51, 0].map((top) => evenEnd(top, 4))).toEqual([400, 10_000, 400, 80, 4]);
  expect(evenEnd(1000, 4)).toBe(1000);
});
