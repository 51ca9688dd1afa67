import { formatEnd, formatMeasured } from "@tracewater/wbe/measured";
import { Quantity } from "../kit/quantity.tsx";

type Figure = {
  /** A number, or a decimal text with more digits than mean something. */
  value: number | string | null;
  /** U in percent of it, k = 2. */
  expanded: number | null;
  unit?: string | undefined;
  flag?: string | null | undefined;
};

/** A measured figure by the one rule of rounding: two digits of its uncertainty, and the value to the same place. */
export function Measured({ value, expanded, unit, flag }: Figure) {
  if (value === null) return <Quantity value={null} flag={flag} />;
  const shown = formatMeasured(Number(value), expanded);
  return <Quantity value={shown.value} uncertainty={shown.uncertainty} unit={unit} flag={flag} />;
}

/** The two texts of a figure, where there is one. */
export function measuredTexts(
  value: number | string | null,
  expanded: number | null,
): { value: string; uncertainty: string | null } | null {
  return value === null ? null : formatMeasured(Number(value), expanded);
}

/** The value alone, to the place that its uncertainty leaves it. */
export function measuredValue(value: number | string, expanded: number | null): string {
  return formatMeasured(Number(value), expanded).value;
}

/** An interval, to the place of the uncertainty that made it. */
export function measuredInterval(
  ends: { low: number; high: number },
  value: number | string,
  expanded: number | null,
): string {
  const of = Number(value);
  return `${formatEnd(ends.low, of, expanded)} – ${formatEnd(ends.high, of, expanded)}`;
}
