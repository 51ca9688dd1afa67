/** The one error of this workspace. `code` says what is wrong, `field` which argument; both are stable. */
export class WbeError extends Error {
  override readonly name = "WbeError";
  readonly code: WbeErrorCode;
  readonly field: string;

  constructor(code: WbeErrorCode, field: string, detail?: string) {
    super(`${field}: ${meanings[code]}${detail === undefined ? "" : ` (${detail})`}`);
    this.code = code;
    this.field = field;
  }
}

export type WbeErrorCode = keyof typeof meanings;

const meanings = {
  notANumber: "is not a decimal number",
  notFinite: "is not finite",
  negative: "is negative",
  notPositive: "is not above zero",
  notWhole: "is not a whole number",
  outOfRange: "is outside the allowed range",
  belowRange: "is below the calibrated range",
  aboveRange: "is above the calibrated range",
  empty: "is empty",
  missing: "is required",
  duplicate: "occurs twice",
  unknown: "is not known",
  notAscending: "is not in ascending order",
  inconsistent: "conflicts with another value",
  tooMany: "requests too many",
  overflow: "is too large to be represented",
  malformed: "does not have the expected form",
} as const;
