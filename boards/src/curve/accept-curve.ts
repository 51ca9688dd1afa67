import type { Standard } from "./fit-curve.ts";

/** A level of calibrators, calculated back through the curve. */
export interface LevelCheck {
  readonly x: number;
  readonly count: number;
  /** Outside the range that is claimed: it helps the fit and is not judged. */
  readonly isAnchor: boolean;
  /** The concentration of the mean response; null where it lies beyond the asymptotes. */
  readonly back: number | null;
  readonly recovery: number | null;
  /** Coefficient of variation of the replicates calculated back; null of one, or of one beyond the asymptotes. */
  readonly cv: number | null;
  readonly limit: number;
  /** The mean comes back within the limit. */
  readonly passes: boolean;
  /** The replicates scatter within the limit; a single one does. */
  readonly isPrecise: boolean;
}

export interface CurveAcceptance {
  readonly accepted: boolean;
  readonly levels: readonly LevelCheck[];
  readonly judged: number;
  readonly passing: number;
  /** Lower and upper limit of quantification: the lowest and highest precise level that passes; null without any. */
  readonly lloq: number | null;
  readonly uloq: number | null;
  readonly failures: readonly ("levels" | "share" | "lowest" | "highest")[];
}

const within = { inner: 0.2, ends: 0.25 };
const minLevels = 6;
const minShare = 0.75;

/**
 * Accepts a curve by what its calibrators come back as, not by R2: within 20 % of nominal, 25 % at both ends of the
 * range, at least 75 % and six levels, the ends among them (ICH M10 2022, 4.2.3; Azadeh et al. 2018, AAPS J. 20:22).
 * The limits of quantification ask the same of the scatter of replicates. Zero and levels outside `range` are anchors.
 */
export function acceptCurve(input: {
  curve: { a: number; b: number; c: number; d: number };
  standards: readonly Standard[];
  range?: { low: number; high: number } | undefined;
}): CurveAcceptance {
  const { curve, standards, range } = input;
  const all = [...new Set(standards.map(({ x }) => x))].filter((x) => x > 0).sort((a, b) => a - b);
  const isAnchor = (x: number) => range !== undefined && (x < range.low || x > range.high);
  const inRange = all.filter((x) => !isAnchor(x));
  const [lowest, highest] = [inRange[0], inRange.at(-1)];
  const levels = all.map((x) => {
    const limit = x === lowest || x === highest ? within.ends : within.inner;
    return {
      ...checkLevel(
        curve,
        standards.filter((one) => one.x === x),
        limit,
      ),
      isAnchor: isAnchor(x),
    };
  });
  const judged = levels.filter((level) => !level.isAnchor);
  const passing = judged.filter(({ passes }) => passes);
  const passesAt = (x: number | undefined) => passing.some((level) => level.x === x);
  const failures = [
    ...(passing.length < minLevels ? (["levels"] as const) : []),
    ...(passing.length < minShare * judged.length ? (["share"] as const) : []),
    ...(passesAt(lowest) ? [] : (["lowest"] as const)),
    ...(passesAt(highest) ? [] : (["highest"] as const)),
  ];
  return {
    ...{ accepted: failures.length === 0, levels, judged: judged.length, passing: passing.length, failures },
    lloq: passing.find(({ isPrecise }) => isPrecise)?.x ?? null,
    uloq: passing.findLast(({ isPrecise }) => isPrecise)?.x ?? null,
  };
}

type Curve = { a: number; b: number; c: number; d: number };

function checkLevel(curve: Curve, at: readonly Standard[], limit: number): Omit<LevelCheck, "isAnchor"> {
  const x = at[0]?.x ?? 0;
  const back = calculateBack(curve, at.reduce((sum, { y }) => sum + y, 0) / at.length);
  const recovery = back === null ? null : back / x;
  const cv = scatter(at.map(({ y }) => calculateBack(curve, y)));
  const isAccurate = recovery !== null && Math.abs(recovery - 1) <= limit;
  // Replicates beyond the asymptotes have no scatter that could be calculated: such a level is not precise.
  const isPrecise = at.length === 1 || (cv !== null && cv <= limit);
  return { x, count: at.length, back, recovery, cv, limit, passes: isAccurate, isPrecise };
}

function calculateBack({ a, b, c, d }: Curve, y: number): number | null {
  const ratio = (a - y) / (y - d);
  return ratio > 0 && Number.isFinite(ratio) ? c * ratio ** (1 / b) : null;
}

function scatter(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  if (known.length < 2 || known.length < values.length) return null;
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  const variance = known.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (known.length - 1);
  return mean > 0 ? Math.sqrt(variance) / mean : null;
}
