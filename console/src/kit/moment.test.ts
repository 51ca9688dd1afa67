import { expect, test } from "vitest";
import { formatClock, formatDay, formatMoment, formatWeekday, zoneOffset } from "./moment.ts";

const at = Date.UTC(2026, 10, 18, 1, 41, 5);

test("prints a moment in the server's zone", () => {
  expect(formatMoment(at, "Asia/Shanghai")).toBe("2026-11-18 09:41:05");
  expect(formatMoment(at, "UTC")).toBe("2026-11-18 01:41:05");
});

test("midnight is 00, not 24", () => {
  expect(formatClock(Date.UTC(2026, 0, 1), "UTC")).toBe("00:00:00");
});

test("the day of the week is the server's", () => {
  const lateEvening = Date.UTC(2026, 10, 18, 23, 0);
  expect(formatWeekday(lateEvening, "en", "Asia/Shanghai")).toBe("Thursday");
  expect(formatWeekday(lateEvening, "en", "UTC")).toBe("Wednesday");
});

test("an absent moment is a dash", () => {
  expect(formatDay(null)).toBe("—");
});

test("the offset of a zone is that of the day, with its minutes", () => {
  expect(zoneOffset("Asia/Shanghai", Date.UTC(2026, 6, 1))).toBe("UTC+8");
  expect(zoneOffset("Europe/Vienna", Date.UTC(2026, 6, 1))).toBe("UTC+2");
  expect(zoneOffset("Europe/Vienna", Date.UTC(2026, 11, 1))).toBe("UTC+1");
  expect(zoneOffset("Asia/Kathmandu", Date.UTC(2026, 6, 1))).toBe("UTC+5:45");
  expect(zoneOffset("America/St_Johns", Date.UTC(2026, 11, 1))).toBe("UTC−3:30");
  expect(zoneOffset("UTC", Date.UTC(2026, 6, 1))).toBe("UTC");
});
