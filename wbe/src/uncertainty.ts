import { checkNonNegative, checkResult, checkWhole } from "./checks.ts";
import type { RelativeUncertainty } from "./units.ts";

/** Relative standard uncertainties (k = 1), as fractions: 0.1 is 10 %. What does not apply is 0. */
export interface UncertaintyParts {
  readonly sampling: RelativeUncertainty;
  readonly chemistry: RelativeUncertainty;
  readonly flow: RelativeUncertainty;
  readonly population: RelativeUncertainty;
  readonly correctionFactor: RelativeUncertainty;
}

export interface CombinedUncertainty {
  /** Relative standard uncertainty (k = 1) of the mean over the days. */
  readonly standard: RelativeUncertainty;
  /** Relative expanded uncertainty, k = 2 (about 95 %). */
  readonly expanded: RelativeUncertainty;
  /** What more days shrink: sampling and chemistry, already divided by sqrt(days). */
  readonly random: RelativeUncertainty;
  /** What more days leave as it is: flow, population and correction factor. */
  readonly systematic: RelativeUncertainty;
}

/**
 * Uncertainty of a load, a population-normalised load or a consumption, as the mean of `days` days:
 * u2 = (sampling2 + chemistry2) / days + flow2 + population2 + CF2. The parts are taken as independent and
 * relative, as a product of factors allows; those of the second group repeat day after day.
 * Errors: notFinite, negative, outOfRange or notWhole (days, 1..36,600), overflow.
 * Source: Castiglioni et al. 2013, Environ. Sci. Technol. 47:1452; JCGM 100:2008 (GUM), 5.1.6.
 */
export function combineUncertainty(input: { parts: UncertaintyParts; days: number }): CombinedUncertainty {
  const { parts } = input;
  const days = checkWhole("days", input.days, 1, 36_600);
  const perDay = Math.hypot(part("sampling", parts), part("chemistry", parts));
  const random = checkResult("random", perDay / Math.sqrt(days));
  const systematic = Math.hypot(
    part("flow", parts),
    part("population", parts),
    part("correctionFactor", parts),
  );
  checkResult("systematic", systematic);
  const standard = Math.hypot(random, systematic);
  return {
    standard: checkResult("standard", standard) as RelativeUncertainty,
    expanded: checkResult("expanded", 2 * standard) as RelativeUncertainty,
    random: random as RelativeUncertainty,
    systematic: systematic as RelativeUncertainty,
  };
}

function part(name: keyof UncertaintyParts, parts: UncertaintyParts): number {
  return checkNonNegative(name, parts[name]);
}
