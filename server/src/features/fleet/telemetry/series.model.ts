/** How a series is read and drawn: from which level, in which steps, and where it has gaps. */
import type { Series } from "@tracewater/contract/fleet/telemetry";

export type SeriesPoint = { identifier: string; at: number; value: number };

export type Level = "raw" | "minute" | "hour" | "day";

/** One part of a series. Times are ms. */
export type Part = {
  identifier: string;
  /** Where the part begins. */
  at: number;
  n: number;
  total: number;
  low: number;
  high: number;
  /** The first and the last that there is in it. */
  first: number;
  last: number;
};

export type Piece = { level: Level; begin: number; end: number };

export const levelMs = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

/** So many stored values are read as they are, rather than from rollups. */
const maxRaw = 20_000;
/** Parts are of lengths that nest: a rollup lies in one part as a whole. */
const steps = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 20, 30].map((s) => s * 1000),
  ...[1, 2, 3, 4, 5, 6, 10, 15, 20, 30].map((m) => m * levelMs.minute),
  ...[1, 2, 3, 4, 6, 8, 12].map((h) => h * levelMs.hour),
  ...[1, 2, 7, 14, 28].map((d) => d * levelMs.day),
];

/** The shortest step with which a span has no more parts than half the points: each part gives two. */
export function stepFor(spanMs: number, points: number): number {
  const min = spanMs / Math.max(1, Math.floor(points / 2) - 1);
  return steps.find((step) => step >= min) ?? 28 * levelMs.day;
}

/** What to read a property from, by how many values there are about and whether they are still there. */
export function levelFor(asked: { step: number; about: number; isRawGone: boolean }): Level {
  const { step, about, isRawGone } = asked;
  if (about <= maxRaw && !isRawGone) return "raw";
  if (step >= levelMs.day) return "day";
  if (step >= levelMs.hour) return "hour";
  return step >= levelMs.minute || isRawGone ? "minute" : "raw";
}

/** The span from one level to the next finer one: where the rollups end, what they were made of goes on. */
export function piecesOf(
  level: Level,
  span: { begin: number; end: number },
  rolled: { to: number; origin: number },
): Piece[] {
  const finer = { day: "hour", hour: "minute", minute: "raw" } as const;
  const pieces: Piece[] = [];
  let { begin } = span;
  for (let at = level; begin <= span.end; ) {
    if (at === "raw") {
      pieces.push({ level: "raw", begin, end: span.end });
      break;
    }
    const width = levelMs[at];
    const whole = Math.floor((rolled.to - rolled.origin) / width) * width + rolled.origin;
    const until = Math.min(whole, span.end + 1);
    if (until > begin) pieces.push({ level: at, begin, end: until - 1 });
    begin = Math.max(begin, until);
    at = finer[at];
  }
  return pieces;
}

/** Few enough values are shown as they are. */
export function toRawSeries(identifier: string, points: readonly SeriesPoint[], seen: Seen): Series {
  const own = points.filter((point) => point.identifier === identifier);
  const times = own.map((point) => Math.floor(point.at));
  const gaps = gapsOf(
    times.map((at) => ({ first: at, last: at, n: 1 })),
    seen,
    0,
  );
  return {
    identifier,
    count: own.length,
    reduced: false,
    level: "raw",
    stepMs: 0,
    points: broken(
      own.map((point) => [Math.floor(point.at), point.value]),
      gaps,
    ),
    band: [],
    gaps,
  };
}

/** The extremes and the mean of each part, in the order of time. */
export function toReducedSeries(
  identifier: string,
  given: readonly Part[],
  seen: Seen & { step: number; level: Level },
): Series {
  const parts = joined(given.filter((part) => part.identifier === identifier));
  // Both are in the middle of what the part holds: a part is narrower than two points of a screen.
  const points = parts.flatMap(({ low, high, first, last }): [number, number][] => {
    const middle = Math.floor((first + last) / 2);
    return low === high
      ? [[middle, low]]
      : [
          [middle, low],
          [middle, high],
        ];
  });
  const gaps = gapsOf(parts, seen, seen.level === "raw" ? 0 : levelMs[seen.level]);
  return {
    identifier,
    count: parts.reduce((sum, part) => sum + part.n, 0),
    reduced: true,
    level: seen.level,
    stepMs: seen.step,
    points: broken(points, gaps),
    band: parts.map(({ at, n, total, low, high }) => [Math.floor(at), low, high, total / n, n]),
    gaps,
  };
}

/** Until when there was something to see, and how often something is expected; null: as often as it came. */
export type Seen = { until: number; expectedMs: number | null };

/** Parts of one beginning that were read from different levels become one. */
function joined(parts: readonly Part[]): Part[] {
  const found = new Map<number, Part>();
  for (const part of parts) {
    const other = found.get(part.at);
    found.set(part.at, other === undefined ? part : join(other, part));
  }
  return [...found.values()].sort((a, b) => a.at - b.at);
}

function join(a: Part, b: Part): Part {
  return {
    ...a,
    n: a.n + b.n,
    total: a.total + b.total,
    low: Math.min(a.low, b.low),
    high: Math.max(a.high, b.high),
    first: Math.min(a.first, b.first),
    last: Math.max(a.last, b.last),
  };
}

/**
 * Silences that are more than three times as long as nine out of ten. Without an expected interval it takes that
 * measure from the series itself. Rollups say nothing about what lies within `grain`.
 */
function gapsOf(
  parts: readonly { first: number; last: number; n: number }[],
  seen: Seen,
  grain: number,
): [number, number][] {
  const silences: number[] = [];
  parts.forEach((part, index) => {
    const before = parts[index - 1];
    if (before !== undefined) silences.push(part.first - before.last);
    if (part.n > 1) silences.push((part.last - part.first) / (grain === 0 ? part.n - 1 : part.n));
  });
  const typicalGap = seen.expectedMs ?? ninthTenth(silences);
  if (typicalGap === null) return [];
  const maxGap = Math.max(3 * typicalGap, grain / 2);
  const gaps: [number, number][] = [];
  parts.forEach((part, index) => {
    const before = parts[index - 1];
    if (before !== undefined && part.first - before.last > maxGap) {
      gaps.push([Math.floor(before.last), Math.floor(part.first)]);
    }
  });
  const last = parts.at(-1);
  if (last !== undefined && seen.until - last.last > maxGap) {
    gaps.push([Math.floor(last.last), Math.floor(seen.until)]);
  }
  return gaps;
}

function ninthTenth(silences: readonly number[]): number | null {
  const rising = silences.filter((ms) => ms > 0).sort((a, b) => a - b);
  return rising[Math.floor((rising.length - 1) * 0.9)] ?? null;
}

/** A null at the beginning of each gap: anyone who draws a line lifts the pen there. */
function broken(points: readonly [number, number][], gaps: readonly [number, number][]): Series["points"] {
  const out: Series["points"] = [];
  let next = 0;
  for (const point of points) {
    const gap = gaps[next];
    if (gap !== undefined && out.length > 0 && point[0] >= gap[1]) {
      out.push([gap[0] + 1, null]);
      next += 1;
    }
    out.push(point);
  }
  return out;
}
