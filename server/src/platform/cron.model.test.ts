import { expect, test } from "vitest";
import { readSchedule } from "./cron.model.ts";

const at = (text: string) => new Date(text);

test("a schedule fires at the moments of its zone", () => {
  const schedule = readSchedule("30 2 * * *", "Asia/Shanghai");
  expect(schedule.upcoming(at("2026-01-01T00:00:00Z"), 2)).toEqual([
    at("2026-01-01T18:30:00Z"),
    at("2026-01-02T18:30:00Z"),
  ]);
  expect(schedule.next(at("2026-01-01T18:30:00Z"))).toEqual(at("2026-01-02T18:30:00Z"));
});

test("a schedule that is asked again and again names the firing that follows each moment", () => {
  const schedule = readSchedule("30 2 * * *", "Asia/Shanghai");
  const [first, second] = [at("2026-01-01T18:30:00Z"), at("2026-01-02T18:30:00Z")];
  expect(schedule.next(at("2026-01-01T00:00:00Z"))).toEqual(first);
  expect(schedule.next(at("2026-01-01T18:29:59Z"))).toEqual(first);
  expect(schedule.next(first)).toEqual(second);
  expect(schedule.next(at("2026-01-02T18:00:00Z"))).toEqual(second);
  // The clock went back.
  expect(schedule.next(at("2025-12-31T20:00:00Z"))).toEqual(first);
});

test("an hour that a change of the clocks leaves out or repeats fires once", () => {
  const spring = readSchedule("30 2 * * *", "Europe/Berlin");
  const days = spring.upcoming(at("2026-03-27T12:00:00Z"), 3).map((one) => one.toISOString());
  expect(days).toHaveLength(3);
  expect(new Set(days.map((one) => one.slice(0, 10))).size).toBe(3);
  const autumn = readSchedule("30 2 * * *", "Europe/Berlin").upcoming(at("2026-10-24T12:00:00Z"), 2);
  expect(Number(autumn[1]) - Number(autumn[0])).toBeGreaterThan(20 * 3_600_000);
});

test.each([
  "",
  "* * * *",
  "30 0 2 * * ?",
  "0 0 2 * * ? 2027",
  "0 0 2 32 * ?",
  "61 * * * *",
  "* * * * 9",
  "2026-01-01T00:00:00",
  "@daily",
  "x y z a b",
  "0 0 30 2 *",
  "*/0 * * * *",
])("%s is no schedule", (expression) => {
  expect(() => readSchedule(expression, "Asia/Shanghai")).toThrow(/^cronExpression/);
});

test.each([
  ["0 0 2 * * ?", "0 2 * * *"],
  ["0 0/5 8-18 ? * MON-FRI", "0-59/5 8-18 * * MON-FRI"],
  ["0 30 9 ? * 2-6 *", "30 9 * * 1-5"],
  ["0 0 12 ? * 1,7", "0 12 * * 0,6"],
  ["0 0 0 1 1/3 ? *", "0 0 1 1-12/3 *"],
  ["0 15 10 ? * 6#3", "15 10 * * 5#3"],
])("%s of Quartz is %s", (quartz, five) => {
  expect(readSchedule(quartz, "Asia/Shanghai").expression).toBe(five);
});
