import { type SeriesPoint, splitAtGaps } from "../../../../charts/series-shape.ts";

export type SparkShape = { path: string; end: { x: number; y: number } | null; low: number; high: number };

/** An SVG path in a box of width x height; gaps break the line. Null where there is nothing to draw. */
export function sparkShape(
  points: readonly SeriesPoint[],
  begin: number,
  end: number,
  width: number,
  height: number,
): SparkShape | null {
  const runs = splitAtGaps(points);
  const values = runs.flatMap((run) => run.map((point) => point[1]));
  if (values.length < 2 || end <= begin) return null;
  const low = Math.min(...values);
  const high = Math.max(...values);
  const x = (at: number) => round(((Math.max(at, begin) - begin) / (end - begin)) * width);
  // A value that never moves is a line through the middle.
  const y = (value: number) =>
    round(high === low ? height / 2 : height - ((value - low) / (high - low)) * height);
  const path = runs
    .map((run) => run.map(([at, value], i) => `${i === 0 ? "M" : "L"}${x(at)} ${y(value)}`).join(""))
    .join("");
  const last = runs.at(-1)?.at(-1);
  return { path, end: last === undefined ? null : { x: x(last[0]), y: y(last[1]) }, low, high };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/**
 * Opens a gap wherever the device was silent for longer than it should be: longer than `min` (three of its present
 * intervals) and than three of the intervals usual in this span, for the interval may have been changed.
 */
export function withGaps(points: readonly SeriesPoint[], min: number): SeriesPoint[] {
  const maxGap = Math.max(min, 3 * typicalInterval(points));
  const marked: SeriesPoint[] = [];
  let before: number | null = null;
  for (const point of points) {
    if (before !== null && point[0] - before > maxGap) marked.push([before + 1, null]);
    marked.push(point);
    before = point[1] === null ? null : point[0];
  }
  return marked;
}

/** Nine of ten intervals are no longer than this. */
function typicalInterval(points: readonly SeriesPoint[]): number {
  const intervals = points.slice(1).map((point, index) => point[0] - (points[index]?.[0] ?? point[0]));
  intervals.sort((a, b) => a - b);
  return intervals[Math.floor((intervals.length - 1) * 0.9)] ?? 0;
}
