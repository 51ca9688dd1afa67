import { WbeError } from "./wbe-error.ts";

/** Refuses NaN and the infinities. */
export function checkFinite<N extends number>(field: string, value: N): N {
  if (typeof value !== "number") throw new WbeError("notANumber", field);
  if (!Number.isFinite(value)) throw new WbeError("notFinite", field, String(value));
  return value;
}

/** Refuses what is not finite or below zero; a negative zero becomes zero. */
export function checkNonNegative<N extends number>(field: string, value: N): N {
  checkFinite(field, value);
  if (value < 0) throw new WbeError("negative", field, String(value));
  return Object.is(value, -0) ? (0 as N) : value;
}

/** Refuses what is not finite, zero or below. */
export function checkPositive<N extends number>(field: string, value: N): N {
  checkNonNegative(field, value);
  if (value === 0) throw new WbeError("notPositive", field);
  return value;
}

/** Refuses what does not lie in `low..high`, both included. */
export function checkWithin<N extends number>(field: string, value: N, low: number, high: number): N {
  checkFinite(field, value);
  if (value < low || value > high) throw new WbeError("outOfRange", field, `${value}, not ${low}..${high}`);
  return value;
}

/** Refuses what is not a whole number in `low..high`. */
export function checkWhole<N extends number>(field: string, value: N, low: number, high: number): N {
  checkWithin(field, value, low, high);
  if (!Number.isInteger(value)) throw new WbeError("notWhole", field, String(value));
  return Object.is(value, -0) ? (0 as N) : value;
}

/** A number of people by which loads are divided: 1 to 1e11. Zero is notPositive, as any divisor. */
export function checkPopulation<N extends number>(field: string, value: N): N {
  return checkWithin(field, checkPositive(field, value), 1, 1e11);
}

/** Lets no NaN or infinity leave a function whose arguments were each in order. */
export function checkResult(field: string, value: number): number {
  if (!Number.isFinite(value)) throw new WbeError("overflow", field);
  return value;
}
