import { describe, expect, test } from "vitest";
import {
  type DayPart,
  intervalOf,
  meanUncertainty,
  type SharedParts,
  splitChemistry,
  symmetricUpTo,
} from "./mean-uncertainty.ts";
import { defaultDraws, simulateMean } from "./monte-carlo.ts";
import { seededDraws } from "./random-draws.ts";

const shared = (some: Partial<SharedParts> = {}): SharedParts => ({
  ...{ bias: 0, stability: 0, flow: 0, population: 0, populationFromMarker: false, factor: 0, dose: 0 },
  ...some,
});
const day = (load: number, chemistry = 0, sampling = 0, isBound = false): DayPart => ({
  ...{ load, chemistry, sampling, isBound },
});

describe("the uncertainty of a load of one day", () => {
  test("is the root of the sum of squares of all of its parts", () => {
    const all = shared({ bias: 0.05, stability: 0.04, flow: 0.2, population: 0.1, factor: 0.26, dose: 0.3 });
    const found = meanUncertainty({ days: [day(100, 0.1, 0.07)], shared: all });
    // 0.1^2 + 0.07^2 + 0.05^2 + 0.04^2 + 0.2^2 + 0.1^2 + 0.26^2 + 0.3^2 = 0.2266
    expect(found?.standard).toBeCloseTo(Math.sqrt(0.2266), 12);
    expect(found?.expanded).toBeCloseTo(2 * Math.sqrt(0.2266), 12);
    expect(found?.random).toBeCloseTo(Math.sqrt(0.0149), 12);
    expect(found?.systematic).toBeCloseTo(Math.sqrt(0.2117), 12);
  });

  test("has no part of the flow where the population comes from a marker of the same sample", () => {
    const parts = { flow: 0.4, population: 0.3 };
    const marker = shared({ ...parts, populationFromMarker: true });
    expect(meanUncertainty({ days: [day(1)], shared: marker })?.standard).toBeCloseTo(0.3, 12);
    expect(meanUncertainty({ days: [day(1)], shared: shared(parts) })?.standard).toBeCloseTo(0.5, 12);
  });
});

describe("the uncertainty of a mean", () => {
  test("counts days by their weights", () => {
    // Weights 0.3 and 0.7: sqrt(0.09 + 0.49) x 0.9; the days differ by less.
    const found = meanUncertainty({ days: [day(3, 0.9), day(7, 0.9)], shared: shared() });
    expect(found?.random).toBeCloseTo(Math.sqrt(0.58) * 0.9, 12);
  });

  test("is at least what the days themselves differ by", () => {
    // Mean 2, standard deviation 1, over sqrt(3) and 2.
    const found = meanUncertainty({ days: [day(1, 0.01), day(2, 0.01), day(3, 0.01)], shared: shared() });
    expect(found?.random).toBeCloseTo(1 / Math.sqrt(3) / 2, 12);
  });

  test("shrinks by the root of the days, but not in what repeats", () => {
    const days = Array.from({ length: 25 }, () => day(8, 0.3, 0.4));
    const found = meanUncertainty({ days, shared: shared({ bias: 0.24 }) });
    expect(found?.random).toBeCloseTo(0.1, 12);
    expect(found?.standard).toBeCloseTo(0.26, 12);
  });

  test("is not lost by one day below the LOQ, which lies evenly between 0 and its bound", () => {
    // Centres 6 and 1; 6 x 0.1 = 0.6 and 2 / sqrt(12) = 0.57735, over 7.
    const found = meanUncertainty({ days: [day(6, 0.1), day(2, 0.5, 0, true)], shared: shared() });
    expect(found?.systematic).toBe(0);
    // The days differ by more: mean 3.5, s = 3.5355, over sqrt(2).
    expect(found?.random).toBeCloseTo(3.5355339 / Math.sqrt(2) / 3.5, 6);
    const alone = meanUncertainty({ days: [day(2, 0.5, 0, true)], shared: shared() });
    expect(alone?.random).toBeCloseTo(1 / Math.sqrt(3), 12);
  });

  test("of nothing is none; of no days, of a bad number it is refused", () => {
    expect(meanUncertainty({ days: [day(0, 0.1)], shared: shared() })).toBeNull();
    const bad = [
      [[], shared(), "empty", "days"],
      [[day(-1)], shared(), "negative", "load"],
      [[day(1, -0.1)], shared(), "negative", "chemistry"],
      [[day(1, 0, Number.NaN)], shared(), "notFinite", "sampling"],
      [[day(1)], shared({ dose: -1 }), "negative", "dose"],
      [[day(1)], shared({ flow: Number.NaN, populationFromMarker: true }), "notFinite", "flow"],
    ] as const;
    for (const [days, parts, code, field] of bad) {
      expect(() => meanUncertainty({ days, shared: parts })).toThrow(
        expect.objectContaining({ code, field }),
      );
    }
    const many = Array.from({ length: 36_601 }, () => day(1));
    expect(() => meanUncertainty({ days: many, shared: shared() })).toThrow(
      expect.objectContaining({ code: "tooMany" }),
    );
    expect(meanUncertainty({ days: many.slice(1), shared: shared() })?.standard).toBe(0);
  });
});

test("analysis splits into a bias that repeats and the rest; without u(bias) all of it repeats", () => {
  const split = splitChemistry({ chemistry: 0.13, bias: 0.05 });
  expect(split.bias).toBe(0.05);
  expect(split.random).toBeCloseTo(0.12, 12);
  expect(splitChemistry({ chemistry: 0.13, bias: null })).toEqual({ random: 0, bias: 0.13 });
  expect(splitChemistry({ chemistry: 0.13, bias: 0.2 })).toEqual({ random: 0, bias: 0.13 });
});

describe("an interval", () => {
  test("is symmetric up to 30 % expanded", () => {
    const { low, high } = intervalOf({ value: 200, standard: 0.15 });
    expect([low, high].map((end) => end.toFixed(6))).toEqual(["140.000000", "260.000000"]);
  });

  test("is lognormal beyond, and never reaches below zero", () => {
    // ln(1 + 0.36) = 0.307485, sigma 0.554513; median 100 / sqrt(1.36) = 85.7493.
    const { low, high } = intervalOf({ value: 100, standard: 0.6 });
    expect(low).toBeCloseTo(85.7493 * Math.exp(-1.109026), 3);
    expect(high).toBeCloseTo(85.7493 * Math.exp(1.109026), 3);
    for (const standard of [0.151, 0.5, 1, 3, 50]) {
      expect(intervalOf({ value: 100, standard }).low).toBeGreaterThan(0);
    }
  });
});

test("an expanded uncertainty just above 30 % already leans", () => {
  expect(symmetricUpTo).toBe(0.3);
  const { low, high } = intervalOf({ value: 100, standard: 0.16 });
  expect(high - 100).toBeGreaterThan(100 - low + 1);
});

test("the draws of a seed are these, on every machine", () => {
  const draws = seededDraws(20);
  expect([draws.uniform(), draws.uniform(), draws.uniform()].map((one) => one.toFixed(9))).toEqual([
    "0.752610662",
    "0.385003340",
    "0.597606876",
  ]);
  expect(draws.normal().toFixed(9)).toBe("-0.738660013");
  expect(draws.normal().toFixed(9)).toBe("0.362291570");
  expect(defaultDraws).toBe(10_000);
});

test("the same seed draws the same numbers, evenly and normally", () => {
  const [one, two] = [seededDraws(7), seededDraws(7)];
  const drawn = Array.from({ length: 20_000 }, () => one.normal());
  expect(drawn.slice(0, 50)).toEqual(Array.from({ length: 50 }, () => two.normal()));
  const mean = drawn.reduce((sum, value) => sum + value, 0) / drawn.length;
  const variance = drawn.reduce((sum, value) => sum + (value - mean) ** 2, 0) / drawn.length;
  expect(Math.abs(mean)).toBeLessThan(0.02);
  expect(Math.abs(variance - 1)).toBeLessThan(0.03);
  expect(drawn.filter((value) => Math.abs(value) > 1.96).length / drawn.length).toBeCloseTo(0.05, 2);
  const even = Array.from({ length: 20_000 }, () => two.uniform());
  expect(even.every((value) => value >= 0 && value < 1)).toBe(true);
  expect(even.reduce((sum, value) => sum + value, 0) / even.length).toBeCloseTo(0.5, 2);
  for (const seed of [-1, 2 ** 32]) {
    expect(() => seededDraws(seed)).toThrow(expect.objectContaining({ field: "seed" }));
  }
});

// A case: a few days, each part up to a limit, from a seed of its own.
function caseOf(seed: number, max: number, days: number) {
  const random = seededDraws(seed);
  const part = () => random.uniform() * max;
  const common = { chemistry: part(), sampling: part() };
  const parts = shared({
    ...{ bias: part(), stability: part(), flow: part(), population: part(), factor: part(), dose: part() },
    populationFromMarker: random.uniform() < 0.3,
  });
  // Alike, so that what the days differ by is less than what is drawn.
  const load = 50 + 100 * random.uniform();
  return {
    days: Array.from({ length: days }, () => day(load, common.chemistry, common.sampling)),
    shared: parts,
  };
}

describe("the Monte Carlo of 10,000 draws", () => {
  test("agrees within 3 % with the closed form in 200 seeded cases of parts up to 10 %", () => {
    const far = Array.from({ length: 200 }, (_, seed) => {
      const one = caseOf(seed, 0.1, 1 + (seed % 7));
      const closed = meanUncertainty(one)?.standard ?? 0;
      const drawn = simulateMean({ ...one, seed })?.standard ?? 0;
      return Math.abs(closed / drawn - 1);
    });
    expect(far).toHaveLength(200);
    expect(Math.max(...far)).toBeLessThan(0.03);
  });

  // How far the closed form falls short where parts are large: products of uncertain factors spread further.
  test.each([
    [0.1, 0.03],
    [0.2, 0.05],
    [0.4, 0.15],
    [0.8, 0.5],
  ])("differs from it in 25 cases with parts up to %s by at most %s", (max, limit) => {
    const far = Array.from({ length: 25 }, (_, seed) => {
      const one = caseOf(seed + 1000, max, 1 + (seed % 7));
      return 1 - (meanUncertainty(one)?.standard ?? 0) / (simulateMean({ ...one, seed })?.standard ?? 1);
    });
    expect(Math.max(...far)).toBeLessThan(limit);
  });

  test("is the same for the same seed, and its interval meets the closed one", () => {
    const one = { days: [day(100, 0.2, 0.2)], shared: shared({ flow: 0.2, population: 0.2 }) };
    const first = simulateMean({ ...one, seed: 3 });
    expect(simulateMean({ ...one, seed: 3 })).toEqual(first);
    expect(simulateMean({ ...one, seed: 4 })).not.toEqual(first);
    const closed = intervalOf({ value: 1, standard: meanUncertainty(one)?.standard ?? 0 });
    expect(Math.abs((first?.low ?? 0) / closed.low - 1)).toBeLessThan(0.06);
    expect(Math.abs((first?.high ?? 0) / closed.high - 1)).toBeLessThan(0.06);
    expect(first?.mean).toBeGreaterThan(99);
    expect(first?.mean).toBeLessThan(107);
  });

  test("is the mean and the sample standard deviation of its draws", () => {
    const found = simulateMean({ days: [day(2, 0, 0, true)], shared: shared(), seed: 1, draws: 100 });
    const draws = seededDraws(1);
    const values = Array.from({ length: 100 }, () => 2 * draws.uniform()).sort((a, b) => a - b);
    const mean = values.reduce((sum, one) => sum + one, 0) / 100;
    const variance = values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / 99;
    expect(found?.mean).toBeCloseTo(mean, 12);
    expect(found?.standard).toBeCloseTo(Math.sqrt(variance) / mean, 12);
    // Of 100 values in order the third and the 97th, which 2.5 % and 97.5 % come nearest to.
    expect(found?.low).toBeCloseTo((values[2] ?? 0) / mean, 12);
    expect(found?.high).toBeCloseTo((values[97] ?? 0) / mean, 12);
  });

  test("draws a day below a limit evenly, and refuses what the closed form refuses", () => {
    const bound = simulateMean({ days: [day(2, 0.5, 0, true)], shared: shared(), seed: 1 });
    expect(bound?.mean).toBeCloseTo(1, 1);
    expect(bound?.standard).toBeCloseTo(1 / Math.sqrt(3), 1);
    expect(bound?.low).toBeLessThan(0.1);
    expect(bound?.high).toBeGreaterThan(1.85);
    expect(simulateMean({ days: [day(0)], shared: shared(), seed: 1 })).toBeNull();
    const none = () => simulateMean({ days: [], shared: shared(), seed: 1 });
    expect(none).toThrow(expect.objectContaining({ code: "empty" }));
    const few = () => simulateMean({ days: [day(1)], shared: shared(), seed: 1, draws: 99 });
    expect(few).toThrow(expect.objectContaining({ field: "draws" }));
    const bad = () => simulateMean({ days: [day(1)], shared: shared({ flow: -1 }), seed: 1 });
    expect(bad).toThrow(expect.objectContaining({ field: "flow" }));
  });
});
