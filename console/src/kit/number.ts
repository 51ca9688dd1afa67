/** A number as people read it: groups of three, a true minus sign, and no digits that nobody measured. */
export function formatNumber(value: number, digits?: number): string {
  return formatterFor(digits).format(value).replace("-", "−");
}

/** An amount to all of its digits, up to the fourth decimal: it is added up with others, and the sum has to be right. */
export function formatAmount(value: number): string {
  return exact.format(value).replace("-", "−");
}

const exact = new Intl.NumberFormat("en-US", { maximumFractionDigits: 4 });

/** A formatter is dear to make and cheap to keep. */
const formatters = new Map<number | undefined, Intl.NumberFormat>();

function formatterFor(digits: number | undefined): Intl.NumberFormat {
  const known = formatters.get(digits);
  if (known) return known;
  const made = new Intl.NumberFormat(
    "en-US",
    digits === undefined
      ? { maximumSignificantDigits: 6 }
      : { minimumFractionDigits: digits, maximumFractionDigits: digits },
  );
  formatters.set(digits, made);
  return made;
}

/** Spec 5: signed or unsigned decimals, no leading zeros except a single one, with an optional fraction. */
export function isDecimal(text: string): boolean {
  return /^[+-]?(0|[1-9]\d*)(\.\d+)?$/.test(text);
}
