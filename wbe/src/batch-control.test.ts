import { expect, test } from "vitest";
import {
  chartUncertainty,
  controlLimits,
  individualLimits,
  relativePercentDifference,
  spikeRecovery,
} from "./batch-control.ts";

test("40 and 60 differ by 40 %, 50 recovered of 100 added is 50 %", () => {
  expect(relativePercentDifference({ first: 40, second: 60 })).toBe(40);
  expect(relativePercentDifference({ first: 60, second: 40 })).toBe(40);
  expect(() => relativePercentDifference({ first: 0, second: 0 })).toThrow(
    expect.objectContaining({ code: "notPositive" }),
  );
  expect(relativePercentDifference({ first: 0, second: 1 })).toBe(200);
  expect(spikeRecovery({ native: 10, spiked: 60, added: 100 })).toBe(50);
  expect(spikeRecovery({ native: 60, spiked: 10, added: 100 })).toBe(-50);
});

test("centre and standard deviation of 8, 10 and 12 are 10 and 2", () => {
  expect(controlLimits([8, 10, 12])).toEqual({ mean: 10, standardDeviation: 2 });
  expect(controlLimits([9, 11]).standardDeviation).toBeCloseTo(Math.SQRT2, 12);
  expect(() => controlLimits([9])).toThrow(expect.objectContaining({ code: "missing" }));
  expect(() => controlLimits([9, 9, 9])).toThrow(expect.objectContaining({ code: "notPositive" }));
  expect(() => controlLimits(Array<number>(10_001).fill(9))).toThrow(
    expect.objectContaining({ code: "tooMany" }),
  );
});

test("limits of single results come of moving ranges, provisional from 10 and final from 20", () => {
  const zigzag = (count: number) =>
    Array.from({ length: count }, (_, at) => 100 + (at % 2 === 0 ? 0 : 2.256));
  expect(individualLimits(zigzag(10))).toMatchObject({ status: "provisional" });
  expect(individualLimits(zigzag(10)).standardDeviation).toBeCloseTo(2, 9);
  expect(individualLimits(zigzag(10)).mean).toBeCloseTo(101.128, 9);
  expect(individualLimits(zigzag(19)).status).toBe("provisional");
  expect(individualLimits(zigzag(20)).status).toBe("final");
  // A slow drift widens the plain standard deviation, and these limits not.
  const drift = Array.from({ length: 20 }, (_, at) => 100 + at * 1.128);
  expect(individualLimits(drift).standardDeviation).toBeCloseTo(1, 9);
  expect(controlLimits(drift).standardDeviation).toBeGreaterThan(6);
  expect(() => individualLimits(zigzag(9))).toThrow(expect.objectContaining({ code: "missing" }));
  expect(() => individualLimits(Array<number>(10).fill(5))).toThrow(
    expect.objectContaining({ code: "notPositive", field: "standardDeviation" }),
  );
  expect(() => individualLimits(Array<number>(10_001).fill(5))).toThrow(
    expect.objectContaining({ code: "tooMany" }),
  );
  expect(() => individualLimits([...zigzag(10), -1])).toThrow(expect.objectContaining({ code: "negative" }));
});

test("the charts of a method come to its uncertainty", () => {
  // Bias 3 and -5 of 100: sqrt((9 + 25) / 2) = 4.1231; with u(Cref) 2: 4.5826; with u(Rw) 6: 7.5498.
  const { bias, standard } = chartUncertainty({
    withinLaboratory: 0.06,
    biases: [0.03, -0.05],
    reference: 0.02,
  });
  expect(bias).toBeCloseTo(0.045826, 6);
  expect(standard).toBeCloseTo(0.075498, 6);
  expect(() => chartUncertainty({ withinLaboratory: 0.06, biases: [], reference: 0 })).toThrow(
    expect.objectContaining({ code: "empty", field: "biases" }),
  );
});
