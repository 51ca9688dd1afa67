// How a measured figure is written: one rule for pages, reports and spreadsheets.

import { checkFinite, checkNonNegative } from "./checks.ts";

/** Texts with groups of three and a true minus sign. */
export interface Measured {
  readonly value: string;
  /** Expanded, in the unit of the value; null where none is known. */
  readonly uncertainty: string | null;
}

/** Without an uncertainty nothing says which digits mean something. */
const digitsAlone = 3;

/**
 * A value and its expanded uncertainty in percent: the uncertainty with two significant digits, the value to the same
 * place. 92.4 with 40 % is 92 +- 37; 382,746 with 14.9 % is 383,000 +- 57,000. Without an uncertainty, or with one of
 * zero, three significant digits of the value at most.
 * Errors: notFinite, negative (the uncertainty).
 * Source: JCGM 100:2008 (GUM), 7.2.6; EURACHEM/CITAC CG 4 (2012), 9.5.
 */
export function formatMeasured(value: number, expandedPercent: number | null): Measured {
  checkFinite("value", value);
  const absolute =
    expandedPercent === null ? 0 : (Math.abs(value) * checkNonNegative("uncertainty", expandedPercent)) / 100;
  if (absolute === 0) return { value: alone(value), uncertainty: null };
  const place = placeOf(absolute, 2);
  return { value: grouped(value, place), uncertainty: grouped(absolute, place) };
}

/** The end of an interval, to the place of the uncertainty that made it. Errors: as `formatMeasured`. */
export function formatEnd(end: number, value: number, expandedPercent: number | null): string {
  checkFinite("end", end);
  const absolute =
    expandedPercent === null ? 0 : (Math.abs(value) * checkNonNegative("uncertainty", expandedPercent)) / 100;
  return absolute === 0 ? alone(end) : grouped(end, placeOf(absolute, 2));
}

/** Three significant digits at most; a short figure gets no zeros that nobody measured. */
function alone(value: number): string {
  const place = placeOf(value, digitsAlone);
  const text = grouped(value, place);
  return place > 0 ? text.replace(/\.?0+$/, "") : text;
}

/** Digits behind the point that leave so many significant ones; below zero for tens, hundreds. */
function placeOf(value: number, digits: number): number {
  if (value === 0) return 0;
  const rounded = Number(Math.abs(value).toPrecision(digits));
  return digits - 1 - Math.floor(Math.log10(rounded) + 1e-12);
}

function grouped(value: number, place: number): string {
  const digits = Math.min(100, Math.max(0, place));
  const scale = 10 ** Math.max(0, -place);
  const rounded = Math.round(Math.abs(value) / scale) * scale;
  const text = (place < 0 ? rounded : Math.abs(value)).toFixed(digits);
  const [whole = "", rest] = text.split(".");
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  const sign = value < 0 && Number(text) !== 0 ? "−" : "";
  return `${sign}${groups}${rest === undefined ? "" : `.${rest}`}`;
}
