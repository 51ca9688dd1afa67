// The units of this workspace, as brands: a flow cannot be passed for a concentration. Each constructor is the
// edge at which a value is read and checked; the functions beyond it check again, but never convert.

import type { Decimal } from "decimal.js";
import { checkFinite, checkNonNegative, checkPopulation, checkPositive, checkWithin } from "./checks.ts";
import { checkExact, type ExactInput, parseExact, parseStored } from "./exact.ts";

declare const unit: unique symbol;
type ExactIn<U extends string> = Decimal & { readonly [unit]: U };
type DoubleIn<U extends string> = number & { readonly [unit]: U };

// Kept, therefore exact.
export type NgPerL = ExactIn<"ng/L">;
export type M3PerDay = ExactIn<"m3/d">;
export type MgPerDay = ExactIn<"mg/d">;
export type MgPerDayPer1000 = ExactIn<"mg/d/1000 inhabitants">;

export const ngPerL = (value: ExactInput): NgPerL => parseExact("concentration", value) as NgPerL;
export const m3PerDay = (value: ExactInput): M3PerDay => parseExact("flow", value) as M3PerDay;
export const mgPerDay = (value: ExactInput): MgPerDay => parseStored("load", value) as MgPerDay;
export const mgPerDayPer1000 = (value: ExactInput): MgPerDayPer1000 =>
  parseStored("load", value) as MgPerDayPer1000;

/** The wire and the forms speak ug/L, the database ng/L; the factor 1000 moves the point and rounds nothing. */
export const ngPerLFromUgPerL = (value: ExactInput): NgPerL =>
  parseExact("concentration", value).times(1000) as NgPerL;
export const ugPerLFromNgPerL = (value: NgPerL): Decimal => checkExact("concentration", value).times("0.001");

// Estimated or set, therefore doubles.
export type Inhabitants = DoubleIn<"inhabitants">;
export type GPerMol = DoubleIn<"g/mol">;
export type Fraction = DoubleIn<"fraction">;
export type CorrectionFactor = DoubleIn<"mg consumed per mg excreted">;
export type Mg = DoubleIn<"mg">;
export type MgPerL = DoubleIn<"mg/L">;
export type GPerInhabitantDay = DoubleIn<"g per inhabitant and day">;
export type CigarettesPerInhabitantDay = DoubleIn<"cigarettes per inhabitant and day">;
export type ConsumedMgPerDay = DoubleIn<"mg/d consumed, estimate">;
export type ConsumedMgPerDayPer1000 = DoubleIn<"mg/d/1000 inhabitants consumed, estimate">;
export type DosesPerDay = DoubleIn<"doses/d, estimate">;
export type DosesPerDayPer1000 = DoubleIn<"doses/d/1000 inhabitants, estimate">;
export type RelativeUncertainty = DoubleIn<"relative standard uncertainty">;
export type ZScore = DoubleIn<"standard deviations">;
export type M3PerHour = DoubleIn<"m3/h">;
export type M3 = DoubleIn<"m3">;
export type ML = DoubleIn<"mL">;
export type Minutes = DoubleIn<"min">;

export const inhabitants = (value: number): Inhabitants =>
  checkPopulation("population", value) as Inhabitants;
export const gPerMol = (value: number): GPerMol => checkPositive("molar mass", value) as GPerMol;
export const correctionFactorOf = (value: number): CorrectionFactor =>
  checkPositive("correction factor", value) as CorrectionFactor;
export const mg = (value: number): Mg => checkPositive("mass", value) as Mg;
export const mgPerL = (value: number): MgPerL => checkNonNegative("concentration", value) as MgPerL;
export const gPerInhabitantDay = (value: number): GPerInhabitantDay =>
  checkPositive("load of one inhabitant", value) as GPerInhabitantDay;
export const cigarettesPerInhabitantDay = (value: number): CigarettesPerInhabitantDay =>
  checkPositive("cigarettes", value) as CigarettesPerInhabitantDay;
export const relativeUncertainty = (value: number): RelativeUncertainty =>
  checkNonNegative("uncertainty", value) as RelativeUncertainty;
export const zScoreOf = (value: number): ZScore => checkFinite("z", value) as ZScore;
export const m3PerHour = (value: number): M3PerHour => checkNonNegative("flow", value) as M3PerHour;
export const m3 = (value: number): M3 => checkPositive("volume", value) as M3;
export const mL = (value: number): ML => checkNonNegative("volume", value) as ML;
export const minutes = (value: number): Minutes => checkNonNegative("time", value) as Minutes;

/** A share above 0 and at most 1. Errors: notFinite, negative, notPositive, outOfRange. */
export const fraction = (value: number): Fraction =>
  checkWithin("fraction", checkPositive("fraction", value), 0, 1) as Fraction;
