import { expect, test } from "vitest";
import { isMidnight, localTicks } from "./local-ticks.ts";

const at = (text: string) => Date.parse(text);
const iso = (ticks: number[]) => ticks.map((one) => new Date(one).toISOString().slice(0, 16));

test("the labels of a week stand at midnight of the zone, not of UTC", () => {
  const ticks = localTicks(at("2026-11-16T10:00Z"), at("2026-11-23T10:00Z"), 8, "Asia/Shanghai");
  expect(iso(ticks)).toEqual(["16", "17", "18", "19", "20", "21", "22"].map((one) => `2026-11-${one}T16:00`));
  expect(ticks.every((one) => isMidnight(one, "Asia/Shanghai"))).toBe(true);
});

test("midnight stays midnight where the clock is put back within the span", () => {
  const ticks = localTicks(at("2026-10-23T22:00Z"), at("2026-10-27T23:00Z"), 6, "Europe/Vienna");
  expect(iso(ticks)).toEqual([
    "2026-10-23T22:00",
    "2026-10-24T22:00",
    "2026-10-25T23:00",
    "2026-10-26T23:00",
    "2026-10-27T23:00",
  ]);
});

test("hours of a zone that is 45 minutes off are whole hours there", () => {
  const ticks = localTicks(at("2026-11-23T00:00Z"), at("2026-11-23T06:00Z"), 6, "Asia/Kathmandu");
  expect(iso(ticks)[0]).toBe("2026-11-23T00:15");
  expect(ticks).toHaveLength(6);
});

test("longer spans are counted in weeks that begin on Monday", () => {
  const ticks = localTicks(at("2026-09-01T00:00Z"), at("2026-11-01T00:00Z"), 10, "UTC");
  expect(iso(ticks)[0]).toBe("2026-09-07T00:00");
  expect(ticks).toHaveLength(8);
});

test.each([1, 3, 7, 12])("there are never more than %i and one", (maxCount) => {
  for (const span of [60_000, 3_600_000, 86_400_000, 40 * 86_400_000, 900 * 86_400_000])
    expect(
      localTicks(1_700_000_000_000, 1_700_000_000_000 + span, maxCount, "UTC").length,
    ).toBeLessThanOrEqual(maxCount + 1);
});
