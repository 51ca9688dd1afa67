import { type BoardMeasurement, isRefused, type LineMeasurement } from "../read/board-measurement.ts";
import type { LineValues } from "./board-lot.ts";

/** A C line is as wide as a line, within a factor. */
const width = { min: 0.3, max: 2.5 };

/** The figures of a measurement that are judged: contrasts of the lines, T/C of their areas with its uncertainty. */
export function toLineValues(measurement: BoardMeasurement): LineValues | null {
  const { c, t, lineWidth, background } = measurement;
  if (c === null || t === null || isRefused(measurement)) return null;
  const ratio = c.area > 0 ? t.area / c.area : null;
  return {
    c: c.contrast,
    cSnr: c.snr,
    t: t.contrast,
    tSnr: t.snr,
    ratio,
    ratioU: ratio === null ? 0 : Math.hypot(t.areaU, ratio * c.areaU) / c.area,
    background,
    isCInPlace: c.isFound && isAsWide(c, lineWidth),
  };
}

function isAsWide({ fwhm }: LineMeasurement, lineWidth: number): boolean {
  return fwhm >= width.min * lineWidth && fwhm <= width.max * lineWidth;
}
