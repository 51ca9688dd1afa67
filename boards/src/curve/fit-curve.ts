import { solve } from "../read/baseline.ts";
import { CurveError } from "./curve-error.ts";

/** A calibrator: its nominal concentration (0 allowed) and one measured response. All replicates, not their means. */
export interface Standard {
  readonly x: number;
  readonly y: number;
  /** Standard deviation of the response, for the weights 1/s^2. */
  readonly s?: number | undefined;
}

/** How scatter grows with the response: not at all, with its root, with it, or as the points say. */
export type Weighting = "none" | "1/y" | "1/y2" | "1/s2";

/** y = d + (a - d) / (1 + (x / c)^b) with b > 0: a is the response at zero, d at infinity. */
export interface FittedCurve {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly weighting: Weighting;
  readonly weightedSse: number;
  readonly r2: number;
  /** Covariance of (a, b, ln c, d); null with no degree of freedom. */
  readonly covariance: readonly (readonly number[])[] | null;
}

type Parameters = readonly [a: number, b: number, lnC: number, d: number];
type Point = { readonly x: number; readonly y: number; readonly weight: number };

const maxPoints = 500;
const slopes = [0.7, 1.2, 2.5, 4];
const ranks = [0.25, 0.5, 0.75, 1];

/**
 * Weighted least squares by Levenberg (1944) and Marquardt (1963, J. SIAM 11:431) from sixteen starts; the smallest sum
 * counts. Errors: `tooFew` (fewer than five points or levels), `tooMany`, `badPoint`, `flat`, `notConverged`.
 */
export function fitCurve(standards: readonly Standard[], weighting: Weighting = "none"): FittedCurve {
  const points = toPoints(standards, weighting);
  const levels = [...new Set(points.map(({ x }) => x))].sort((left, right) => left - right);
  if (points.length < 5 || levels.length < 5)
    throw new CurveError("tooFew", `${points.length} points, ${levels.length} levels`);
  const [first, last] = [meanAt(points, levels[0] ?? 0), meanAt(points, levels.at(-1) ?? 0)];
  const spread = Math.max(...points.map(({ y }) => y)) - Math.min(...points.map(({ y }) => y));
  if (spread <= 1e-12 * Math.max(...points.map(({ y }) => Math.abs(y))))
    throw new CurveError("flat", "one response");
  const positive = levels.filter((x) => x > 0).map(Math.log);
  const fits = slopes.flatMap((b) =>
    ranks.map((rank) => {
      const place = Math.min(positive.length - 1, Math.round(rank * (positive.length - 1)));
      return descend(points, [first, b, positive[place] ?? 0, last]);
    }),
  );
  const best = fits.filter((fit) => fit !== null).sort((left, right) => left.sse - right.sse)[0];
  if (best === undefined) throw new CurveError("notConverged", "no start converged");
  return describe(points, best, weighting);
}

function toPoints(standards: readonly Standard[], weighting: Weighting): Point[] {
  if (standards.length > maxPoints) throw new CurveError("tooMany", `${standards.length} points`);
  return standards.map(({ x, y, s }, place) => {
    const scale =
      weighting === "1/y"
        ? Math.abs(y)
        : weighting === "1/y2"
          ? y * y
          : weighting === "1/s2"
            ? (s ?? 0) ** 2
            : 1;
    if (!Number.isFinite(x) || x < 0 || !Number.isFinite(y) || !(scale > 0))
      throw new CurveError("badPoint", `point ${place + 1}`);
    return { x, y, weight: 1 / scale };
  });
}

function meanAt(points: readonly Point[], x: number): number {
  const at = points.filter((point) => point.x === x);
  return at.reduce((sum, { y }) => sum + y, 0) / Math.max(1, at.length);
}

type Fit = { readonly at: Parameters; readonly sse: number };

/** Null where the steps end without convergence: a relative change of the sum below 1e-12 in three turns. */
function descend(points: readonly Point[], start: Parameters): Fit | null {
  let fit: Fit = { at: start, sse: sumOfSquares(points, start) };
  let [damping, quiet] = [1e-3, 0];
  for (let turn = 0; turn < 800; turn++) {
    const { normal, gradient } = normalEquations(points, fit.at);
    const step = solve(
      normal.map((row, place) => [
        ...row.map((value, column) => (column === place ? value * (1 + damping) + 1e-300 : value)),
        gradient[place] ?? 0,
      ]),
    );
    const at: Parameters = [
      fit.at[0] + (step[0] ?? 0),
      fit.at[1] + (step[1] ?? 0),
      fit.at[2] + (step[2] ?? 0),
      fit.at[3] + (step[3] ?? 0),
    ];
    const sse = at[1] > 1e-3 && at[1] < 100 ? sumOfSquares(points, at) : Number.POSITIVE_INFINITY;
    if (sse <= fit.sse) {
      quiet = fit.sse - sse <= 1e-12 * fit.sse ? quiet + 1 : 0;
      fit = { at, sse };
      damping = Math.max(damping / 5, 1e-12);
      if (quiet >= 3 || sse === 0) return fit;
    } else {
      damping *= 4;
      // No step of any length improves: a minimum to the last digit, or nowhere to go.
      if (damping > 1e16) return isFlatHere(gradient, normal, fit.sse) ? fit : null;
    }
  }
  return null;
}

/** Whether the step that the gradient still asks for would change the sum by less than a millionth. */
function isFlatHere(gradient: readonly number[], normal: readonly number[][], sse: number): boolean {
  const gain = gradient.reduce((sum, value, place) => {
    const curvature = normal[place]?.[place] ?? 0;
    return curvature > 0 ? sum + (value * value) / curvature : sum;
  }, 0);
  return gain <= 1e-6 * sse;
}

function responseOf([a, b, lnC, d]: Parameters, x: number): number {
  return x === 0 ? a : d + (a - d) / (1 + Math.exp(b * (Math.log(x) - lnC)));
}

function sumOfSquares(points: readonly Point[], at: Parameters): number {
  const sum = points.reduce((total, { x, y, weight }) => total + weight * (y - responseOf(at, x)) ** 2, 0);
  return Number.isFinite(sum) ? sum : Number.POSITIVE_INFINITY;
}

/** J'WJ and J'W(y - f) with the analytic derivatives by a, b, ln c and d. */
function normalEquations(points: readonly Point[], [a, b, lnC, d]: Parameters) {
  const normal = Array.from({ length: 4 }, () => [0, 0, 0, 0]);
  const gradient = [0, 0, 0, 0];
  for (const { x, y, weight } of points) {
    const exponent = x === 0 ? Number.NEGATIVE_INFINITY : b * (Math.log(x) - lnC);
    const share = x === 0 ? 1 : 1 / (1 + Math.exp(exponent));
    const bend = (a - d) * share * (1 - share);
    const row = [share, x === 0 ? 0 : -bend * (Math.log(x) - lnC), bend * b, 1 - share];
    const rest = y - (d + (a - d) * share);
    for (let i = 0; i < 4; i++) {
      gradient[i] = (gradient[i] ?? 0) + weight * (row[i] ?? 0) * rest;
      const line = normal[i] ?? [];
      for (let j = 0; j < 4; j++) line[j] = (line[j] ?? 0) + weight * (row[i] ?? 0) * (row[j] ?? 0);
    }
  }
  return { normal, gradient };
}

function describe(points: readonly Point[], { at, sse }: Fit, weighting: Weighting): FittedCurve {
  const [a, b, lnC, d] = at;
  if (Math.abs(a - d) <= 1e-9 * Math.max(Math.abs(a), Math.abs(d))) throw new CurveError("flat", "no slope");
  const total = points.reduce((sum, { weight }) => sum + weight, 0);
  const centre = points.reduce((sum, { y, weight }) => sum + weight * y, 0) / total;
  const around = points.reduce((sum, { y, weight }) => sum + weight * (y - centre) ** 2, 0);
  return {
    ...{ a, b, c: Math.exp(lnC), d, weighting, weightedSse: sse, r2: 1 - sse / around },
    covariance: covarianceOf(points, at, sse),
  };
}

function covarianceOf(points: readonly Point[], at: Parameters, sse: number): number[][] | null {
  const freedom = points.length - 4;
  if (freedom < 1) return null;
  const { normal } = normalEquations(points, at);
  const columns = [0, 1, 2, 3].map((column) =>
    solve(normal.map((row, place) => [...row, place === column ? sse / freedom : 0])),
  );
  return [0, 1, 2, 3].map((row) => columns.map((column) => column[row] ?? 0));
}
