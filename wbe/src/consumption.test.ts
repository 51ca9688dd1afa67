import fc from "fast-check";
import { expect, test } from "vitest";
import { consumption, correctionFactor, doses } from "./consumption.ts";
import { correctionFactorOf, fraction, gPerMol, mg, mgPerDayPer1000 } from "./units.ts";

// A measured value as it is written: up to nine digits before the point and six behind it.
const measuredText = fc
  .tuple(fc.nat(999_999_999), fc.nat(999_999))
  .map(([whole, part]) => `${whole}.${String(part).padStart(6, "0")}`);
const aboveZero = fc.double({ min: 1e-6, max: 1e6, noNaN: true });

test("a drug excreted whole and unchanged has the factor 1", () => {
  const mass = gPerMol(237.73);
  expect(correctionFactor({ parentMass: mass, residueMass: mass, excretedFraction: fraction(1) })).toBe(1);
});

test("half excreted, parent twice as heavy: four milligrams for each found", () => {
  const factor = correctionFactor({
    parentMass: gPerMol(300),
    residueMass: gPerMol(150),
    excretedFraction: fraction(0.5),
  });
  expect(factor).toBe(4);
  const eaten = consumption({ load: mgPerDayPer1000("12.5"), factor });
  expect(eaten).toBe(50);
  expect(doses({ consumption: eaten, dose: mg(20) })).toBe(2.5);
});

test.each([0, -0.1, 1.01, Number.NaN])("a fraction of %s is refused", (value) => {
  expect(() => fraction(value)).toThrow(expect.objectContaining({ name: "WbeError", field: "fraction" }));
});

test("falls as more is excreted, and scales with the load", () => {
  fc.assert(
    fc.property(
      measuredText,
      aboveZero,
      aboveZero,
      fc.double({ min: 1e-3, max: 0.5, noNaN: true }),
      (l, a, b, f) => {
        const masses = { parentMass: gPerMol(a), residueMass: gPerMol(b) };
        const factor = correctionFactor({ ...masses, excretedFraction: fraction(f) });
        expect(correctionFactor({ ...masses, excretedFraction: fraction(2 * f) })).toBeLessThan(factor);
        const load = mgPerDayPer1000(l);
        const double = mgPerDayPer1000(load.times(2));
        expect(consumption({ load: double, factor })).toBeCloseTo(2 * consumption({ load, factor }), -6);
      },
    ),
  );
});

test("what cannot be represented is an overflow, not an infinity", () => {
  const input = { load: mgPerDayPer1000("1e10"), factor: correctionFactorOf(1e308) };
  expect(() => consumption(input)).toThrow(
    expect.objectContaining({ code: "overflow", field: "consumption" }),
  );
});
