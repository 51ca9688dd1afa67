import { expect, test } from "vitest";
import { isAssignedUncertain, proficiencyClass, zetaScore } from "./z-score.ts";

test("zeta weighs a deviation by both standard uncertainties", () => {
  // 0.3 / sqrt(0.12^2 + 0.09^2)
  const given = { value: 1.3, assigned: 1, uncertainty: 0.12, assignedUncertainty: 0.09 };
  expect(zetaScore(given)).toBeCloseTo(2, 12);
  expect(zetaScore({ ...given, value: 0.7 })).toBeCloseTo(-2, 12);
  expect(proficiencyClass(zetaScore({ ...given, value: 1.46 }))).toBe("action");
  expect(() => zetaScore({ ...given, uncertainty: 0, assignedUncertainty: 0 })).toThrow("standardDeviation");
  expect(() => zetaScore({ ...given, uncertainty: -0.1 })).toThrow("uncertainty");
});

test("an assigned value is too uncertain for z from above 0.3 sigma", () => {
  expect(isAssignedUncertain({ assignedUncertainty: 0.03, sigma: 0.1 })).toBe(false);
  expect(isAssignedUncertain({ assignedUncertainty: 0.031, sigma: 0.1 })).toBe(true);
});
