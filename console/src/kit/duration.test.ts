import { expect, test } from "vitest";
import { durationParts } from "./duration.ts";

const hour = 3_600_000;

test("a duration has its largest unit and the one below it", () => {
  expect(durationParts(56 * hour)).toEqual([
    { unit: "days", count: 2 },
    { unit: "hours", count: 8 },
  ]);
  expect(durationParts(78 * 60_000)).toEqual([
    { unit: "hours", count: 1 },
    { unit: "minutes", count: 18 },
  ]);
});

test("a unit that is zero is left out, and minutes have no seconds", () => {
  expect(durationParts(24 * hour)).toEqual([{ unit: "days", count: 1 }]);
  expect(durationParts(18 * 60_000 + 4000)).toEqual([{ unit: "minutes", count: 18 }]);
  expect(durationParts(400)).toEqual([{ unit: "seconds", count: 0 }]);
});
