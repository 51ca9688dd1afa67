import { describe, expect, test } from "vitest";
import {
  badResiduals,
  type CalibrationWeighting,
  concentrationOnLine,
  fitCalibration,
} from "./calibration.ts";

const points = (...some: [number, number][]) => some.map(([level, response]) => ({ level, response }));
const straight = points([1, 3], [10, 21], [100, 201]);

describe("a calibration", () => {
  test.each(["none", "1/x", "1/x2"] as const)(
    "of a straight line comes out whole, weighted %s",
    (weighting) => {
      const fit = fitCalibration({ points: straight, weighting });
      expect(fit.slope).toBeCloseTo(2, 9);
      expect(fit.intercept).toBeCloseTo(1, 9);
      expect(fit.r2).toBeCloseTo(1, 9);
      expect(fit).toMatchObject({ low: 1, high: 100 });
      for (const residual of fit.residuals) expect(residual).toBeCloseTo(0, 6);
    },
  );

  // Responses 2, 4 and 9 at 1, 2 and 4, worked by hand.
  test.each([
    ["none", 33 / 14, -0.5],
    ["1/x", 2.3, -0.314285714],
    ["1/x2", 2.2, -0.171428571],
  ] as const)("weighs its levels by %s", (weighting, slope, intercept) => {
    const fit = fitCalibration({ points: points([1, 2], [2, 4], [4, 9]), weighting });
    const weight = (x: number) => ({ none: 1, "1/x": 1 / x, "1/x2": 1 / (x * x) })[weighting];
    const [w1, w2, w4] = [weight(1), weight(2), weight(4)];
    const total = w1 + w2 + w4;
    const x = (w1 + 2 * w2 + 4 * w4) / total;
    const y = (2 * w1 + 4 * w2 + 9 * w4) / total;
    const across = w1 * (1 - x) * (2 - y) + w2 * (2 - x) * (4 - y) + w4 * (4 - x) * (9 - y);
    const along = w1 * (1 - x) ** 2 + w2 * (2 - x) ** 2 + w4 * (4 - x) ** 2;
    expect(fit.slope).toBeCloseTo(across / along, 9);
    expect(fit.intercept).toBeCloseTo(y - (across / along) * x, 9);
    expect(Math.abs(fit.slope - slope)).toBeLessThan(0.1);
    expect(Math.abs(fit.intercept - intercept)).toBeLessThan(0.2);
    expect(fit.r2).toBeGreaterThan(0.98);
    expect(fit.r2).toBeLessThan(1);
    expect(fit.residuals[0]).toBeCloseTo(((2 - fit.intercept) / fit.slope - 1) * 100, 9);
  });

  test("has a coefficient of determination, worked by hand", () => {
    // 1, 2, 3 at 1, 1 (mean of responses 2), 2: slope 0.5, intercept 1/3, left 1/6 of 2/3.
    const fit = fitCalibration({ points: points([1, 1], [2, 1], [3, 2]), weighting: "none" });
    expect(fit.slope).toBeCloseTo(0.5, 12);
    expect(fit.intercept).toBeCloseTo(1 / 3, 12);
    expect(fit.r2).toBeCloseTo(0.75, 12);
  });

  test.each([
    ["an unknown weighting", straight, "1/x3", "unknown", "weighting"],
    ["two levels", points([1, 2], [1, 3], [2, 4]), "none", "missing", "points"],
    ["a level of zero", points([0, 2], [1, 3], [2, 4]), "none", "notPositive", "level"],
    ["a response below zero", points([1, -2], [2, 3], [3, 4]), "none", "negative", "response"],
    ["a line that falls", points([1, 9], [2, 5], [3, 1]), "none", "notPositive", "slope"],
    ["a flat line", points([1, 5], [2, 5], [3, 5]), "none", "notPositive", "slope"],
  ])("of %s is refused", (_, some, weighting, code, field) => {
    expect(() => fitCalibration({ points: some, weighting: weighting as CalibrationWeighting })).toThrow(
      expect.objectContaining({ code, field }),
    );
  });

  test("takes at most 1,000 points", () => {
    const many = Array.from({ length: 1000 }, (_, at) => ({ level: at + 1, response: at + 1 }));
    expect(fitCalibration({ points: many, weighting: "none" }).slope).toBeCloseTo(1, 9);
    const more = [...many, { level: 1001, response: 1001 }];
    expect(() => fitCalibration({ points: more, weighting: "none" })).toThrow(
      expect.objectContaining({ code: "tooMany" }),
    );
  });
});

test("standards may come back 20 % from their level, the lowest and the highest 25 %", () => {
  const levels = [1, 10, 100];
  expect(badResiduals({ levels, residuals: [25, 20, -25] })).toEqual([]);
  expect(badResiduals({ levels, residuals: [-25.1, -20.1, 25.1] })).toEqual([0, 1, 2]);
  expect(badResiduals({ levels, residuals: [0, 22, 0] })).toEqual([1]);
  expect(() => badResiduals({ levels, residuals: [0] })).toThrow(
    expect.objectContaining({ code: "inconsistent" }),
  );
});

describe("the way back from a response", () => {
  const line = { slope: 2, intercept: 1, low: 1, high: 100 };
  test("is the concentration, both ends included", () => {
    expect(concentrationOnLine({ line, response: 21 })).toBe(10);
    expect(concentrationOnLine({ line, response: 3 })).toBe(1);
    expect(concentrationOnLine({ line, response: 201 })).toBe(100);
  });

  test.each([
    [{}, 2.9, "belowRange", "response"],
    [{}, 201.1, "aboveRange", "response"],
    [{ low: 101 }, 21, "inconsistent", "low"],
    [{ slope: 0 }, 21, "notPositive", "slope"],
    [{}, -1, "negative", "response"],
  ])("of %j at %s is refused", (change, response, code, field) => {
    expect(() => concentrationOnLine({ line: { ...line, ...change }, response })).toThrow(
      expect.objectContaining({ code, field }),
    );
  });
});
