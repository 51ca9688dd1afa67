import fc from "fast-check";
import { expect, test } from "vitest";
import { agreement } from "./agreement.ts";

const counts = (
  truePositive: number,
  falsePositive: number,
  falseNegative: number,
  trueNegative: number,
) => ({
  truePositive,
  falsePositive,
  falseNegative,
  trueNegative,
});

test("kappa by hand: po = 35/50, pe = 0.5 x 0.6 + 0.5 x 0.4 = 0.5, so 0.4", () => {
  expect(agreement(counts(20, 5, 10, 15)).kappa?.value).toBeCloseTo(0.4, 12);
});

// Wilson intervals of 8 of 10 and 0 of 10, as tabulated.
test("8 of 10 positives found, none of 10 negatives right", () => {
  const { sensitivity, specificity } = agreement(counts(8, 10, 2, 0));
  expect(sensitivity?.value).toBe(0.8);
  expect(sensitivity?.low).toBeCloseTo(0.4901625, 6);
  expect(sensitivity?.high).toBeCloseTo(0.9433178, 6);
  expect(specificity).toMatchObject({ value: 0, low: 0 });
  expect(specificity?.high).toBeCloseTo(0.2775328, 6);
});

test("ten of ten found are 1, from 0.72 to 1 and no further", () => {
  const { sensitivity } = agreement(counts(10, 0, 0, 10));
  expect(sensitivity).toMatchObject({ value: 1, high: 1 });
  expect(sensitivity?.low).toBeCloseTo(0.7224672, 6);
});

test("full agreement is 1 without a width, full disagreement with halves is -1", () => {
  expect(agreement(counts(10, 0, 0, 10)).kappa).toEqual({ value: 1, low: 1, high: 1 });
  expect(agreement(counts(0, 10, 10, 0)).kappa?.value).toBe(-1);
});

test("what is not defined is null, not NaN", () => {
  expect(agreement(counts(0, 3, 0, 4)).sensitivity).toBeNull();
  expect(agreement(counts(3, 0, 4, 0)).specificity).toBeNull();
  expect(agreement(counts(5, 0, 0, 0)).kappa).toBeNull();
});

test.each([
  [counts(0, 0, 0, 0), "empty"],
  [counts(-1, 0, 0, 5), "outOfRange"],
  [counts(1.5, 0, 0, 5), "notWhole"],
  [counts(Number.NaN, 0, 0, 5), "notFinite"],
])("%j is refused as %s", (bad, code) => {
  expect(() => agreement(bad)).toThrow(expect.objectContaining({ name: "WbeError", code }));
});

test("each interval holds its value; swapping screening and assay keeps kappa", () => {
  const count = fc.integer({ min: 0, max: 500 });
  fc.assert(
    fc.property(count, count, count, count, (tp, fp, fn, tn) => {
      fc.pre(tp + fp + fn + tn > 0);
      const { sensitivity, specificity, kappa } = agreement(counts(tp, fp, fn, tn));
      for (const estimate of [sensitivity, specificity, kappa]) {
        if (estimate === null) continue;
        expect(estimate.low).toBeLessThanOrEqual(estimate.value + 1e-12);
        expect(estimate.high).toBeGreaterThanOrEqual(estimate.value - 1e-12);
      }
      const swapped = agreement(counts(tp, fn, fp, tn)).kappa;
      if (kappa === null) expect(swapped).toBeNull();
      else expect(swapped?.value).toBeCloseTo(kappa.value, 9);
    }),
  );
});
