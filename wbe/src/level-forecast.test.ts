import { expect, test } from "vitest";
import { forecastLevel } from "./level-forecast.ts";

const line = (from: number, perDay: number, count: number, firstDay = 0) =>
  Array.from({ length: count }, (_, at) => ({ day: firstDay + at / 4, level: from + (perDay * at) / 4 }));

test("a supply that falls 5 % a day from 90 % is empty when the line meets zero", () => {
  const found = forecastLevel({ readings: line(90, -5, 21), end: 0 });
  expect(found?.perDay).toBeCloseTo(-5, 9);
  // After five days 65 % are left: 13 days.
  expect(found?.daysLeft).toBeCloseTo(13, 9);
  expect(found?.earliest).toBeCloseTo(13, 9);
});

test("a refill begins the line anew, and waste runs towards full", () => {
  const refilled = [...line(30, -5, 21), ...line(100, -10, 9, 5.25)];
  expect(forecastLevel({ readings: refilled, end: 0 })).toMatchObject({ points: 9 });
  expect(forecastLevel({ readings: refilled, end: 0 })?.daysLeft).toBeCloseTo(8, 9);
  expect(forecastLevel({ readings: line(40, 6, 21), end: 100 })?.daysLeft).toBeCloseTo(5, 9);
});

test("the interval of the slope gives the earliest and the latest day", () => {
  const noisy = line(90, -5, 21).map((one, at) => ({
    ...one,
    level: one.level + (at % 2 === 0 ? 0.5 : -0.5),
  }));
  const found = forecastLevel({ readings: noisy, end: 0 });
  expect(found?.earliest).toBeLessThan(found?.daysLeft ?? 0);
  expect(found?.latest).toBeGreaterThan(found?.daysLeft ?? 0);
});

test.each([
  ["nothing is used", line(80, 0, 21)],
  ["the level only flickers", line(80, 0, 21).map((one, at) => ({ ...one, level: 80 + (at % 3) }))],
  ["there are too few readings", line(80, -5, 5)],
  ["it rises slowly, as by condensation", line(40, 1, 21)],
])("there is no forecast where %s", (_name, readings) => {
  expect(forecastLevel({ readings, end: 0 })).toBeNull();
});
