import fc from "fast-check";
import { expect, test } from "vitest";
import { load, loadPer1000 } from "./load.ts";
import { inhabitants, m3PerDay, mgPerDay, ngPerL } from "./units.ts";

// A measured value as it is written: up to nine digits before the point and six behind it.
const measuredText = fc
  .tuple(fc.nat(999_999_999), fc.nat(999_999))
  .map(([whole, part]) => `${whole}.${String(part).padStart(6, "0")}`);

const anyInhabitants = fc.integer({ min: 1, max: 30_000_000 }).map(inhabitants);

test("500 ng/L in 20,000 m3/d are 10,000 mg/d, 200 mg/d for 1000 of 50,000 inhabitants", () => {
  const mass = load({ concentration: ngPerL(500), flow: m3PerDay(20_000) });
  expect(mass.toString()).toBe("10000");
  expect(loadPer1000({ load: mass, population: inhabitants(50_000) }).toString()).toBe("200");
});

test("is exact where doubles are not", () => {
  const mass = load({ concentration: ngPerL("0.1"), flow: m3PerDay("3") });
  expect(mass.toString()).toBe("0.0003");
  const long = load({ concentration: ngPerL("1.00000000000000000001"), flow: m3PerDay("1000.0000000001") });
  // (1 + 1e-20) (1 + 1e-13) = 1 + 1e-13 + 1e-20 + 1e-33
  expect(long.toString()).toBe(`1.${"1".padStart(13, "0")}${"1".padStart(7, "0")}${"1".padStart(13, "0")}`);
});

test("a day without flow carries no load", () => {
  expect(load({ concentration: ngPerL(500), flow: m3PerDay(0) }).toString()).toBe("0");
});

test.each([0, -0, Number.NaN, -5, Number.POSITIVE_INFINITY, 0.5])(
  "a population of %s is refused",
  (people) => {
    expect(() => inhabitants(people)).toThrow(
      expect.objectContaining({ name: "WbeError", field: "population" }),
    );
  },
);

test("scales with concentration and flow", () => {
  fc.assert(
    fc.property(measuredText, measuredText, fc.integer({ min: 1, max: 1000 }), (c, q, k) => {
      const once = load({ concentration: ngPerL(c), flow: m3PerDay(q) });
      const more = load({ concentration: ngPerL(ngPerL(c).times(k)), flow: m3PerDay(q) });
      expect(more.eq(once.times(k))).toBe(true);
      expect(load({ concentration: ngPerL(q), flow: m3PerDay(c) }).eq(once)).toBe(true);
    }),
  );
});

test("rises with the concentration, falls with the population", () => {
  fc.assert(
    fc.property(measuredText, measuredText, measuredText, anyInhabitants, (c1, c2, q, population) => {
      const [low, high] = [ngPerL(c1), ngPerL(c2)].sort((a, b) => a.comparedTo(b)) as [
        ReturnType<typeof ngPerL>,
        ReturnType<typeof ngPerL>,
      ];
      const flow = m3PerDay(q);
      const [less, more] = [load({ concentration: low, flow }), load({ concentration: high, flow })];
      expect(less.lte(more)).toBe(true);
      const alone = loadPer1000({ load: more, population });
      expect(alone.gte(loadPer1000({ load: more, population: inhabitants(population + 1) }))).toBe(true);
      expect(alone.gte(loadPer1000({ load: less, population }))).toBe(true);
    }),
  );
});

test("1000 inhabitants carry their own load", () => {
  fc.assert(
    fc.property(measuredText, (text) => {
      expect(loadPer1000({ load: mgPerDay(text), population: inhabitants(1000) }).eq(text)).toBe(true);
    }),
  );
});
