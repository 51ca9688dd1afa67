import { correctionFactor } from "@tracewater/wbe/consumption";
import type { Fraction, GPerMol } from "@tracewater/wbe/units";
import { fieldError } from "../../../platform/app-error.ts";
import type { AnalyteMasses } from "./shipped-analytes.ts";

/** What was entered of a version, as decimal texts. */
export type GivenFactor = {
  excretedFraction: string | null;
  factor: string | null;
  source: string;
  doseMg: string | null;
  doseSource: string;
  factorUncertainty: string | null;
  doseUncertainty: string | null;
  therapeuticShare: string | null;
};

/**
 * The factor of a version, as decimal text: the one that was entered, or what follows from the fraction, to six
 * significant digits: an excreted fraction is known to two. Null where neither is accepted.
 */
export function resolveFactor(given: GivenFactor, { parentMass, residueMass }: AnalyteMasses): string | null {
  const { excretedFraction, factor } = given;
  if (excretedFraction !== null && factor !== null) {
    throw fieldError("factor", {
      en: "is calculated from the excreted fraction; enter only one of the two",
      zh: "可由排泄率算出，两者只需填写一项",
    });
  }
  requireSource("source", excretedFraction ?? factor, given.source);
  requireSource("doseSource", given.doseMg, given.doseSource);
  checkShare(given);
  if (excretedFraction === null) return factor;
  const fraction = Number(excretedFraction);
  if (fraction > 1) throw fieldError("excretedFraction", { en: "must not exceed 1", zh: "不能大于 1" });
  const computed = correctionFactor({
    parentMass: parentMass as GPerMol,
    residueMass: residueMass as GPerMol,
    excretedFraction: fraction as Fraction,
  });
  return String(Number(computed.toPrecision(6)));
}

function checkShare({ therapeuticShare, source }: GivenFactor): void {
  if (therapeuticShare === null) return;
  if (Number(therapeuticShare) >= 1)
    throw fieldError("therapeuticShare", { en: "must be below 1", zh: "须小于 1" });
  requireSource("source", therapeuticShare, source);
}

/** A number without a source is none. */
function requireSource(field: string, value: string | null, source: string): void {
  if (value === null || source !== "") return;
  throw fieldError(field, { en: "enter the source of the value", zh: "请注明数据来源" });
}
