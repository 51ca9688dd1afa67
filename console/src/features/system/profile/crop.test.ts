import { expect, test } from "vitest";
import { sourceOf, within } from "./crop.ts";

const wide = { width: 400, height: 200 };

test("cuts the middle of a wide picture out at first", () => {
  expect(sourceOf({ zoom: 1, x: 0, y: 0 }, wide)).toEqual({ left: 100, top: 0, side: 200 });
});

test("never leaves the picture, however far it is moved or shrunk", () => {
  expect(within({ zoom: 0.2, x: 9, y: 9 }, wide)).toEqual({ zoom: 1, x: 0.5, y: 0 });
  const { left, top, side } = sourceOf(within({ zoom: 9, x: -9, y: 9 }, wide), wide);
  expect(side).toBe(50);
  expect(left + side).toBe(400);
  expect(top).toBe(0);
});
