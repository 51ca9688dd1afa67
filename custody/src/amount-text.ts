/**
 * An amount with the code of its currency, as "1200.00 CNY" or "1200 JPY": at least as many decimals as the currency
 * has by ISO 4217. A finer amount keeps up to two, so that no stated amount is rounded to whole units.
 */
export function amountText(amount: number, currency: string, format: { useGrouping?: boolean } = {}): string {
  const digits = decimalsOf(currency);
  const number = new Intl.NumberFormat("en-US", {
    useGrouping: format.useGrouping ?? false,
    ...{ minimumFractionDigits: digits, maximumFractionDigits: Math.max(digits, 2) },
  });
  return `${number.format(amount)} ${currency}`;
}

/** A fee as people read it; one whose currency was never recorded is its number alone. */
export function feeText(fee: unknown, currency: unknown): string {
  if (typeof fee !== "number") return "";
  return typeof currency === "string" ? amountText(fee, currency) : String(fee);
}

/** Files from elsewhere may name anything as their currency; `Intl` throws on what is not three letters. */
function decimalsOf(currency: string): number {
  if (!/^[A-Z]{3}$/.test(currency)) return 2;
  const format = new Intl.NumberFormat("en-US", { style: "currency", currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}
