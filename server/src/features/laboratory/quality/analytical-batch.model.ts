import type { Check, ControlResult, Criteria, Fit } from "@tracewater/contract/laboratory/analytical-batches";
import type { AnalyteName } from "@tracewater/contract/laboratory/factors";
import { relativePercentDifference, spikeRecovery } from "@tracewater/wbe/batch-control";
import { badResiduals, type CalibrationFit, fitCalibration } from "@tracewater/wbe/calibration";
import { judgeControlChart } from "@tracewater/wbe/control-chart";
import { WbeError } from "@tracewater/wbe/wbe-error";
import { zScore } from "@tracewater/wbe/z-score";

type Of<K extends ControlResult["kind"]> = Extract<ControlResult, { kind: K }>;

/** A result of a control material with the limits of its chart. */
export type ChartPoint = {
  batchId: number;
  material: string;
  value: number;
  limits: { mean: number; deviation: number } | null;
};

/** What the quality control of one analyte says of a batch; nothing where there is none. */
export function judge(input: {
  criteria: Criteria;
  results: readonly ControlResult[];
  /** Of this batch and those before it, by the time of their runs. */
  chart: readonly ChartPoint[];
  batchId: number;
  /** Values of samples that were quantified. */
  quantified: readonly number[];
}): Check[] {
  const { criteria, results, quantified } = input;
  const of = <K extends ControlResult["kind"]>(...kinds: K[]) =>
    results.filter((one): one is Of<K> => kinds.some((kind) => kind === one.kind));
  const standards = of("calibration");
  const duplicates = of("duplicate").map((one) => relativeDifference(Number(one.value), Number(one.second)));
  const spikes = of("spike").map(({ native, spiked, added }) =>
    spikeRecovery({ native: Number(native), spiked: Number(spiked), added: Number(added) }),
  );
  return [
    ...(standards.length === 0 ? [] : judgeCalibration(standards, criteria, quantified)),
    ...judgeIdentity(standards, of("control"), criteria),
    ...judgeBlanks(of("proceduralBlank", "fieldBlank", "tripBlank")),
    ...judgeLargest("duplicate", duplicates, criteria.rpd),
    ...judgeSpikes(spikes, criteria),
    ...judgeControls(input.chart, input.batchId),
  ];
}

/** The line of an analyte's standards; null where they make none. */
export function fitOf(
  analyte: AnalyteName,
  results: readonly ControlResult[],
  criteria: Criteria,
): Fit | null {
  const standards = results.filter(
    (one): one is Of<"calibration"> => one.kind === "calibration" && one.analyte === analyte,
  );
  const line = lineOf(standards, criteria);
  if (line === null) return null;
  const { residuals, ...rest } = line;
  return {
    analyte,
    ...rest,
    points: standards.map(({ level, response }, at) => ({
      level: Number(level),
      response,
      residual: residuals[at] ?? 0,
    })),
  };
}

function lineOf(standards: readonly Of<"calibration">[], { weighting }: Criteria): CalibrationFit | null {
  try {
    const points = standards.map(({ level, response }) => ({ level: Number(level), response }));
    return fitCalibration({ points, weighting });
  } catch (error) {
    if (error instanceof WbeError) return null;
    throw error;
  }
}

function judgeCalibration(
  standards: readonly Of<"calibration">[],
  criteria: Criteria,
  quantified: readonly number[],
): Check[] {
  const line = lineOf(standards, criteria);
  if (line === null) return [toCheck("calibration", false, null, criteria.r2)];
  const outside = quantified.filter((value) => value < line.low || value > line.high);
  return [
    toCheck("calibration", line.r2 >= criteria.r2, line.r2, criteria.r2),
    judgeResiduals(
      standards.map((one) => Number(one.level)),
      line.residuals,
      criteria,
    ),
    ...(outside.length === 0 ? [] : [toCheck("range", false, outside[0] ?? null, line.high)]),
  ];
}

/** The residual that is furthest beyond its limit, or nearest to it. */
function judgeResiduals(levels: readonly number[], residuals: readonly number[], criteria: Criteria): Check {
  const limits = { inside: criteria.residual, ends: criteria.residualEnds };
  const ends = [Math.min(...levels), Math.max(...levels)];
  const limitOf = (at: number) => (ends.includes(levels[at] ?? 0) ? limits.ends : limits.inside);
  const beyond = (at: number) => Math.abs(residuals[at] ?? 0) - limitOf(at);
  const [worst = 0] = residuals.map((_, at) => at).sort((a, b) => beyond(b) - beyond(a));
  const isOk = badResiduals({ levels, residuals, limits }).length === 0;
  return toCheck("residual", isOk, Math.abs(residuals[worst] ?? 0), limitOf(worst));
}

type Identified = { ionRatio: number | null; retentionTime: number | null };

/** Control materials against the mean of the standards of their run, where both have been given. */
function judgeIdentity(
  standards: readonly Identified[],
  controls: readonly Identified[],
  criteria: Criteria,
): Check[] {
  const checkOf = (name: keyof Identified, difference: (value: number, mean: number) => number) => {
    const known = standards.flatMap((one) => one[name] ?? []);
    const values = controls.flatMap((one) => one[name] ?? []);
    if (known.length === 0 || values.length === 0) return [];
    const mean = known.reduce((sum, one) => sum + one, 0) / known.length;
    const worst = Math.max(...values.map((value) => difference(value, mean)));
    // Minutes and percent as they were entered: their difference may not fail by the last digit of a double.
    return [toCheck(name, worst <= criteria[name] + 1e-9, worst, criteria[name])];
  };
  return [
    ...checkOf("ionRatio", (value, mean) => (Math.abs(value - mean) / mean) * 100),
    ...checkOf("retentionTime", (value, mean) => Math.abs(value - mean)),
  ];
}

function judgeBlanks(blanks: readonly Of<"proceduralBlank" | "fieldBlank" | "tripBlank">[]): Check[] {
  const found = blanks.map(({ value, loq }) => ({ value: Number(value ?? 0), loq: Number(loq) }));
  const [worst] = found.toSorted((a, b) => b.value / b.loq - a.value / a.loq);
  return worst === undefined ? [] : [toCheck("blank", worst.value < worst.loq, worst.value, worst.loq)];
}

function judgeLargest(kind: "duplicate", figures: readonly number[], limit: number): Check[] {
  if (figures.length === 0) return [];
  const worst = Math.max(...figures);
  return [toCheck(kind, worst <= limit, worst, limit)];
}

function judgeSpikes(recoveries: readonly number[], { recoveryLow, recoveryHigh }: Criteria): Check[] {
  const beyond = (value: number) => Math.max(recoveryLow - value, value - recoveryHigh);
  const [worst] = recoveries.toSorted((a, b) => beyond(b) - beyond(a));
  if (worst === undefined) return [];
  return [toCheck("spike", beyond(worst) <= 0, worst, worst < recoveryLow ? recoveryLow : recoveryHigh)];
}

/** Points without limits are on no chart yet. */
function judgeControls(points: readonly ChartPoint[], batchId: number): Check[] {
  const own = points.filter((one) => one.batchId === batchId);
  if (own.length === 0) return [];
  const broken = rulesOf(points);
  const rules = new Set(points.flatMap((one, at) => (one.batchId === batchId ? (broken[at] ?? []) : [])));
  const distances = own.flatMap((one) => zOf(one) ?? []);
  const worst = distances.toSorted((a, b) => Math.abs(b) - Math.abs(a))[0] ?? null;
  const isOk = [...rules].every((rule) => rule === "1_2s");
  return [{ ...toCheck("control", isOk, worst, worst === null ? null : 3), rules: [...rules] }];
}

/** The rules that were broken at each point. */
export function rulesOf(points: readonly ChartPoint[]): string[][] {
  const placed = points.flatMap((one, at) => {
    const z = zOf(one);
    return z === null ? [] : [{ at, point: { run: String(one.batchId), material: one.material, z } }];
  });
  const rules: string[][] = points.map(() => []);
  if (placed.length === 0) return rules;
  for (const violation of judgeControlChart(placed.map((one) => one.point)).violations) {
    const last = placed[violation.points.at(-1) ?? 0];
    if (last !== undefined) rules[last.at]?.push(violation.rule);
  }
  return rules;
}

export function zOf({ value, limits }: Pick<ChartPoint, "value" | "limits">) {
  if (limits === null) return null;
  return zScore({ value, mean: limits.mean, standardDeviation: limits.deviation });
}

function relativeDifference(first: number, second: number): number {
  return first === 0 && second === 0 ? 0 : relativePercentDifference({ first, second });
}

function toCheck(kind: Check["kind"], isOk: boolean, figure: number | null, limit: number | null): Check {
  return { kind, isOk, figure, limit, rules: [] };
}
