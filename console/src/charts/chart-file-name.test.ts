import { expect, test } from "vitest";
import { chartFileName } from "./chart-file-name.ts";

const span = { begin: Date.parse("2026-11-26T09:05:00Z"), end: Date.parse("2026-11-27T09:05:00Z") };

test("a saved chart is named after the device, its properties and the period", () => {
  expect(chartFileName({ device: "WS-0417", titles: ["Box temp", "Flow"], ...span })).toMatch(
    /^WS-0417 Box temp, Flow 2026-11-2\d \d\d\.05_2026-11-2\d \d\d\.05$/,
  );
});

test("more than three properties are counted, and what a file's name must not have is taken out", () => {
  const titles = ["N/P ratio", "a", "b", "c", "d"];
  expect(chartFileName({ device: "WS-1", titles, ...span })).toContain("WS-1 N-P ratio, a, b, +2 2026");
});
