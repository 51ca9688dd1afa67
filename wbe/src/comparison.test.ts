import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compareSpans, isBalanced, sameDayYearBefore } from "./comparison.ts";
import type { EudaWeek } from "./euda.ts";
import { parseEudaDailyLoads } from "./euda-csv.ts";
import { shifted } from "./sampling-weeks.ts";
import { studentFactor } from "./student-t.ts";
import { type MgPerDayPer1000, mgPerDayPer1000 } from "./units.ts";
import { weekDays } from "./week.ts";

type Day = { day: string; load: MgPerDayPer1000 };
const dated = (first: string, loads: readonly (number | string | null)[]): Day[] =>
  loads.flatMap((load, at) =>
    load === null ? [] : [{ day: shifted(first, at), load: mgPerDayPer1000(load) }],
  );
const monday = "2026-03-02";
const yearBefore = "2025-03-03";
const week = [16, 9, 10, 11, 12, 26, 14];

test("the year before is 52 whole weeks back, on the same weekday", () => {
  expect(sameDayYearBefore("2026-03-07")).toBe("2025-03-08");
  expect(sameDayYearBefore(monday)).toBe(yearBefore);
  expect(() => sameDayYearBefore("yesterday")).toThrow(expect.objectContaining({ code: "malformed" }));
});

describe("one weekend, Saturday 300 and Sunday 265, with 77.2 on the Friday before it", () => {
  const weekend = dated("2026-03-07", [300, 265]);
  const before = dated("2025-03-07", [77.2, 300, 265]);

  test("by calendar date meets Friday and Saturday: 282.5 compared with 188.6, of which no class is given", () => {
    const byDate = compareSpans({ current: weekend, previous: before.slice(0, 2) });
    expect([byDate.current, byDate.previous].map(String)).toEqual(["282.5", "188.6"]);
    expect(byDate).toMatchObject({ to: null, gap: "weekdaysDiffer", percent: null, isShown: false });
  });

  test("364 days later is stable", () => {
    const byWeekday = compareSpans({ current: weekend, previous: before.slice(1) });
    expect(byWeekday).toMatchObject({ to: "stable", gap: null, percent: 0, isShown: false, pairs: 2 });
    expect([byWeekday.current, byWeekday.previous].map(String)).toEqual(["282.5", "282.5"]);
    expect(byWeekday.interval).toEqual({ low: 0, high: 0 });
  });
});

test("a change of every day by the same mass is shown with a narrow interval", () => {
  const more = week.map((load) => load + 7);
  const found = compareSpans({ current: dated(monday, more), previous: dated(yearBefore, week) });
  // 98 / 7 = 14, 7 more of them.
  expect(found).toMatchObject({ to: "increase", percent: 50, isShown: true, pairs: 7 });
  expect(found.interval?.low).toBeCloseTo(50, 9);
  expect(found.interval?.high).toBeCloseTo(50, 9);
  const less = compareSpans({ current: dated(monday, week), previous: dated(yearBefore, more) });
  expect(less).toMatchObject({ to: "decrease", isShown: true });
  expect(less.percent).toBeCloseTo(-100 / 3, 9);
});

test("the interval is Student's, worked by hand: differences 1, 3 and 5 over a mean of 10", () => {
  const found = compareSpans({
    current: dated(monday, [11, 13, 15]),
    previous: dated(yearBefore, [10, 10, 10]),
  });
  // mean 3, s = 2, half = 4.3027 x 2 / sqrt(3) / 10 x 100
  expect(found.percent).toBeCloseTo(30, 9);
  expect(found.interval?.low).toBeCloseTo(30 - 49.683, 2);
  expect(found.interval?.high).toBeCloseTo(30 + 49.683, 2);
  // +30 %, and still no change is shown.
  expect(found).toMatchObject({ to: "increase", isShown: false, pairs: 3 });
});

test("a weekday with more samples weighs no more", () => {
  // Two Mondays of 10 and 30, one Tuesday of 50: 20 and 50, not (10 + 30 + 50) / 3.
  const current = [...dated(monday, [10, 50]), ...dated("2026-03-09", [30])];
  const found = compareSpans({ current, previous: dated(yearBefore, [20, 50]) });
  expect(String(found.current)).toBe("35");
  expect(found).toMatchObject({ to: "stable", percent: 0, pairs: 2 });
});

test("days are paired in their order, whatever the order in which they come", () => {
  const current = [...dated("2026-03-09", [30]), ...dated(monday, [10])];
  const previous = [...dated("2025-03-10", [20]), ...dated(yearBefore, [5])];
  const found = compareSpans({ current, previous });
  // Differences 5 and 10, mean 12.5: half = 12.7062 x 3.5355 / sqrt(2) / 12.5 x 100.
  expect(found.interval?.high).toBeCloseTo(60 + 254.124, 2);
  expect(found.pairs).toBe(2);
});

test("what has no earlier span, one pair, or an earlier mean of zero has no interval and says why", () => {
  const current = dated(monday, [10]);
  expect(compareSpans({ current, previous: [] })).toMatchObject({
    to: null,
    gap: "noEarlier",
    previous: null,
  });
  expect(compareSpans({ current: [], previous: current })).toMatchObject({ gap: "noEarlier", current: null });
  expect(compareSpans({ current, previous: dated(yearBefore, [5]) })).toMatchObject({
    ...{ to: "increase", percent: 100, interval: null, isShown: false, pairs: 1 },
  });
  expect(compareSpans({ current, previous: dated(yearBefore, [0]) })).toMatchObject({
    ...{ to: "increase", gap: "earlierZero", percent: null, pairs: 1 },
  });
  expect(() => compareSpans({ current: [...current, ...current], previous: [] })).toThrow(
    expect.objectContaining({ code: "duplicate" }),
  );
  expect(() => compareSpans({ current, previous: [...current, ...current] })).toThrow(
    expect.objectContaining({ code: "duplicate" }),
  );
});

test("a span is balanced where each weekday has equally many days", () => {
  expect(isBalanced(dated(monday, week))).toBe(true);
  expect(isBalanced(dated(monday, [...week, ...week]))).toBe(true);
  expect(isBalanced(dated(monday, [...week, 16]))).toBe(false);
  expect(isBalanced(dated(monday, week.slice(1)))).toBe(false);
  expect(isBalanced([])).toBe(false);
});

test.each([
  [1, 12.7062],
  [6, 2.4469],
  [30, 2.0423],
  [31, 2.0395],
  [100, 1.984],
  [1e6, 1.96],
])("Student's factor for %s degrees of freedom is %s", (degrees, factor) => {
  expect(Math.abs(studentFactor(degrees) - factor)).toBeLessThan(1e-4);
});

test("Student's factor needs a degree of freedom", () => {
  expect(() => studentFactor(0)).toThrow(expect.objectContaining({ code: "outOfRange" }));
});

describe("the European table", () => {
  const weeks = parseEudaDailyLoads(
    readFileSync(new URL("../../data/euda-daily-loads.csv", import.meta.url), "utf8"),
  );
  const days = (one: EudaWeek, first: string) =>
    dated(
      first,
      weekDays.map((day) => one.loads[day]?.toString() ?? null),
    );

  test("each week compared with itself 364 days later is stable, and no change is shown", () => {
    const stable = weeks.filter((one) => {
      const found = compareSpans({ current: days(one, monday), previous: days(one, yearBefore) });
      return found.to === "stable" && !found.isShown;
    });
    expect(stable).toHaveLength(4376);
  });

  test("about 43 % of the changes beyond 10 % are not significant", () => {
    const byYear = new Map(weeks.map((one) => [`${one.year} ${one.residue} ${one.siteId}`, one]));
    const changes = weeks.flatMap((one) => {
      const earlier = byYear.get(`${one.year - 1} ${one.residue} ${one.siteId}`);
      if (earlier === undefined) return [];
      const common = weekDays.filter((day) => one.loads[day] && earlier.loads[day]);
      const only = (whole: EudaWeek) => ({
        ...whole,
        loads: Object.fromEntries(common.map((day) => [day, whole.loads[day]])),
      });
      if (common.length < 2) return [];
      const found = compareSpans({
        current: days(only(one), monday),
        previous: days(only(earlier), yearBefore),
      });
      return found.gap === null && found.to !== "stable" ? [found] : [];
    });
    const silent = changes.filter(({ isShown }) => !isShown).length;
    expect([changes.length, silent]).toEqual([2002, 854]);
    expect(Math.round((silent / changes.length) * 100)).toBe(43);
  });

  test.each([
    ["MDMA", 57],
    ["ketamine", 30],
    ["cocaine", 27],
  ])("the days of a week of %s differ by about %s %%", (residue, percent) => {
    const spreads = weeks
      .filter((one) => one.residue === residue)
      .flatMap((one) => {
        const loads = weekDays.flatMap((day) => one.loads[day]?.toNumber() ?? []);
        const mean = loads.reduce((sum, load) => sum + load, 0) / loads.length;
        if (loads.length < 2 || mean === 0) return [];
        return (
          Math.sqrt(loads.reduce((sum, load) => sum + (load - mean) ** 2, 0) / (loads.length - 1)) / mean
        );
      })
      .sort((a, b) => a - b);
    expect(Math.abs((spreads[Math.floor(spreads.length / 2)] ?? 0) * 100 - percent)).toBeLessThan(2);
  });
});
