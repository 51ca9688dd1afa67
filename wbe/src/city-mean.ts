import { checkNonNegative, checkPopulation, checkResult } from "./checks.ts";
import { checkExact, Exact } from "./exact.ts";
import type { Inhabitants, MgPerDayPer1000 } from "./units.ts";
import { WbeError } from "./wbe-error.ts";

/**
 * One figure for a city with several plants: the mean of their loads per 1000 inhabitants, weighted by the
 * population each serves, sum(L_i x P_i) / sum(P_i), in mg/d/1000. A plant without a load is left out by the
 * caller, together with its population.
 * Errors: empty, notPositive (a population), notANumber, notFinite, negative, outOfRange.
 * Source: Ort et al. 2014, Addiction 109:1338 (cities with several plants); EUDA, edition 2025.
 */
export function cityMean(
  plants: readonly { readonly load: MgPerDayPer1000; readonly population: Inhabitants }[],
): MgPerDayPer1000 {
  if (plants.length === 0) throw new WbeError("empty", "plants");
  let weighted = new Exact(0);
  let people = new Exact(0);
  for (const plant of plants) {
    const population = new Exact(checkPopulation("population", plant.population));
    weighted = weighted.plus(checkExact("load", plant.load).times(population));
    people = people.plus(population);
  }
  return weighted.dividedBy(people) as MgPerDayPer1000;
}

/** A plant of a city: its load per 1000 inhabitants, whom it serves, and relative standard uncertainties, k = 1. */
export interface CityPlant {
  readonly load: MgPerDayPer1000;
  readonly population: Inhabitants;
  /** Sampling, flow and the random part of the analysis. */
  readonly own: number;
  /** Of the number of inhabitants. */
  readonly inhabitants: number;
  /** Bias and stability of the method, the same at all plants of one laboratory. */
  readonly method: number;
}

/**
 * The relative standard uncertainty, k = 1, of a city's mean, which is sum(m_i) / sum(P_i) with m_i = L_i x P_i:
 * u2 = sum((m_i own_i)2) / (sum m)2 + sum((P_i inhabitants_i)2) / (sum P)2 + (sum(m_i method_i) / sum m)2. What is each
 * plant's own shrinks with their number, what the method does to all of them does not. Null where all loads are zero.
 * Errors: empty, notPositive (a population), notANumber, notFinite, negative, outOfRange, overflow.
 * Source: JCGM 100:2008 (GUM), 5.1.6 and 5.2.2.
 */
export function cityUncertainty(plants: readonly CityPlant[]): number | null {
  if (plants.length === 0) throw new WbeError("empty", "plants");
  const people = plants.map((plant) => checkPopulation("population", plant.population));
  const masses = plants.map((plant, at) => checkExact("load", plant.load).toNumber() * (people[at] ?? 0));
  const mass = masses.reduce((sum, one) => sum + one, 0);
  if (mass === 0) return null;
  const all = people.reduce((sum, one) => sum + one, 0);
  const own = plants.map((plant, at) => ((masses[at] ?? 0) / mass) * checkNonNegative("own", plant.own));
  const inhabitants = plants.map(
    (plant, at) => ((people[at] ?? 0) / all) * checkNonNegative("inhabitants", plant.inhabitants),
  );
  const method = plants.reduce(
    (sum, plant, at) => sum + ((masses[at] ?? 0) / mass) * checkNonNegative("method", plant.method),
    0,
  );
  return checkResult("uncertainty", Math.hypot(...own, ...inhabitants, method));
}
