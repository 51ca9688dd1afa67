/** Statistics that outliers do not move. */
export function median(values: readonly number[]): number {
  if (values.length === 0) return 0;
  // A typed array sorts by value, several times as fast.
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** The value below which a share of the sorted values lies. */
export function quantileOf(sorted: readonly number[] | Float64Array, share: number): number {
  const at = Math.min(sorted.length - 1, Math.max(0, Math.round(share * (sorted.length - 1))));
  return sorted[at] ?? 0;
}

/** Mean of sorted values without the lowest and the highest fifth. */
export function trimmedMean(sorted: Float64Array): number {
  const cut = Math.floor(sorted.length / 5);
  let sum = 0;
  for (let at = cut; at < sorted.length - cut; at++) sum += sorted[at] ?? 0;
  return sum / Math.max(1, sorted.length - 2 * cut);
}

/** The median distance from the median, which of normal values is 0.6745 standard deviations. */
export function medianDeviation(sorted: Float64Array): number {
  const middle = quantileOf(sorted, 0.5);
  return median(Array.from(sorted, (value) => Math.abs(value - middle)));
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Where the weight of a point becomes zero, in standard deviations, and the smallest of these, as a share of the level. */
const biweight = { reach: 4, minDeviation: 0.005 };

type Point = { readonly x: number; readonly y: number };

/**
 * The straight line (or the level) of most of the points, by weights that fall to zero where a point lies far off: Tukey's
 * biweight after the line of Theil and Sen (Rousseeuw and Leroy 1987, Robust Regression and Outlier Detection, chapter 3).
 * y = offset + slope x.
 */
export function robustLine(points: readonly Point[], order: 0 | 1): { slope: number; offset: number } {
  // All pairs of many points would take longer than the rest of a reading.
  const every = Math.ceil(points.length / 36);
  const some = points.filter((_, place) => place % every === 0);
  const start = order === 1 ? theilSen(some) : { slope: 0, offset: median(points.map(({ y }) => y)) };
  const far = points.map(({ x, y }) => Math.abs(y - start.offset - start.slope * x));
  const reach =
    biweight.reach * Math.max(1.4826 * median(far), biweight.minDeviation * Math.abs(start.offset));
  // All levels are 0: nothing to weigh.
  if (reach === 0) return start;
  let [s0, s1, s2, t0, t1] = [0, 0, 0, 0, 0];
  for (const [place, { x, y }] of points.entries()) {
    const near = Math.max(0, 1 - ((far[place] ?? 0) / reach) ** 2);
    const weight = near * near;
    s0 += weight;
    s1 += weight * x;
    s2 += weight * x * x;
    t0 += weight * y;
    t1 += weight * x * y;
  }
  const spread = s0 * s2 - s1 * s1;
  if (order === 0 || spread <= 0) return { slope: 0, offset: t0 / s0 };
  return { slope: (s0 * t1 - s1 * t0) / spread, offset: (s2 * t0 - s1 * t1) / spread };
}

/** Theil 1950 and Sen 1968 (J. Am. Stat. Assoc. 63:1379): the median of all slopes; y = offset + slope x. */
export function theilSen(points: readonly { x: number; y: number }[]): { slope: number; offset: number } {
  const slopes: number[] = [];
  for (const [place, one] of points.entries())
    for (const other of points.slice(place + 1))
      if (other.x !== one.x) slopes.push((other.y - one.y) / (other.x - one.x));
  const slope = median(slopes);
  return { slope, offset: median(points.map(({ x, y }) => y - slope * x)) };
}
