import { expect, test } from "vitest";
import { firstDayOf, samplingWeeks, spanMeans } from "./sampling-weeks.ts";
import { forbidsTrend } from "./trend-ban.ts";
import { mgPerDayPer1000 } from "./units.ts";
import { eudaDaySet, eudaDaySet2021, type WeekDay } from "./week.ts";

const days = (values: Record<string, string>) =>
  Object.entries(values).map(([day, load]) => ({ day, load: mgPerDayPer1000(load) }));

test.each([
  ["EUDA's", eudaDaySet, "tuesday"],
  ["EUDA's of 2021", eudaDaySet2021, "tuesday"],
  ["Monday to Friday", { weekday: ["monday", "friday"], weekend: ["saturday", "sunday"] }, "monday"],
  ["Sunday to Thursday", { weekday: ["sunday", "thursday"], weekend: ["friday", "saturday"] }, "sunday"],
] as const)("a week of %s day set begins where its weekend has ended", (_, daySet, first) => {
  expect(firstDayOf(daySet)).toBe(first);
});

test("weeks go over the ends of months and years, and days may come in any order", () => {
  const weeks = samplingWeeks({
    days: days({ "2027-01-01": "4", "2026-12-29": "2", "2026-12-28": "8" }),
    daySet: eudaDaySet,
  });
  expect(
    weeks.map(({ from, until, means }) => [from, until, `${means.weekday}`, `${means.weekend}`]),
  ).toEqual([
    ["2026-12-22", "2026-12-28", "null", "8"],
    ["2026-12-29", "2027-01-04", "2", "4"],
  ]);
});

test.each([
  ["no day", {}, "empty"],
  ["a day that is none", { "2026-02-30": "1" }, "malformed"],
  ["a word for a day", { Monday: "1" }, "malformed"],
] as const)("a mean of %s is refused", (_, given, code) => {
  expect(() => spanMeans({ days: days(given), daySet: eudaDaySet })).toThrow(
    expect.objectContaining({ name: "WbeError", code }),
  );
});

test("a day twice, and a day set with a day in both parts, are refused", () => {
  const [one] = days({ "2026-03-03": "1" });
  if (one === undefined) return;
  const twice = { days: [one, one], daySet: eudaDaySet };
  expect(() => spanMeans(twice)).toThrow(expect.objectContaining({ code: "duplicate" }));
  const monday: WeekDay[] = ["monday"];
  const daySet = { weekday: monday, weekend: monday };
  expect(() => samplingWeeks({ days: [one], daySet })).toThrow(
    expect.objectContaining({ code: "duplicate" }),
  );
});

test("more than half below the LOQ forbid a trend, half of them do not, rejected ones do not count", () => {
  const below = { flag: "belowLoq" } as const;
  const measured = { flag: "quantified" } as const;
  expect(forbidsTrend([below, measured])).toBe(false);
  expect(forbidsTrend([below, { flag: "notDetected" }, measured])).toBe(true);
  expect(forbidsTrend([below, measured, { flag: "rejected" }, { flag: "rejected" }])).toBe(false);
  expect(forbidsTrend([])).toBe(false);
});
