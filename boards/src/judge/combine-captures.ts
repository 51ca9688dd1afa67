import { median } from "../read/robust.ts";

/** Several captures of one board, and whether they agree. */
export interface CombinedRatio {
  readonly ratio: number;
  /** Coefficient of variation of T/C, a fraction; null of one capture or of a ratio of zero. */
  readonly cv: number | null;
  readonly agrees: boolean;
}

/**
 * The median of the captures' T/C. They agree within 5 %, below the lower limit of quantification within 10 %.
 */
export function combineCaptures(ratios: readonly number[], isBelowRange: boolean): CombinedRatio | null {
  if (ratios.length === 0) return null;
  const ratio = median(ratios);
  if (ratios.length === 1 || ratio === 0) return { ratio, cv: null, agrees: true };
  const average = ratios.reduce((sum, value) => sum + value, 0) / ratios.length;
  const variance = ratios.reduce((sum, value) => sum + (value - average) ** 2, 0) / (ratios.length - 1);
  const cv = Math.sqrt(variance) / Math.abs(average);
  return { ratio, cv, agrees: cv <= (isBelowRange ? 0.1 : 0.05) };
}
