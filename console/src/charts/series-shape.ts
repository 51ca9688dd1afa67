import type { Series } from "@tracewater/contract/fleet/telemetry";

/** `[time, value]`, or `[time, null]` where a gap begins. */
export type SeriesPoint = [number, number | null];

/** A stretch of a series in one value: a stored value, or the lowest, highest and mean of `count` of them. */
export type Bucket = { at: number; low: number; high: number; mean: number; count: number };

/** What of a series is drawn. */
export type SeriesShape = Pick<Series, "reduced" | "stepMs" | "points" | "band" | "gaps">;

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

/** What is drawn without lifting the pen: stored values as they are, or one bucket for each part. */
export function runsOf(series: SeriesShape): Bucket[][] {
  if (!series.reduced) {
    return splitAtGaps(series.points).map((run) =>
      run.map(([at, value]) => ({ at, low: value, high: value, mean: value, count: 1 })),
    );
  }
  const runs: Bucket[][] = [];
  let next = 0;
  let before: number | null = null;
  for (const [at, low, high, mean, count] of series.band) {
    let broken = before === null;
    // A gap that ends in this part, or before it, and began in an earlier one.
    for (
      let gap = series.gaps[next];
      gap !== undefined && gap[1] < at + series.stepMs;
      gap = series.gaps[++next]
    ) {
      if (before !== null && gap[0] < at && gap[1] >= at) broken = true;
    }
    if (broken) runs.push([]);
    runs.at(-1)?.push({ at: at + series.stepMs / 2, low, high, mean, count });
    before = at;
  }
  return runs;
}

/** The gaps that can be seen in a span: narrower ones are hidden by the line next to them. */
export function visibleGaps(gaps: Series["gaps"], begin: number, end: number): Series["gaps"] {
  const narrowest = (end - begin) / 120;
  return gaps.filter(([from, to]) => to - from >= narrowest);
}

/**
 * A live value at the end of a series. Points that fall out of the span are let go; a value that is older than
 * the last one (replayed) waits for the next fetch, which puts it in its place.
 */
export function grown<T extends SeriesShape>(series: T, at: number, value: number, begin: number): T {
  const last = series.points.at(-1);
  if (last !== undefined && last[0] >= at) return series;
  const first = series.points.findIndex((point) => point[0] >= begin);
  const kept = series.points.slice(first < 0 ? series.points.length : first);
  const silence = series.gaps.at(-1);
  // The silence up to now that the server saw ends with this value: it is a gap between the two.
  const isGap = silence !== undefined && last !== undefined && silence[0] >= last[0];
  const pen: SeriesPoint[] = isGap ? [[silence[0] + 1, null]] : [];
  return {
    ...series,
    points: [...kept, ...pen, [at, value]],
    band: series.reduced ? grownBand(series, at, value, begin) : series.band,
    gaps: isGap ? [...series.gaps.slice(0, -1), [silence[0], at]] : series.gaps,
  };
}

function grownBand(series: SeriesShape, at: number, value: number, begin: number): Series["band"] {
  const kept = series.band.filter(([from]) => from + series.stepMs > begin);
  const last = kept.at(-1);
  if (last === undefined || series.stepMs <= 0) return [...kept, [at, value, value, value, 1]];
  const [from, low, high, mean, count] = last;
  const part = from + Math.floor((at - from) / series.stepMs) * series.stepMs;
  if (part > from) return [...kept, [part, value, value, value, 1]];
  const total = (mean * count + value) / (count + 1);
  return [...kept.slice(0, -1), [from, Math.min(low, value), Math.max(high, value), total, count + 1]];
}

/** A series over its span, and what was read again, and finer, for a part of it. */
export type Layers = {
  series: SeriesShape;
  finer: { series: SeriesShape; begin: number; end: number } | null;
};

/** The runs of both layers: within its part the finer one is. */
export function layeredRuns({ series, finer }: Layers): Bucket[][] {
  if (finer === null) return runsOf(series);
  const around = runsOf(series).flatMap((run) => [
    run.filter((bucket) => bucket.at < finer.begin),
    run.filter((bucket) => bucket.at > finer.end),
  ]);
  return [...around, ...runsOf(finer.series)]
    .filter((run) => run.length > 0)
    .sort((a, b) => (a[0]?.at ?? 0) - (b[0]?.at ?? 0));
}

export function layeredGaps({ series, finer }: Layers): Series["gaps"] {
  if (finer === null) return series.gaps;
  const around = series.gaps.filter(([from, to]) => to <= finer.begin || from >= finer.end);
  return [...around, ...finer.series.gaps].sort((a, b) => a[0] - b[0]);
}

export function layeredPoints({ series, finer }: Layers): SeriesPoint[] {
  if (finer === null) return series.points;
  return [
    ...series.points.filter(([at]) => at < finer.begin),
    ...finer.series.points,
    ...series.points.filter(([at]) => at > finer.end),
  ];
}
