/** A number as people read it: groups of three, a true minus sign, and no digits that nobody measured. */
export function formatNumber(value: number, digits?: number): string {
  const shape: Intl.NumberFormatOptions =
    digits === undefined
      ? { maximumSignificantDigits: 6 }
      : { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat("en-US", shape).format(value).replace("-", "−");
}

/** Spec 5: signed or unsigned decimals, no leading zeros except a single one, with an optional fraction. */
export function isDecimal(text: string): boolean {
  return /^[+-]?(0|[1-9]\d*)(\.\d+)?$/.test(text);
}
