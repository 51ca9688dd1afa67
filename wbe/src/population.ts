// Estimates of the population behind a sample, from what every inhabitant adds to the water. All of them are
// estimates: industry, infiltration and commuters move them.

import { checkNonNegative, checkPopulation, checkPositive, checkResult, checkWithin } from "./checks.ts";
import { checkExactPositive } from "./exact.ts";
import {
  type CigarettesPerInhabitantDay,
  type CorrectionFactor,
  type Fraction,
  type GPerInhabitantDay,
  gPerInhabitantDay,
  type Inhabitants,
  type M3PerDay,
  type Mg,
  type MgPerL,
  mg,
  type NgPerL,
} from "./units.ts";

/**
 * Population = C [mg/L] x Q [m3/d] / load of one inhabitant [g/d], for NH4-N, BOD5, COD, TKN or P.
 * (1 mg/L = 1 g/m3.) An estimate.
 * Errors: notANumber, notFinite, negative, notPositive (a marker that was not found estimates nothing),
 * outOfRange (also an estimate of less than one inhabitant), overflow.
 * Source: Been et al. 2014, Environ. Sci. Technol. 48:8162 (NH4-N); Castiglioni et al. 2013 (BOD, COD, N, P).
 */
export function populationFromMarker(input: {
  concentration: MgPerL;
  flow: M3PerDay;
  perInhabitant: GPerInhabitantDay;
}): Inhabitants {
  const concentration = checkPositive("concentration", input.concentration);
  const flow = checkExactPositive("flow", input.flow).toNumber();
  const perInhabitant = checkPositive("perInhabitant", input.perInhabitant);
  return estimate((concentration * flow) / perInhabitant);
}

export const populationMarkers = ["nh4n", "bod5", "cod", "tkn", "p"] as const;
export type PopulationMarker = (typeof populationMarkers)[number];

/**
 * Defaults that a laboratory replaces by figures of its own catchment, g per inhabitant and day. The German ones are
 * design values, which 85 % of the days stay below: a population from them is too low on an ordinary day.
 * Source: DWA-A 131 (2016), German design values; NH4-N is an unverified figure and site-specific.
 */
export const defaultMarkerLoads: Readonly<Record<PopulationMarker, GPerInhabitantDay>> = {
  nh4n: gPerInhabitantDay(7),
  bod5: gPerInhabitantDay(60),
  cod: gPerInhabitantDay(120),
  tkn: gPerInhabitantDay(11),
  p: gPerInhabitantDay(1.8),
};

/**
 * Population = C [ng/L] x Q [m3/d] x 1e-3 x domestic share / (cigarettes per inhabitant and day x cotinine of
 * one cigarette [mg]). The domestic share is the part of the flow that households make, above 0 to 1; the
 * cigarettes are those of the whole population, smokers or not. An estimate.
 * Written with Q in 1e4 m3/d and the population in thousands this is C x Q x 10 x share / (cigarettes x mg x
 * 1000), the form of Chinese reports. Cotinine of one cigarette: 0.14 mg by default, an unverified figure.
 * Errors: notANumber, notFinite, negative, notPositive, outOfRange, overflow.
 * Source: Chinese consumption-report practice; cotinine as marker: Castiglioni et al. 2015, Tob. Control 24:38.
 */
export function populationFromCotinine(input: {
  cotinine: NgPerL;
  flow: M3PerDay;
  domesticShare: Fraction;
  cigarettes: CigarettesPerInhabitantDay;
  cotininePerCigarette: Mg;
}): Inhabitants {
  const cotinine = checkExactPositive("cotinine", input.cotinine).toNumber();
  const flow = checkExactPositive("flow", input.flow).toNumber();
  const share = checkWithin("domesticShare", checkPositive("domesticShare", input.domesticShare), 0, 1);
  const cigarettes = checkPositive("cigarettes", input.cigarettes);
  const perCigarette = checkPositive("cotininePerCigarette", input.cotininePerCigarette);
  return estimate((cotinine * flow * 1e-3 * share) / (cigarettes * perCigarette));
}

/** The older figure, which the factor of nicotine contradicts: it makes 0.437 mg of nicotine for each cigarette. */
export const defaultCotininePerCigarette: Mg = mg(0.14);

/** Nicotine that a smoker takes up from a cigarette, an unverified figure that a laboratory replaces. */
export const defaultNicotinePerCigarette: Mg = mg(0.8);

/**
 * Cotinine that leaves the body for each cigarette [mg]: nicotine of a cigarette / correction factor of nicotine, so
 * that the population and the consumption of nicotine rest on the same figures. 0.8 mg and 3.12 make 0.256 mg.
 * Errors: notFinite, negative, notPositive. Source: Castiglioni et al. 2015, Tob. Control 24:38.
 */
export function cotininePerCigarette(input: { nicotinePerCigarette: Mg; factor: CorrectionFactor }): Mg {
  const nicotine = checkPositive("nicotinePerCigarette", input.nicotinePerCigarette);
  return checkResult("cotinine", nicotine / checkPositive("factor", input.factor)) as Mg;
}

/**
 * The relative standard uncertainty (k = 1) of a population from a marker: that of the marker's concentration, that of
 * what an inhabitant adds, and that of the flow, which a load of the same sample shares and cancels.
 * Errors: notFinite, negative, overflow. Source: JCGM 100:2008 (GUM), 5.1.6; Castiglioni et al. 2013.
 */
export function populationUncertainty(input: {
  concentration: number;
  perInhabitant: number;
  flow: number;
  isSameSample: boolean;
}): number {
  const flow = checkNonNegative("flow", input.flow);
  return checkResult(
    "uncertainty",
    Math.hypot(
      checkNonNegative("concentration", input.concentration),
      checkNonNegative("perInhabitant", input.perInhabitant),
      input.isSameSample ? 0 : flow,
    ),
  );
}

/** Methods by which a population is estimated from the water itself. */
const markerMethods: readonly string[] = ["cotinine", "nh4n", "hydrochem"];

/** Whether flow and population rest on the same sample, so that the flow cancels in a load per inhabitant. */
export function cancelsFlow(input: {
  method: string | null;
  sampledOn: string;
  since: string | null;
}): boolean {
  return input.method !== null && markerMethods.includes(input.method) && input.since === input.sampledOn;
}

/** Below so many inhabitants a figure per inhabitant may point at people. */
const defaultPublicationFloor = 1000;

/** Whether a figure per inhabitant may leave the unit. Errors: notFinite, negative, notPositive (the floor). */
export function mayPublishPerCapita(
  population: number | null,
  floor: number = defaultPublicationFloor,
): boolean {
  checkPositive("floor", floor);
  return population !== null && checkNonNegative("population", population) >= floor;
}

// Loads are divided by it next, so an estimate of nobody must not leave either.
function estimate(population: number): Inhabitants {
  return checkPopulation("population", checkResult("population", population)) as Inhabitants;
}
