import fc from "fast-check";
import { expect, test } from "vitest";
import { changeClass } from "./change-class.ts";
import { cityMean } from "./city-mean.ts";
import { inhabitants, type MgPerDayPer1000, mgPerDayPer1000 } from "./units.ts";
import { eudaDaySet, eudaDaySet2021, eudaDaySetOf, type WeekDay, weekDays, weekMeans } from "./week.ts";

// A measured value as it is written: up to nine digits before the point and six behind it.
const measuredText = fc
  .tuple(fc.nat(999_999_999), fc.nat(999_999))
  .map(([whole, part]) => `${whole}.${String(part).padStart(6, "0")}`);

const loadsOf = (values: Partial<Record<WeekDay, string>>) =>
  Object.fromEntries(Object.entries(values).map(([day, value]) => [day, mgPerDayPer1000(value)]));

const week = loadsOf({
  monday: "7",
  tuesday: "1",
  wednesday: "2",
  thursday: "3",
  friday: "4",
  saturday: "5",
  sunday: "6",
});

test("the day set decides what a weekend is", () => {
  const weekMeansOfAll = weekMeans({ loads: week, daySet: eudaDaySet });
  expect([weekMeansOfAll.weekday, weekMeansOfAll.weekend, weekMeansOfAll.daily].map(String)).toEqual([
    "2",
    "5.5",
    "4",
  ]);
  const of2021 = weekMeans({ loads: week, daySet: eudaDaySet2021 });
  expect([of2021.weekday, of2021.weekend, of2021.daily].map(String)).toEqual(["2.5", "6", "4"]);
  expect(eudaDaySetOf(2021)).toBe(eudaDaySet2021);
  expect(eudaDaySetOf(2020)).toBe(eudaDaySet);
});

test("a missing day is skipped, a zero counts", () => {
  const means = weekMeans({ loads: loadsOf({ tuesday: "0", thursday: "3" }), daySet: eudaDaySet });
  expect(means.weekday?.toString()).toBe("1.5");
  expect(means.weekend).toBeNull();
  expect(means.days).toEqual({ weekday: 2, weekend: 0, daily: 2 });
});

test.each([
  ["no day at all", {}, eudaDaySet, "empty"],
  ["an empty weekend", week, { weekday: ["monday"], weekend: [] }, "empty"],
  ["a day in both", week, { weekday: ["monday"], weekend: ["monday"] }, "duplicate"],
  ["a day that is none", week, { weekday: ["monday"], weekend: ["someday" as WeekDay] }, "unknown"],
] as const)("refuses %s", (_, loads, daySet, code) => {
  expect(() => weekMeans({ loads, daySet })).toThrow(expect.objectContaining({ name: "WbeError", code }));
});

const anyWeek = fc
  .array(fc.option(measuredText), { minLength: 7, maxLength: 7 })
  .filter((values) => values.some((value) => value !== null))
  .map((values) =>
    Object.fromEntries(
      weekDays.map((day, index) => {
        const value = values[index] ?? null;
        return [day, value === null ? null : mgPerDayPer1000(value)];
      }),
    ),
  );

test("every mean lies within the range of its days", () => {
  fc.assert(
    fc.property(anyWeek, (loads) => {
      const values = Object.values(loads).filter((value) => value !== null);
      const { weekday, weekend, daily } = weekMeans({ loads, daySet: eudaDaySet });
      for (const mean of [weekday, weekend, daily]) {
        if (mean === null) continue;
        expect(values.some((value) => value.lte(mean)) && values.some((value) => value.gte(mean))).toBe(true);
      }
    }),
  );
});

const plants = fc.array(
  fc.tuple(measuredText, fc.integer({ min: 1, max: 9_999_999 })).map(([load, people]) => ({
    load: mgPerDayPer1000(load),
    population: inhabitants(people),
  })),
  { minLength: 1, maxLength: 8 },
);

test("a city mean lies between its plants, and a single plant is its own city", () => {
  fc.assert(
    fc.property(plants, (some) => {
      const mean = cityMean(some);
      expect(some.some(({ load }) => load.lte(mean)) && some.some(({ load }) => load.gte(mean))).toBe(true);
      expect(cityMean(some.slice(0, 1)).toString()).toBe(some[0]?.load.toString());
    }),
  );
});

test("a city without plants is refused", () => {
  expect(() => cityMean([])).toThrow(expect.objectContaining({ code: "empty", field: "plants" }));
});

test.each([
  ["110", "100", "stable"],
  ["110.01", "100", "increase"],
  ["90", "100", "stable"],
  ["89.99", "100", "decrease"],
  ["0.33", "0.3", "stable"],
  ["0", "0", "stable"],
  ["0.01", "0", "increase"],
  ["0", "5", "decrease"],
  ["5", null, null],
])("from %s after %s: %s", (current, previous, expected) => {
  const load = (text: string | null): MgPerDayPer1000 | null =>
    text === null ? null : mgPerDayPer1000(text);
  expect(changeClass({ current: mgPerDayPer1000(current ?? ""), previous: load(previous) })).toBe(expected);
});
