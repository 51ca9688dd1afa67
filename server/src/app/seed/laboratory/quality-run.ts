import { type ControlResult, criteria } from "@tracewater/contract/laboratory/batches";
import { type AnalyteName, analyteName } from "@tracewater/contract/laboratory/factors";
import type { Caller } from "../../../platform/caller.ts";
import type { Past } from "../../platform.ts";
import { chanceOf, wobble } from "./chance.ts";
import { decimal } from "./found.ts";

const instrument = "QTRAP 6500+";
const material = "QC-mid";
/** μg/L; every result of a sample lies within them. */
const standards = [0.0005, 0.005, 0.05, 0.5, 5, 50, 200];
/** Of so many first results a chart gets its limits. */
const charted = 6;

export const method = { method: "SPE, LC-MS/MS", methodVersion: "3.1" };

/** The run in which the samples of a delivery were measured, with its quality control; gives the batch. */
export async function measureRun(
  past: Past,
  analyst: Caller,
  run: { batchNo: string; unitId: number; at: number; failing: AnalyteName | null },
): Promise<number> {
  const { batchNo, unitId, at } = run;
  const about = { batchNo, unitId, instrument, ...method, runAt: at, note: "" };
  const batchId = await past.batches.add(analyst, { ...about, criteria: criteria.parse({}) });
  const results = analyteName.options.flatMap((analyte) =>
    controlsOf(analyte, batchNo, run.failing === analyte),
  );
  await past.batches.addResults(analyst, { batchId, results });
  return batchId;
}

/** Limits of the charts of the control material, from its first runs. */
export async function chartControls(past: Past, reviewer: Caller, unitId: number): Promise<void> {
  const { rows } = await past.charts.list(reviewer, { pageNum: 1, pageSize: 100 });
  const reason = `The first ${charted} runs.`;
  for (const chart of rows.filter((one) => one.unitId === unitId && one.points >= charted)) {
    const { analyte, method, material } = chart;
    const key = { unitId, analyte, method, instrument, material };
    await past.charts.setLimits(reviewer, { ...key, reason, first: charted });
  }
}

function controlsOf(analyte: AnalyteName, run: string, fails: boolean): ControlResult[] {
  const luck = (spread: number, name: string | number) => wobble(spread, run, analyte, name);
  const slope = 60_000 + 90_000 * chanceOf(analyte, "slope");
  const found = 0.05 + chanceOf(run, analyte, "duplicate");
  return [
    ...standards.map((level) => ({
      ...{ kind: "calibration" as const, analyte, level: decimal(level) },
      response: Math.round(level * slope * luck(0.015, level) * 10) / 10,
    })),
    { kind: "proceduralBlank", analyte, value: fails ? "0.021" : null, loq: "0.01" },
    { kind: "duplicate", analyte, value: decimal(found), second: decimal(found * luck(0.03, "second")) },
    {
      ...{ kind: "spike" as const, analyte, native: "0.2", added: "0.5" },
      spiked: decimal(0.2 + 0.5 * luck(0.05, "spike")),
    },
    { kind: "control", analyte, material, value: decimal(0.5 * luck(0.03, "control")) },
  ];
}
