import { Decimal } from "decimal.js";
import { WbeError } from "./wbe-error.ts";

/**
 * Decimal arithmetic for what is kept: concentrations, flows, loads. Sums and products of values as they are
 * entered come out exact; quotients are rounded half to even at 64 significant digits. A clone, so that no
 * other user of decimal.js changes the precision under us, and so that no text ever carries an exponent.
 */
export const Exact = Decimal.clone({
  precision: 64,
  rounding: Decimal.ROUND_HALF_EVEN,
  toExpNeg: -200,
  toExpPos: 200,
  defaults: true,
});

export type ExactInput = string | number | Decimal;

/**
 * Reads a measured value: a decimal text such as "12.50" or "1e-3", a double (its shortest decimal form), or
 * a Decimal. Zero, or 1e-15..1e15 with at most 30 significant digits: a product of two such values fits the
 * 64 digits above. Errors: notANumber, notFinite, negative, outOfRange.
 */
export function parseExact(field: string, input: ExactInput): Decimal {
  const value = parseStored(field, input);
  if (value.isZero()) return value;
  if (value.e < -15 || value.gt(1e15) || value.precision() > 30) throw new WbeError("outOfRange", field);
  return value;
}

/** Reads back a computed value, which may fill all 64 digits. Errors: those of `parseExact`. */
export function parseStored(field: string, input: ExactInput): Decimal {
  if (typeof input === "string" && !(input.length <= 200 && decimalText.test(input))) {
    throw new WbeError("notANumber", field);
  }
  if (typeof input === "number" && !Number.isFinite(input)) {
    throw new WbeError("notFinite", field, String(input));
  }
  if (typeof input !== "string" && typeof input !== "number" && !Decimal.isDecimal(input)) {
    throw new WbeError("notANumber", field);
  }
  return checkExact(field, new Exact(input));
}

// No hexadecimal, no "Infinity", no blanks: decimal.js reads more than a laboratory writes.
const decimalText = /^[+-]?\d+(\.\d+)?(e[+-]?\d{1,3})?$/i;

/**
 * Checks a value inside a function, also one whose brand was forged.
 * Errors: notANumber, notFinite, negative, outOfRange.
 */
export function checkExact(field: string, value: Decimal): Decimal {
  if (!Decimal.isDecimal(value)) throw new WbeError("notANumber", field);
  if (!value.isFinite()) throw new WbeError("notFinite", field);
  if (value.isZero()) return new Exact(0);
  if (value.isNegative()) throw new WbeError("negative", field);
  if (Math.abs(value.e) > 100 || value.precision() > 64) throw new WbeError("outOfRange", field);
  return new Exact(value);
}

/** The same for a value that must not be zero. Errors: those of `checkExact`, notPositive. */
export function checkExactPositive(field: string, value: Decimal): Decimal {
  const checked = checkExact(field, value);
  if (checked.isZero()) throw new WbeError("notPositive", field);
  return checked;
}

/**
 * A quotient as it is reported beyond the database: at most 15 significant digits, more than anything that is measured
 * has and as many as a spreadsheet holds. What is exact, such as a load, is reported whole. Errors: those of
 * `parseStored`.
 */
export function formatQuotient(text: string): string {
  return parseStored("quotient", text).toSignificantDigits(15).toString();
}
