import type { Decimal } from "decimal.js";
import { checkExact, checkExactPositive, Exact } from "./exact.ts";
import type { NgPerL } from "./units.ts";
import { WbeError } from "./wbe-error.ts";

/** The choices of a report; it prints the one it took. EUDA publishes values below the LOQ as zero. */
export const substitutions = ["zero", "halfLoq", "loq", "loqOverSqrt2"] as const;
export type Substitution = (typeof substitutions)[number];

/** A stored result keeps its flag and its LOQ; a number is only where one was measured. */
export type AssayResult =
  | { readonly flag: "quantified"; readonly value: NgPerL }
  | { readonly flag: "belowLoq" | "notDetected"; readonly loq: NgPerL }
  | { readonly flag: "aboveRange" | "rejected" };

/**
 * The concentration [ng/L] with which a load is computed, and whether it substitutes for a value below the LOQ.
 * Null where there is none: a rejected result, or one above the calibrated range, which must be diluted and
 * measured again; such a day counts as missing.
 * LOQ/sqrt(2) is irrational and rounded at 64 digits; the other rules are exact.
 * Errors: notANumber, notFinite, negative, notPositive (LOQ), unknown (rule or flag).
 * Source: Hornung and Reed 1990, Appl. Occup. Environ. Hyg. 5:46 (L/2, L/sqrt 2); EUDA for zero.
 */
export function substitute(input: {
  result: AssayResult;
  rule: Substitution;
}): { readonly value: NgPerL; readonly substituted: boolean } | null {
  const { result, rule } = input;
  if (!substitutions.includes(rule)) throw new WbeError("unknown", "rule");
  switch (result.flag) {
    case "quantified":
      return { value: checkExact("value", result.value) as NgPerL, substituted: false };
    case "belowLoq":
    case "notDetected":
      return { value: standIn(checkExactPositive("loq", result.loq), rule) as NgPerL, substituted: true };
    case "aboveRange":
    case "rejected":
      return null;
    default:
      throw new WbeError("unknown", "flag");
  }
}

function standIn(loq: Decimal, rule: Substitution): Decimal {
  switch (rule) {
    case "zero":
      return new Exact(0);
    case "halfLoq":
      return loq.dividedBy(2);
    case "loq":
      return loq;
    case "loqOverSqrt2":
      return loq.dividedBy(Exact.sqrt(2));
  }
}
