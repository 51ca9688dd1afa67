// The Westgard multirule over a control chart: which control results call a run in question, and by which rule.

import { checkFinite } from "./checks.ts";
import type { ZScore } from "./units.ts";
import { WbeError } from "./wbe-error.ts";

/** One control result, in the order of measurement: its run, its control material and its z score. */
export interface ControlPoint {
  readonly run: string;
  readonly material: string;
  readonly z: ZScore;
}

/** Westgard's, then two of water laboratories. */
export const controlRules = ["1_2s", "1_3s", "2_2s", "R_4s", "4_1s", "10_x", "2of3_2s", "7_T"] as const;
export type ControlRule = (typeof controlRules)[number];

/** `points` are indices into the chart, the last one being where the rule was broken. */
export interface RuleViolation {
  readonly rule: ControlRule;
  readonly points: readonly number[];
}

export interface ControlJudgement {
  /** 1_2s alone is a warning; every other rule rejects. */
  readonly state: "inControl" | "warning" | "reject";
  readonly violations: readonly RuleViolation[];
}

/**
 * 1_2s: one beyond 2 s (warning). 1_3s: one beyond 3 s. 2_2s: two in a row beyond the same 2 s limit, of one
 * material or of one run. R_4s: in one run one above +2 s and one below -2 s. 4_1s: four in a row beyond the
 * same 1 s limit. 10_x: ten in a row on one side of the mean. The last two look at each material and at all
 * materials together. 2of3_2s: two of three in a row of one material beyond the same 2 s limit. 7_T: seven in a row of one
 * material, each above (or each below) the one before. Beyond means further away than the limit.
 * Errors: empty (no points), notFinite (a z score).
 * Source: Westgard, Barry, Hunt and Groth 1981, Clin. Chem. 27:493; ISO 7870-2:2013 (runs and trends).
 */
export function judgeControlChart(chart: readonly ControlPoint[]): ControlJudgement {
  if (chart.length === 0) throw new WbeError("empty", "chart");
  for (const point of chart) checkFinite("z", point.z);
  const all = chart.map((_, index) => index);
  const materials = grouped(chart, (point) => point.material);
  const runs = grouped(chart, (point) => point.run);
  const violations = unique([
    ...inARow(chart, "1_2s", [all]),
    ...inARow(chart, "1_3s", [all]),
    ...inARow(chart, "2_2s", [...materials, ...runs]),
    ...runs.flatMap((run) => range4s(chart, run)),
    ...inARow(chart, "4_1s", [...materials, all]),
    ...inARow(chart, "10_x", [...materials, all]),
    ...materials.flatMap((indices) => [...twoOfThree(chart, indices), ...sevenInTrend(chart, indices)]),
  ]);
  const rejects = violations.some(({ rule }) => rule !== "1_2s");
  return { state: rejects ? "reject" : violations.length > 0 ? "warning" : "inControl", violations };
}

// How many in a row, beyond how many standard deviations on one side.
const limits = {
  "1_2s": { count: 1, beyond: 2 },
  "1_3s": { count: 1, beyond: 3 },
  "2_2s": { count: 2, beyond: 2 },
  "4_1s": { count: 4, beyond: 1 },
  "10_x": { count: 10, beyond: 0 },
} as const;

/** Two neighbours beyond are reported by 2_2s already: here the one between them lies within. */
function twoOfThree(chart: readonly ControlPoint[], indices: readonly number[]): RuleViolation[] {
  return indices.slice(2).flatMap((last, at) => {
    const first = indices[at] ?? 0;
    const middle = indices[at + 1] ?? 0;
    const isBroken = [1, -1].some(
      (side) => side * zAt(chart, first) > 2 && side * zAt(chart, middle) <= 2 && side * zAt(chart, last) > 2,
    );
    return isBroken ? [{ rule: "2of3_2s" as const, points: [first, middle, last] }] : [];
  });
}

const trendLength = 7;

function sevenInTrend(chart: readonly ControlPoint[], indices: readonly number[]): RuleViolation[] {
  return [1, -1].flatMap((side) => {
    const found: RuleViolation[] = [];
    let row: number[] = [];
    for (const index of indices) {
      const before = row.at(-1);
      const goesOn = before !== undefined && side * (zAt(chart, index) - zAt(chart, before)) > 0;
      row = goesOn ? [...row, index].slice(-trendLength) : [index];
      if (row.length === trendLength) found.push({ rule: "7_T", points: row });
    }
    return found;
  });
}

function inARow(
  chart: readonly ControlPoint[],
  rule: keyof typeof limits,
  series: readonly (readonly number[])[],
): RuleViolation[] {
  const { count, beyond } = limits[rule];
  return series.flatMap((indices) =>
    [1, -1].flatMap((side) => {
      const found: RuleViolation[] = [];
      let row: number[] = [];
      for (const index of indices) {
        row = side * zAt(chart, index) > beyond ? [...row, index].slice(-count) : [];
        if (row.length === count) found.push({ rule, points: row });
      }
      return found;
    }),
  );
}

function range4s(chart: readonly ControlPoint[], run: readonly number[]): RuleViolation[] {
  return run.flatMap((later, position) =>
    run
      .slice(0, position)
      .filter((earlier) => {
        const [low, high] = [zAt(chart, earlier), zAt(chart, later)].sort((a, b) => a - b);
        return low !== undefined && high !== undefined && low < -2 && high > 2;
      })
      .map((earlier) => ({ rule: "R_4s" as const, points: [earlier, later] })),
  );
}

function zAt(chart: readonly ControlPoint[], index: number): number {
  return chart[index]?.z ?? 0;
}

function grouped(chart: readonly ControlPoint[], key: (point: ControlPoint) => string): number[][] {
  const groups = new Map<string, number[]>();
  chart.forEach((point, index) => {
    groups.set(key(point), [...(groups.get(key(point)) ?? []), index]);
  });
  return [...groups.values()];
}

// One violation for each rule and point, in the order of the chart: two series may meet in the same point.
function unique(violations: readonly RuleViolation[]): RuleViolation[] {
  const first = new Map<string, RuleViolation>();
  for (const violation of violations) {
    const key = `${violation.rule} ${violation.points.at(-1)}`;
    if (!first.has(key)) first.set(key, violation);
  }
  return [...first.values()].sort((a, b) => (a.points.at(-1) ?? 0) - (b.points.at(-1) ?? 0));
}
