import { expect, test } from "vitest";
import { brightnessAt } from "./brightness.ts";
import { isReloadDue } from "./nightly-reload.ts";

const dayMs = 86_400_000;

test("a display reloads once a night at a minute of its own, and not when it has just started", () => {
  expect(isReloadDue("03:06", dayMs, 67)).toBe(false);
  expect(isReloadDue("03:07", dayMs, 67)).toBe(true);
  expect(isReloadDue("03:59", dayMs, 67)).toBe(true);
  expect(isReloadDue("04:07", dayMs, 67)).toBe(false);
  expect(isReloadDue("15:07", dayMs, 67)).toBe(false);
  expect(isReloadDue("03:08", 60_000, 67)).toBe(false);
});

test("a screen is dimmed between two times, over midnight too, and never where none are set", () => {
  const night = { dimFrom: "22:00", dimUntil: "06:30", dimPercent: 40 };
  expect(["21:59", "22:00", "00:00", "06:29", "06:30"].map((at) => brightnessAt(at, night))).toEqual([
    ...[1, 0.4, 0.4, 0.4, 1],
  ]);
  const noon = { dimFrom: "12:00", dimUntil: "13:00", dimPercent: 70 };
  expect(["11:59", "12:30", "13:00"].map((at) => brightnessAt(at, noon))).toEqual([1, 0.7, 1]);
  expect(brightnessAt("23:00", { dimFrom: null, dimUntil: null, dimPercent: 10 })).toBe(1);
});
