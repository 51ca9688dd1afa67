import { expect, test } from "vitest";
import { readTemperatures } from "./temperature-lines.ts";

test("lines of a logger are read in the server's zone, whatever separates them; others are named", () => {
  const text =
    "2026-11-22 08:15, 4.2\r\n2026-11-22T08:30:30;-1,5 °C\n\n2026-11-22 08:45\t5\nwarm\n2026-13-40 08:00, 4";
  const { readings, faults } = readTemperatures(text, "Asia/Shanghai");
  expect(readings).toEqual([
    { at: Date.UTC(2026, 10, 22, 0, 15), celsius: 4.2 },
    { at: Date.UTC(2026, 10, 22, 0, 30, 30), celsius: -1.5 },
    { at: Date.UTC(2026, 10, 22, 0, 45), celsius: 5 },
  ]);
  expect(faults).toEqual([5, 6]);
});
