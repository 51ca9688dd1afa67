import { type ControlResult, criteria } from "@tracewater/contract/laboratory/analytical-batches";
import { type AnalyteName, analyteName } from "@tracewater/contract/laboratory/factors";
import type { HistoryServices } from "../../../app/platform.ts";
import type { Caller } from "../../../platform/caller.ts";
import { decimal } from "./measured.ts";
import type { Staff } from "./people.data.ts";
import { randomOf, wobble } from "./random.ts";

const instrument = "QTRAP 6500+";
const material = "QC-mid";
/** μg/L; every result of a sample lies within them. */
const standards = [0.0005, 0.005, 0.05, 0.5, 5, 50, 200];
/** From so many results on a chart has limits. */
const charted = 6;
/** Of the control material, μg/L: too few runs for limits of their own. */
const certified = { mean: 0.5, deviation: 0.02 };

export const method = { method: "SPE, LC-MS/MS", methodVersion: "3.1" };

/** The run in which the samples of a delivery were measured, with its quality control; their results are in it. */
export async function measureRun(
  history: HistoryServices,
  { analyst, laboratoryId }: Pick<Staff, "analyst" | "laboratoryId">,
  run: { deliveryId: number; at: number; assayIds: number[]; failing: AnalyteName | null },
): Promise<void> {
  const batchNo = `LC-${String(run.deliveryId).padStart(4, "0")}`;
  const about = { batchNo, unitId: laboratoryId, instrument, ...method, runAt: run.at, note: "" };
  const batchId = await history.batches.add(analyst, { ...about, criteria: criteria.parse({}) });
  const results = analyteName.options.flatMap((analyte) =>
    controlsOf(analyte, batchNo, run.failing === analyte),
  );
  await history.batches.addResults(analyst, { batchId, results });
  if (run.assayIds.length > 0) await history.batches.assign(analyst, { ids: run.assayIds, batchId });
}

/** From now on a result above it keeps its bottle, raises an alarm and drafts a work order. */
export async function setLimit(history: HistoryServices, reviewer: Caller): Promise<void> {
  await history.limits.add(reviewer, {
    ...{ analyte: "mamp", phase: "liquid", basedOn: null, value: "0.5" },
    ...{
      source: "Internal threshold of the unit",
      reason: "Follow up unusual findings.",
    },
  });
}

/** Limits of the charts of the control material, from its certificate. */
export async function chartControls(
  history: HistoryServices,
  reviewer: Caller,
  unitId: number,
): Promise<void> {
  const { rows } = await history.charts.list(reviewer, { kind: "control", pageNum: 1, pageSize: 100 });
  const reason = "Certificate of the control material.";
  for (const chart of rows.filter((one) => one.unitId === unitId && one.points >= charted)) {
    const { analyte, method, material } = chart;
    const key = { unitId, kind: "control" as const, analyte, method, instrument, material };
    await history.charts.setLimits(reviewer, { ...key, reason, ...certified });
  }
}

function controlsOf(analyte: AnalyteName, run: string, fails: boolean): ControlResult[] {
  const luck = (spread: number, name: string | number) => wobble(spread, run, analyte, name);
  const slope = 60_000 + 90_000 * randomOf(analyte, "slope");
  const measured = 0.05 + randomOf(run, analyte, "duplicate");
  return [
    ...standards.map((level) => ({
      ...{ kind: "calibration" as const, analyte, level: decimal(level) },
      response: Math.round(level * slope * luck(0.015, level) * 10) / 10,
      ...identityOf(analyte, luck(0.02, `ratio ${level}`)),
    })),
    { kind: "proceduralBlank", analyte, value: fails ? "0.021" : null, loq: "0.01" },
    {
      kind: "duplicate",
      analyte,
      value: decimal(measured),
      second: decimal(measured * luck(0.03, "second")),
    },
    {
      ...{ kind: "spike" as const, analyte, native: "0.2", added: "0.5" },
      spiked: decimal(0.2 + 0.5 * luck(0.05, "spike")),
    },
    {
      ...{ kind: "control", analyte, material, value: decimal(0.5 * luck(0.03, "control")) },
      ...identityOf(analyte, luck(0.03, "ratio")),
    },
  ];
}

/** Qualifier over quantifier, and the minute at which the analyte leaves the column. */
function identityOf(analyte: AnalyteName, luck: number) {
  return {
    ionRatio: Math.round((0.2 + 0.6 * randomOf(analyte, "ratio")) * luck * 1000) / 1000,
    retentionTime: Math.round((2 + 7 * randomOf(analyte, "minute")) * 100) / 100,
  };
}
