import { expect, test } from "vitest";
import { fromZonedInput, toZonedInput } from "./zoned-input.ts";

const at = Date.UTC(2026, 10, 18, 1, 41);

test("shows and reads a moment in the server's zone", () => {
  expect(toZonedInput(at, "Asia/Shanghai")).toBe("2026-11-18T09:41");
  expect(fromZonedInput("2026-11-18T09:41", "Asia/Shanghai")).toBe(at);
  expect(fromZonedInput("", "Asia/Shanghai")).toBeNull();
});

test("keeps the hour next to a change of the clock", () => {
  const morning = Date.UTC(2026, 2, 29, 1, 30); // 03:30 in Berlin, half an hour after the clock went forward
  expect(toZonedInput(morning, "Europe/Berlin")).toBe("2026-03-29T03:30");
  expect(fromZonedInput("2026-03-29T03:30", "Europe/Berlin")).toBe(morning);
});
