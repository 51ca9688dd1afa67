import type { PointAttribute } from "@tracewater/contract/field/point-details";
import { expect, test } from "vitest";
import { flowDays } from "./flow-days.ts";

const flow = (since: string, value: number): PointAttribute => ({
  ...{ figureId: 1, kind: "flow", since, value, method: "meter", source: "", madeAt: 0, madeBy: "" },
});

test("a flow holds until the next one, and days without a value of their own are hollow", () => {
  const days = flowDays([
    flow("2026-03-04", 300),
    flow("2026-03-01", 200),
    { ...flow("2026-03-02", 9), kind: "population" },
  ]);
  expect(days.map((one) => [one.day, one.value, one.isHollow])).toEqual([
    ["2026-03-01", 200, false],
    ["2026-03-02", 200, true],
    ["2026-03-03", 200, true],
    ["2026-03-04", 300, false],
  ]);
});

test("of years of values the last 120 days are shown", () => {
  const days = flowDays([flow("2020-01-01", 100), flow("2026-03-04", 300)]);
  expect(days).toHaveLength(120);
  expect(days[0]?.value).toBe(100);
  expect(flowDays([])).toEqual([]);
});
