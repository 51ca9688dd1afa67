import fc from "fast-check";
import { expect, test } from "vitest";
import { combineUncertainty } from "./uncertainty.ts";
import { relativeUncertainty } from "./units.ts";

const parts = (sampling: number, chemistry: number, flow: number, population: number, factor: number) => ({
  sampling: relativeUncertainty(sampling),
  chemistry: relativeUncertainty(chemistry),
  flow: relativeUncertainty(flow),
  population: relativeUncertainty(population),
  correctionFactor: relativeUncertainty(factor),
});

test("one day: the root of the sum of squares", () => {
  // 0.1^2 + 0.2^2 + 0.06^2 + 0.08^2 + 0.26^2 = 0.1276
  const { standard, expanded } = combineUncertainty({ parts: parts(0.1, 0.2, 0.06, 0.08, 0.26), days: 1 });
  expect(standard).toBeCloseTo(Math.sqrt(0.1276), 12);
  expect(expanded).toBeCloseTo(2 * Math.sqrt(0.1276), 12);
});

const percent = fc.double({ min: 0, max: 2, noNaN: true });
const anyParts = fc.tuple(percent, percent, percent, percent, percent).map((five) => parts(...five));

test("sampling and chemistry shrink with the root of the days, the rest does not", () => {
  fc.assert(
    fc.property(anyParts, fc.integer({ min: 1, max: 366 }), (some, days) => {
      const one = combineUncertainty({ parts: some, days: 1 });
      const many = combineUncertainty({ parts: some, days });
      expect(many.random).toBeCloseTo(one.random / Math.sqrt(days), 12);
      expect(many.systematic).toBe(one.systematic);
      expect(many.standard).toBeLessThanOrEqual(one.standard);
      expect(many.standard).toBeGreaterThanOrEqual(many.systematic);
    }),
  );
});

test.each([0, -1, 1.5, 36_601, Number.NaN])("%s days are refused", (days) => {
  const input = { parts: parts(0.1, 0.1, 0.1, 0.1, 0.1), days };
  expect(() => combineUncertainty(input)).toThrow(
    expect.objectContaining({ name: "WbeError", field: "days" }),
  );
});

test("a century of days is allowed", () => {
  expect(combineUncertainty({ parts: parts(1, 0, 0, 0, 0), days: 36_600 }).standard).toBeCloseTo(0.005227, 6);
});
