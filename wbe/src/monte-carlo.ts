import { checkResult, checkWhole } from "./checks.ts";
import { centreOf, type DayPart, type SharedParts, systematicOf } from "./mean-uncertainty.ts";
import { type Draws, seededDraws } from "./random-draws.ts";
import { WbeError } from "./wbe-error.ts";

export interface SimulatedMean {
  /** Mean of the draws, in the unit of the loads. */
  readonly mean: number;
  /** Relative standard uncertainty, k = 1, of the draws. */
  readonly standard: number;
  /** The 2.5 and 97.5 % points, relative to the mean. */
  readonly low: number;
  readonly high: number;
}

export const defaultDraws = 10_000;

/**
 * The reference of `meanUncertainty`: each factor is drawn from a lognormal distribution with the mean 1 and its
 * relative standard uncertainty, a day below a limit evenly between 0 and its bound. What is divided by (population,
 * dose) is drawn and divided by. The flow and a population from a marker of the same sample share their draw. How
 * much the days differ is not drawn: it is seen in them.
 * Errors: as `meanUncertainty`; outOfRange, notWhole (100 to 1,000,000 draws; the seed).
 * Source: JCGM 101:2008 (GUM supplement 1), 7.
 */
export function simulateMean(input: {
  days: readonly DayPart[];
  shared: SharedParts;
  seed: number;
  draws?: number;
}): SimulatedMean | null {
  const { days, shared } = input;
  if (days.length === 0) throw new WbeError("empty", "days");
  const count = checkWhole("draws", input.draws ?? defaultDraws, 100, 1_000_000);
  systematicOf(shared);
  if (days.every((day) => centreOf(day) === 0)) return null;
  const random = seededDraws(input.seed);
  const values = Float64Array.from({ length: count }, () => drawOf(days, shared, random)).sort();
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const point = (share: number) => values[Math.round(share * (count - 1))] ?? mean;
  return {
    mean: checkResult("mean", mean),
    standard: checkResult("standard", Math.sqrt(squares / (count - 1)) / mean),
    low: point(0.025) / mean,
    high: point(0.975) / mean,
  };
}

function drawOf(days: readonly DayPart[], shared: SharedParts, random: Draws): number {
  let sum = 0;
  for (const { load, chemistry, sampling, isBound } of days) {
    const found = isBound ? load * random.uniform() : load * factorOf(chemistry, random);
    sum += found * factorOf(sampling, random);
  }
  const flow = factorOf(shared.flow, random);
  const people = factorOf(shared.population, random) * (shared.populationFromMarker ? flow : 1);
  const made = factorOf(shared.bias, random) * factorOf(shared.stability, random) * flow;
  return (
    ((sum / days.length) * made * factorOf(shared.factor, random)) / people / factorOf(shared.dose, random)
  );
}

function factorOf(standard: number, random: Draws): number {
  if (standard === 0) return 1;
  const spread = Math.sqrt(Math.log1p(standard ** 2));
  return Math.exp(spread * random.normal() - (spread * spread) / 2);
}
