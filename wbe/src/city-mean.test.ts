import { expect, test } from "vitest";
import { type CityPlant, cityMean, cityUncertainty } from "./city-mean.ts";
import { inhabitants, mgPerDayPer1000 } from "./units.ts";

const plant = (load: string, population: number, parts: Partial<CityPlant> = {}): CityPlant => ({
  ...{ load: mgPerDayPer1000(load), population: inhabitants(population), own: 0, inhabitants: 0, method: 0 },
  ...parts,
});

test("a city's load is that of its plants, weighted by the inhabitants of each", () => {
  // (100 x 300,000 + 400 x 100,000) / 400,000
  expect(cityMean([plant("100", 300_000), plant("400", 100_000)]).toString()).toBe("175");
});

test("what is each plant's own shrinks with their number, what the method does to all does not", () => {
  const one = plant("100", 100_000, { own: 0.2, method: 0.1 });
  expect(cityUncertainty([one])).toBeCloseTo(Math.hypot(0.2, 0.1), 12);
  expect(cityUncertainty([one, one, one, one])).toBeCloseTo(Math.hypot(0.1, 0.1), 12);
});

test("the mass weighs what is a load's, the inhabitants weigh what is a population's", () => {
  const found = cityUncertainty([
    plant("300", 100_000, { own: 0.2 }),
    plant("100", 300_000, { inhabitants: 0.4 }),
  ]);
  // Both plants carry half of the mass; three quarters of the inhabitants live at the second.
  expect(found).toBeCloseTo(Math.hypot(0.5 * 0.2, 0.75 * 0.4), 12);
});

test("a city of zeros has no relative uncertainty, and one without plants is refused", () => {
  expect(cityUncertainty([plant("0", 1000)])).toBeNull();
  expect(() => cityUncertainty([])).toThrow("plants");
  expect(() => cityUncertainty([plant("1", 1000, { method: -1 })])).toThrow("method");
});
