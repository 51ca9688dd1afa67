import { expect, test } from "vitest";
import { addDays, addMonths, readDayText, showDayText, weeksAround } from "./day-text.ts";

test.each([
  ["2026-03-04", "day", "2026-03-04"],
  [" 2026/3/4 ", "day", "2026-03-04"],
  ["2024-02-29", "day", "2024-02-29"],
  ["2026-02-29", "day", ""],
  ["2026-13-01", "day", ""],
  ["2026-03", "day", ""],
  ["2026-03-04 05:06", "minute", "2026-03-04T05:06"],
  ["2026-03-04T05:06", "minute", "2026-03-04T05:06"],
  ["2026.3.4 5:06", "minute", "2026-03-04T05:06"],
  ["2026-03-04 24:00", "minute", ""],
  ["2026-03-04 23:60", "minute", ""],
  ["2026-03-04", "minute", ""],
  ["2026-03-04 05:06:07", "second", "2026-03-04T05:06:07"],
  ["2026-03-04 05:06", "second", "2026-03-04T05:06:00"],
] as const)("reads %s as a time to the %s", (text, precision, value) => {
  expect(readDayText(text, precision)).toBe(value);
});

test("shows a value as it is typed", () => {
  expect(showDayText("2026-03-04T05:06")).toBe("2026-03-04 05:06");
  expect(readDayText(showDayText("2026-03-04T05:06:07"), "second")).toBe("2026-03-04T05:06:07");
});

test("walks over the ends of months and years", () => {
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(addMonths("2026-01-31", 1)).toBe("2026-02-28");
  expect(addMonths("2026-01-15", -1)).toBe("2025-12-15");
});

test("lays a month out in six weeks from Monday on", () => {
  const weeks = weeksAround("2026-03-17");
  expect(weeks).toHaveLength(6);
  expect(weeks[0]?.[0]).toBe("2026-02-23");
  expect(weeks[5]?.[6]).toBe("2026-04-05");
  expect(weeksAround("2026-06-01")[0]?.[0]).toBe("2026-06-01");
});
