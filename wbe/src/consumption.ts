import { checkNonNegative, checkPositive, checkResult, checkWithin } from "./checks.ts";
import { checkExact } from "./exact.ts";
import type {
  ConsumedMgPerDay,
  ConsumedMgPerDayPer1000,
  CorrectionFactor,
  DosesPerDay,
  DosesPerDayPer1000,
  Fraction,
  GPerMol,
  Mg,
  MgPerDay,
  MgPerDayPer1000,
} from "./units.ts";

/**
 * Milligrams of the parent drug consumed for each milligram of residue in the water:
 * CF = (Mw parent / Mw residue) / excreted fraction, both molar masses in g/mol, the fraction by moles, 0..1.
 * An estimate: the excreted fraction differs between people and routes of administration.
 * Errors: notFinite, negative, notPositive, outOfRange (fraction above 1), overflow.
 * Source: Zuccato et al. 2008, Environ. Health Perspect. 116:1027; fractions: Gracia-Lor et al. 2016.
 */
export function correctionFactor(input: {
  parentMass: GPerMol;
  residueMass: GPerMol;
  excretedFraction: Fraction;
}): CorrectionFactor {
  const parent = checkPositive("parentMass", input.parentMass);
  const residue = checkPositive("residueMass", input.residueMass);
  const excreted = checkWithin(
    "excretedFraction",
    checkPositive("excretedFraction", input.excretedFraction),
    0,
    1,
  );
  const factor = checkResult("correctionFactor", parent / residue / excreted);
  return checkPositive("correctionFactor", factor) as CorrectionFactor;
}

/**
 * Consumption of the parent drug = load x CF, in the unit of the load. An estimate, therefore a double.
 * Errors: notANumber, notFinite, negative, notPositive (factor), overflow. Source: as `correctionFactor`.
 */
export function consumption(input: { load: MgPerDay; factor: CorrectionFactor }): ConsumedMgPerDay;
export function consumption(input: {
  load: MgPerDayPer1000;
  factor: CorrectionFactor;
}): ConsumedMgPerDayPer1000;
export function consumption(input: { load: MgPerDay | MgPerDayPer1000; factor: CorrectionFactor }): number {
  const mass = checkExact("load", input.load).toNumber();
  return checkResult("consumption", mass * checkPositive("factor", input.factor));
}

/**
 * Doses = consumption / mass of one dose [mg]. An estimate on top of an estimate: the dose is a convention.
 * Errors: notFinite, negative, notPositive (dose), overflow.
 * Source: Zuccato et al. 2008; dose masses: the dose column of the analyte table, where each source is.
 */
export function doses(input: { consumption: ConsumedMgPerDay; dose: Mg }): DosesPerDay;
export function doses(input: { consumption: ConsumedMgPerDayPer1000; dose: Mg }): DosesPerDayPer1000;
export function doses(input: { consumption: number; dose: Mg }): number {
  const consumed = checkNonNegative("consumption", input.consumption);
  return checkResult("doses", consumed / checkPositive("dose", input.dose));
}
