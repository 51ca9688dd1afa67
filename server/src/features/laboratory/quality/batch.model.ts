import type { Check, ControlResult, Criteria, Fit } from "@tracewater/contract/laboratory/batches";
import type { AnalyteName } from "@tracewater/contract/laboratory/factors";
import { relativePercentDifference, spikeRecovery } from "@tracewater/wbe/batch-control";
import { type CalibrationFit, fitCalibration } from "@tracewater/wbe/calibration";
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
  if (line === null) return [told("calibration", false, null, criteria.r2)];
  const worst = Math.max(...line.residuals.map(Math.abs));
  const outside = quantified.filter((value) => value < line.low || value > line.high);
  return [
    told("calibration", line.r2 >= criteria.r2, line.r2, criteria.r2),
    told("residual", worst <= criteria.residual, worst, criteria.residual),
    ...(outside.length === 0 ? [] : [told("range", false, outside[0] ?? null, line.high)]),
  ];
}

function judgeBlanks(blanks: readonly Of<"proceduralBlank" | "fieldBlank" | "tripBlank">[]): Check[] {
  const found = blanks.map(({ value, loq }) => ({ value: Number(value ?? 0), loq: Number(loq) }));
  const [worst] = found.toSorted((a, b) => b.value / b.loq - a.value / a.loq);
  return worst === undefined ? [] : [told("blank", worst.value < worst.loq, worst.value, worst.loq)];
}

function judgeLargest(kind: "duplicate", figures: readonly number[], limit: number): Check[] {
  if (figures.length === 0) return [];
  const worst = Math.max(...figures);
  return [told(kind, worst <= limit, worst, limit)];
}

function judgeSpikes(recoveries: readonly number[], { recoveryLow, recoveryHigh }: Criteria): Check[] {
  const beyond = (value: number) => Math.max(recoveryLow - value, value - recoveryHigh);
  const [worst] = recoveries.toSorted((a, b) => beyond(b) - beyond(a));
  if (worst === undefined) return [];
  return [told("spike", beyond(worst) <= 0, worst, worst < recoveryLow ? recoveryLow : recoveryHigh)];
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
  return [{ ...told("control", isOk, worst, worst === null ? null : 3), rules: [...rules] }];
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

function told(kind: Check["kind"], isOk: boolean, figure: number | null, limit: number | null): Check {
  return { kind, isOk, figure, limit, rules: [] };
}
