import fc from "fast-check";
import { expect, test } from "vitest";
import {
  defaultCotininePerCigarette,
  defaultMarkerLoads,
  populationFromCotinine,
  populationFromMarker,
  populationMarkers,
} from "./population.ts";
import { cigarettesPerInhabitantDay, fraction, m3PerDay, mgPerL, ngPerL } from "./units.ts";

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
