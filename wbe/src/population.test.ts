import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  cancelsFlow,
  cotininePerCigarette,
  defaultCotininePerCigarette,
  defaultMarkerLoads,
  defaultNicotinePerCigarette,
  mayPublishPerCapita,
  populationFromCotinine,
  populationFromMarker,
  populationMarkers,
  populationUncertainty,
} from "./population.ts";
import {
  cigarettesPerInhabitantDay,
  correctionFactorOf,
  fraction,
  m3PerDay,
  mg,
  mgPerL,
  ngPerL,
} from "./units.ts";

// What 100,000 inhabitants add to 20,000 m3/d: 100,000 x g/d / 20,000 m3 = 5 x g/d, in mg/L.
test.each([
  ["nh4n", 35],
  ["bod5", 300],
  ["cod", 600],
  ["tkn", 55],
  ["p", 9],
] as const)("100,000 inhabitants from %s of %s mg/L in 20,000 m3/d", (marker, concentration) => {
  const population = populationFromMarker({
    concentration: mgPerL(concentration),
    flow: m3PerDay(20_000),
    perInhabitant: defaultMarkerLoads[marker],
  });
  expect(population).toBeCloseTo(100_000, 6);
});

test("each marker has a default", () => {
  expect(Object.keys(defaultMarkerLoads)).toEqual([...populationMarkers]);
});

const cotinine = (c: number, q: number, share: number, cigarettes: number) =>
  populationFromCotinine({
    cotinine: ngPerL(c),
    flow: m3PerDay(q),
    domesticShare: fraction(share),
    cigarettes: cigarettesPerInhabitantDay(cigarettes),
    cotininePerCigarette: defaultCotininePerCigarette,
  });

test("is the Chinese form, with the flow in 1e4 m3/d and the population in thousands", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 100, max: 9000 }),
      fc.integer({ min: 1, max: 200 }),
      fc.integer({ min: 10, max: 100 }),
      fc.integer({ min: 1, max: 10 }),
      (c, flow, share, cigarettes) => {
        const thousands = (c * flow * 10 * (share / 100)) / (cigarettes * 0.14 * 1000);
        const people = cotinine(c, flow * 1e4, share / 100, cigarettes);
        expect(people / (1000 * thousands)).toBeCloseTo(1, 12);
      },
    ),
  );
});

test.each([
  ["cotinine", () => cotinine(0, 20_000, 0.8, 4)],
  ["flow", () => cotinine(1400, 0, 0.8, 4)],
  ["fraction", () => cotinine(1400, 20_000, 0, 4)],
  ["cigarettes", () => cotinine(1400, 20_000, 0.8, 0)],
])("nothing of %s estimates nobody", (field, estimate) => {
  expect(estimate).toThrow(expect.objectContaining({ code: "notPositive", field }));
});

test("an estimate of less than one inhabitant is refused", () => {
  expect(() => cotinine(0.001, 1, 0.1, 4)).toThrow(expect.objectContaining({ code: "outOfRange" }));
});

describe("cotinine of a cigarette", () => {
  const per = (nicotine: number, factor: number) =>
    cotininePerCigarette({ nicotinePerCigarette: mg(nicotine), factor: correctionFactorOf(factor) });

  test("rests on the factor of nicotine: 0.8 mg and 3.12 make 0.256 mg", () => {
    expect(
      cotininePerCigarette({
        nicotinePerCigarette: defaultNicotinePerCigarette,
        factor: correctionFactorOf(3.12),
      }),
    ).toBeCloseTo(0.25641, 5);
  });

  test("with the older 0.14 mg, which is 0.437 mg of nicotine, made loads 1.7 to 1.8 times too low", () => {
    expect(defaultCotininePerCigarette * 3.12).toBeCloseTo(0.437, 3);
    const ratios = [per(0.8, 3.41), per(0.8, 3.12)].map((one) => one / defaultCotininePerCigarette);
    expect(ratios.map((one) => one.toFixed(1))).toEqual(["1.7", "1.8"]);
  });
});

test("the flow is no part of a population per head of the same sample", () => {
  const parts = { concentration: 0.12, perInhabitant: 0.16, flow: 0.15 };
  expect(populationUncertainty({ ...parts, isSameSample: true })).toBeCloseTo(0.2, 12);
  expect(populationUncertainty({ ...parts, isSameSample: false })).toBeCloseTo(0.25, 12);
  expect(() => populationUncertainty({ ...parts, flow: -1, isSameSample: true })).toThrow(
    expect.objectContaining({ code: "negative", field: "flow" }),
  );
});

test.each([
  ["nh4n", "2026-03-03", true],
  ["cotinine", "2026-03-03", true],
  ["hydrochem", "2026-03-03", true],
  ["cotinine", "2026-03-02", false],
  ["census", "2026-03-03", false],
  [null, "2026-03-03", false],
  ["nh4n", null, false],
])("a population by %s of %s cancels the flow of 2026-03-03: %s", (method, since, expected) => {
  expect(cancelsFlow({ method, sampledOn: "2026-03-03", since })).toBe(expected);
});

test("below 1,000 inhabitants no figure per head leaves the unit", () => {
  expect(mayPublishPerCapita(1000)).toBe(true);
  expect(mayPublishPerCapita(999)).toBe(false);
  expect(mayPublishPerCapita(null)).toBe(false);
  expect(mayPublishPerCapita(500, 400)).toBe(true);
  expect(() => mayPublishPerCapita(500, 0)).toThrow(expect.objectContaining({ code: "notPositive" }));
});
