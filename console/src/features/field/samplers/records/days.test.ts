import { expect, test } from "vitest";
import { dayEnd, dayStart } from "./days.ts";

test("a day begins and ends by the clocks of its zone, on days when they change too", () => {
  expect(dayStart("2026-05-11", "Asia/Shanghai")).toBe(Date.UTC(2026, 4, 10, 16));
  expect(dayEnd("2026-05-11", "Asia/Shanghai")).toBe(Date.UTC(2026, 4, 11, 16) - 1);
  const [first, last] = [dayStart("2026-03-29", "Europe/Prague"), dayEnd("2026-03-29", "Europe/Prague")];
  expect(last + 1 - first).toBe(23 * 3_600_000);
});
