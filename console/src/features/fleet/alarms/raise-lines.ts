export type Point = readonly [at: number, value: number | null];

/** Where a time and a value stand in the picture. */
export type Frame = { x: (at: number) => number; y: (value: number) => number };

/** The picture holds all values and the threshold, with a tenth of room above and below. */
export function frameOf(
  points: readonly Point[],
  threshold: number | null,
  span: { begin: number; end: number },
  size: { width: number; height: number },
): Frame {
  const values = points.flatMap(([, value]) => (value === null ? [] : [value]));
  if (threshold !== null) values.push(threshold);
  const low = Math.min(...values);
  const high = Math.max(...values);
  const room = (high - low || 1) * 0.1;
  const long = Math.max(1, span.end - span.begin);
  return {
    x: (at) => Math.min(size.width, Math.max(0, ((at - span.begin) / long) * size.width)),
    y: (value) => size.height - ((value - low + room) / (high - low + 2 * room || 1)) * size.height,
  };
}

/** The points of one line for each stretch without a gap. */
export function linesOf(points: readonly Point[], frame: Frame): string[] {
  const lines: string[][] = [[]];
  for (const [at, value] of points) {
    if (value === null) lines.push([]);
    else lines.at(-1)?.push(`${frame.x(at).toFixed(1)},${frame.y(value).toFixed(1)}`);
  }
  return lines.filter((line) => line.length > 0).map((line) => line.join(" "));
}
