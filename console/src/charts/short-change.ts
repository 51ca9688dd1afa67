import type { ReportAnalyte, ReportCategory } from "@tracewater/contract/laboratory/reports";

/** A change in a few characters, `+14 %`; null where none is shown. The sentence of it stands where there is room. */
export function shortChange({ change }: Pick<ReportAnalyte | ReportCategory, "change">): {
  text: string | null;
  to: "increase" | "stable" | "decrease" | null;
} {
  if (change === null || !change.isShown || change.percent === null) return { text: null, to: null };
  const { percent, to } = change;
  const sign = percent > 0 ? "+" : percent < 0 ? "−" : "";
  const size = Math.abs(percent);
  return { text: `${sign}${size < 10 ? size.toFixed(1) : size.toFixed(0)} %`, to };
}
