import { checkPopulation } from "./checks.ts";
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
