import { contrastAt, type Track } from "./line.ts";
import { mean } from "./robust.ts";

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Where a line has the greatest contrast in a span, to a fraction of a pixel. */
export function findLine(
  track: Track,
  { from, to }: Span,
): { at: number; contrast: number; isPeak: boolean } {
  const first = Math.max(0, Math.ceil(from));
  const last = Math.min(track.values.length - 1, Math.floor(to));
  let [best, greatest] = [(from + to) / 2, Number.NEGATIVE_INFINITY];
  for (let at = first; at <= last; at++) {
    const contrast = contrastAt(track, at);
    if (contrast > greatest) [best, greatest] = [at, contrast];
  }
  const [before, after] = [contrastAt(track, best - 1), contrastAt(track, best + 1)];
  const bend = before - 2 * greatest + after;
  const isPeak = before <= greatest && after <= greatest;
  const at = isPeak && bend < 0 ? best + (0.5 * (before - after)) / bend : best;
  return { at, contrast: greatest, isPeak };
}

/** Scatter of an estimator where there is no line: its root mean square about its mean, and how often it was taken. */
export function scatterOf(
  estimate: (at: number) => number,
  spans: readonly Span[],
): { sigma: number; count: number } {
  const values = spans.flatMap(({ from, to }) => {
    const taken: number[] = [];
    for (let at = Math.ceil(from); at <= to; at++) taken.push(estimate(at));
    return taken;
  });
  if (values.length < 3) return { sigma: 0, count: values.length };
  const centre = mean(values);
  const sum = values.reduce((total, value) => total + (value - centre) ** 2, 0);
  return { sigma: Math.sqrt(sum / (values.length - 1)), count: values.length };
}
