import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { concentrationAt, responseAt, type StandardCurve } from "./standard-curve.ts";

const competitive: StandardCurve = { a: 2, b: 2, c: 10, d: 0, low: 1, high: 90 };
const turnOn: StandardCurve = { a: 0, b: 1, c: 10, d: 2, low: 0, high: 90 };

test("worked by hand", () => {
  expect(responseAt({ curve: competitive, concentration: 10 })).toBe(1);
  expect(responseAt({ curve: competitive, concentration: 30 })).toBeCloseTo(0.2, 12);
  expect(concentrationAt({ curve: competitive, response: 0.2 })).toBeCloseTo(30, 10);
  expect(responseAt({ curve: turnOn, concentration: 0 })).toBe(0);
  expect(responseAt({ curve: turnOn, concentration: 30 })).toBe(1.5);
  expect(concentrationAt({ curve: turnOn, response: 1.5 })).toBeCloseTo(30, 10);
});

describe("outside the range of the lot", () => {
  test.each([
    ["belowRange", 0.99],
    ["aboveRange", 90.01],
  ])("%s: %s", (code, concentration) => {
    expect(() => responseAt({ curve: competitive, concentration })).toThrow(
      expect.objectContaining({ code }),
    );
  });

  // A competitive board loses response as the concentration rises, a turn-on board gains it.
  test.each([
    ["belowRange", competitive, 1.99],
    ["belowRange", competitive, 5],
    ["aboveRange", competitive, 0.01],
    ["aboveRange", competitive, -1],
    ["aboveRange", turnOn, 1.9],
    ["belowRange", turnOn, -0.01],
  ] as const)("%s by the response", (code, curve, response) => {
    expect(() => concentrationAt({ curve, response })).toThrow(
      expect.objectContaining({ code, field: "response" }),
    );
  });

  test("both ends are inside", () => {
    for (const curve of [competitive, turnOn]) {
      for (const end of [curve.low, curve.high]) {
        const response = responseAt({ curve, concentration: end });
        expect(concentrationAt({ curve, response })).toBeCloseTo(end, 9);
      }
    }
  });
});

test.each([
  ["b", { b: 0 }, "inconsistent"],
  ["c", { c: 0 }, "notPositive"],
  ["low", { low: 90 }, "inconsistent"],
  ["curve", { a: 1, d: 1 }, "inconsistent"],
  ["low", { low: -1 }, "negative"],
  ["a", { a: Number.NaN }, "notFinite"],
])("a lot with a bad %s is refused", (field, wrong, code) => {
  const curve = { ...competitive, ...wrong };
  expect(() => responseAt({ curve, concentration: 10 })).toThrow(expect.objectContaining({ code, field }));
});

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const anyCurve = fc
  .record({
    a: between(0, 3),
    b: between(0.5, 3),
    c: between(1, 500),
    d: between(0, 3),
    direction: fc.boolean(),
  })
  .filter(({ a, d }) => Math.abs(a - d) > 0.2)
  .map(({ a, b, c, d, direction }) => ({ a, b: direction ? b : -b, c, d, low: c / 10, high: c * 10 }));

test("the inverse gives the concentration back", () => {
  fc.assert(
    fc.property(anyCurve, between(0, 1), (curve, share) => {
      const concentration = Math.min(curve.high, curve.low * 100 ** share);
      const response = responseAt({ curve, concentration });
      expect(concentrationAt({ curve, response }) / concentration).toBeCloseTo(1, 6);
    }),
  );
});

test("the response is monotonous and stays between its asymptotes", () => {
  fc.assert(
    fc.property(anyCurve, between(0, 1), between(0, 1), (curve, one, two) => {
      const at = (share: number) =>
        responseAt({ curve, concentration: Math.min(curve.high, curve.low * 100 ** share) });
      const rises = curve.d > curve.a === curve.b > 0;
      const [low, high] = [at(Math.min(one, two)), at(Math.max(one, two))];
      expect(rises ? low <= high : low >= high).toBe(true);
      expect(low).toBeGreaterThanOrEqual(Math.min(curve.a, curve.d));
      expect(low).toBeLessThanOrEqual(Math.max(curve.a, curve.d));
    }),
  );
});
