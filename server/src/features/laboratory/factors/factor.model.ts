import { correctionFactor } from "@tracewater/wbe/consumption";
import type { Fraction, GPerMol } from "@tracewater/wbe/units";
import { badField } from "../../../platform/failure.ts";
import type { AnalyteFacts } from "./shipped-analytes.ts";

/** What was entered of a version, as decimal texts. */
export type GivenFactor = {
  excretedFraction: string | null;
  factor: string | null;
  source: string;
  doseMg: string | null;
  doseSource: string;
};

/**
 * The factor of a version, as decimal text: the one that was entered, or what follows from the fraction, to six
 * significant digits: an excreted fraction is known to two. Null where neither is accepted.
 */
export function settleFactor(given: GivenFactor, { parentMass, residueMass }: AnalyteFacts): string | null {
  const { excretedFraction, factor } = given;
  if (excretedFraction !== null && factor !== null) {
    throw badField("factor", {
      en: "follows from the excreted fraction: give one of the two",
      zh: "可由排泄率算出，两者只需填写一项",
    });
  }
  requireSource("source", excretedFraction ?? factor, given.source);
  requireSource("doseSource", given.doseMg, given.doseSource);
  if (excretedFraction === null) return factor;
  const fraction = Number(excretedFraction);
  if (fraction > 1) throw badField("excretedFraction", { en: "is at most 1", zh: "不能大于 1" });
  const computed = correctionFactor({
    parentMass: parentMass as GPerMol,
    residueMass: residueMass as GPerMol,
    excretedFraction: fraction as Fraction,
  });
  return String(Number(computed.toPrecision(6)));
}

/** A number without a source is none. */
function requireSource(field: string, value: string | null, source: string): void {
  if (value === null || source !== "") return;
  throw badField(field, { en: "name where the number is from", zh: "请注明数据来源" });
}
