import { expect, test } from "vitest";
import { readPublishedLoads } from "../published-loads.ts";
import { decimal, flowOf, resultsOf } from "./measured.ts";
import { deliveryTimes, planSamples, temperaturesOf } from "./samples.ts";

const graz = { code: "EUDA:AT001", population: 500_000, published: readPublishedLoads().get("AT001") ?? {} };
const massOf = (day: string, analyte: string) =>
  Number(resultsOf(graz, day, null).find((one) => one.analyte === analyte)?.value ?? 0) * flowOf(graz, day);

test("cocaine and MDMA rise on weekends, and the same days bring the same water", () => {
  // 2026-11-18 is a Wednesday, 2026-11-21 a Saturday.
  expect(massOf("2026-11-21", "mdma")).toBeGreaterThan(1.5 * massOf("2026-11-18", "mdma"));
  expect(massOf("2026-11-21", "benzoylEconine")).toBeGreaterThan(massOf("2026-11-18", "benzoylEconine"));
  expect(resultsOf(graz, "2026-11-18", null)).toEqual(resultsOf(graz, "2026-11-18", null));
});

test("each of the 18 analytes fits its flag, and some are below their limits", () => {
  const results = resultsOf(graz, "2026-11-18", { analyte: "mamp", times: 24 });
  expect(results).toHaveLength(18);
  for (const { value, flag, lod, loq } of results) {
    if (flag === "notDetected") expect(value).toBeNull();
    else if (flag === "belowLoq") expect(Number(value)).toBeLessThan(Number(loq));
    else expect(Number(value)).toBeGreaterThanOrEqual(Number(loq));
    expect(Number(lod)).toBeLessThan(Number(loq));
  }
  expect(results.map((one) => one.flag)).toContain("notDetected");
  expect([0.000123456, 1.5, 1234.5, 20].map(decimal)).toEqual(["0.0001235", "1.5", "1235", "20"]);
});

test("samples are taken within the span alone, and never two of a point and day", () => {
  const untilMs = Date.UTC(2026, 10, 22, 3);
  const fromMs = untilMs - 20 * 86_400_000;
  const bottle = (slot: number, began: number, left: number) => ({
    ...{ slot, began: untilMs - began * 3_600_000, left: untilMs - left * 3_600_000 },
  });
  const point = (place: number) => ({
    ...{ deviceId: 1, deviceName: `WS-${place}`, unit: "north", unitId: 1, pointId: place },
    catchment: { ...graz, code: `P-${place}` },
    isDayBottled: place === 2,
    bottles: place === 2 ? [44, 68, 92, 2000].map((ago) => bottle(1, ago, ago - 24)) : [bottle(12, 40, 20)],
  });
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const samples = planSamples([0, 1, 2].map(point), { fromMs, untilMs, dayOf });
  expect(samples.every((one) => one.at > fromMs && one.at < untilMs)).toBe(true);
  const water = samples.filter((one) => one.origin === "auto" || one.kind === "composite24");
  expect(new Set(water.map((one) => `${one.point.pointId} ${one.day}`)).size).toBe(water.length);
  expect(samples.filter((one) => one.origin === "auto")).toHaveLength(5);
  // A sampler that fills a bottle a day needs nobody who pours one.
  expect(water.some((one) => one.origin === "manual" && one.point.pointId === 2)).toBe(false);
  expect(samples.some((one) => one.origin === "manual" && one.kind === "fieldBlank")).toBe(true);
  expect(deliveryTimes(fromMs, untilMs)).toHaveLength(6);
});

test("a warm box passes 8 °C on the way, a cold one does not", () => {
  const highest = (curve: "warm" | "cold") =>
    Math.max(...temperaturesOf(curve, 0, 5 * 3_600_000).map((one) => one.celsius));
  expect(highest("warm")).toBeGreaterThan(8);
  expect(highest("cold")).toBeLessThan(6);
});
