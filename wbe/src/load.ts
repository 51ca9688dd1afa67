import { checkPopulation } from "./checks.ts";
import { checkExact, Exact } from "./exact.ts";
import type { Inhabitants, M3PerDay, MgPerDay, MgPerDayPer1000, NgPerL } from "./units.ts";

/**
 * Mass of a residue that passes the sampling point in a day: L [mg/d] = C [ng/L] x Q [m3/d] x 1e-3.
 * (1 ng/L = 1 ug/m3 = 1e-3 mg/m3.) Exact: nothing is rounded.
 * Errors: notANumber, notFinite, negative, outOfRange.
 * Source: Zuccato et al. 2008, Environ. Health Perspect. 116:1027.
 */
export function load(input: { concentration: NgPerL; flow: M3PerDay }): MgPerDay {
  const concentration = checkExact("concentration", input.concentration);
  const flow = checkExact("flow", input.flow);
  return concentration.times(flow).times("0.001") as MgPerDay;
}

/**
 * The load of 1000 inhabitants: L / P x 1000, in mg/d/1000. A quotient, kept at 64 significant digits.
 * Errors: as `load`; notPositive for a population of zero, outOfRange for one below 1.
 * Source: Zuccato et al. 2008; the unit in which EUDA and SCORE publish.
 */
export function loadPer1000(input: { load: MgPerDay; population: Inhabitants }): MgPerDayPer1000 {
  const mass = checkExact("load", input.load);
  const population = new Exact(checkPopulation("population", input.population));
  return mass.times(1000).dividedBy(population) as MgPerDayPer1000;
}
