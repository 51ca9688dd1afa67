/** `[time, value]`, or `[time, null]` where a gap begins. */
export type SeriesPoint = [number, number | null];

/** A bucket of a reduced series: when it is, and the lowest and highest value in it. */
export type Bucket = { at: number; low: number; high: number };

/** Runs of points without a gap in them. */
export function splitAtGaps(points: readonly SeriesPoint[]): [number, number][][] {
  const runs: [number, number][][] = [];
  let run: [number, number][] = [];
  for (const [at, value] of points) {
    if (value !== null) run.push([at, value]);
    else if (run.length > 0) {
      runs.push(run);
      run = [];
    }
  }
  if (run.length > 0) runs.push(run);
  return runs;
}

/**
 * Opens a gap wherever the device was silent for longer than it should be. The server may say where gaps begin;
 * where it does not, silence itself tells: longer than `least` (three of the device's present intervals, three of
 * the chart's buckets) and than three of the intervals usual in this span, for the interval may have been changed.
 */
export function withGaps(points: readonly SeriesPoint[], least: number): SeriesPoint[] {
  const longest = Math.max(least, 3 * usualInterval(points));
  const marked: SeriesPoint[] = [];
  let before: number | null = null;
  for (const point of points) {
    if (before !== null && point[0] - before > longest) marked.push([before + 1, null]);
    marked.push(point);
    before = point[1] === null ? null : point[0];
  }
  return marked;
}

/** Nine of ten intervals are no longer than this. */
function usualInterval(points: readonly SeriesPoint[]): number {
  const intervals = points.slice(1).map((point, index) => point[0] - (points[index]?.[0] ?? point[0]));
  intervals.sort((a, b) => a - b);
  return intervals[Math.floor((intervals.length - 1) * 0.9)] ?? 0;
}

export type Gap = { from: number; to: number };

/** The spans between runs in which the device told nothing, first to last point of the series. */
export function gapsOf(points: readonly SeriesPoint[]): Gap[] {
  const runs = splitAtGaps(points);
  return runs.slice(1).flatMap((run, index) => {
    const from = runs[index]?.at(-1)?.[0];
    const to = run[0]?.[0];
    return from === undefined || to === undefined ? [] : [{ from, to }];
  });
}

/**
 * Lowest and highest value of each of `count` equal spans between begin and end. A reduced series holds both
 * extremes of each of the server's buckets, so about half as many spans as points keeps every extreme.
 */
export function envelope(
  points: readonly SeriesPoint[],
  begin: number,
  end: number,
  count: number,
): Bucket[][] {
  const width = (end - begin) / count;
  return splitAtGaps(points).map((run) => {
    const buckets: Bucket[] = [];
    let current = -1;
    for (const [at, value] of run) {
      const index = Math.floor((at - begin) / width);
      const last = buckets.at(-1);
      if (index === current && last !== undefined) {
        last.low = Math.min(last.low, value);
        last.high = Math.max(last.high, value);
      } else {
        buckets.push({ at: begin + (index + 0.5) * width, low: value, high: value });
        current = index;
      }
    }
    return buckets;
  });
}

/**
 * A live value at the end of a series. Points that fall out of the span are let go; a value that is older than
 * the last one (replayed) waits for the next fetch, which puts it in its place.
 */
export function appendPoint(
  points: readonly SeriesPoint[],
  at: number,
  value: number,
  begin: number,
): SeriesPoint[] | null {
  const last = points.at(-1);
  if (last !== undefined && last[0] >= at) return null;
  const first = points.findIndex((point) => point[0] >= begin);
  return [...points.slice(first < 0 ? points.length : first), [at, value]];
}
