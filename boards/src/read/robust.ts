/** Statistics that outliers do not move. */
export function median(values: readonly number[]): number {
  if (values.length === 0) return 0;
  const sorted = values.toSorted((a, b) => a - b);
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

/** Theil 1950 and Sen 1968 (J. Am. Stat. Assoc. 63:1379): the median of all slopes; y = offset + slope x. */
export function theilSen(points: readonly { x: number; y: number }[]): { slope: number; offset: number } {
  const slopes: number[] = [];
  for (const [place, one] of points.entries())
    for (const other of points.slice(place + 1))
      if (other.x !== one.x) slopes.push((other.y - one.y) / (other.x - one.x));
  const slope = median(slopes);
  return { slope, offset: median(points.map(({ x, y }) => y - slope * x)) };
}
