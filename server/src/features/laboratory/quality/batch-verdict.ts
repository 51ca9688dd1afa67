import type { ControlResult } from "@tracewater/contract/laboratory/analytical-batches";
import type { Db } from "../../../platform/store/database.ts";
import { type ChartPoint, judge } from "./analytical-batch.model.ts";
import { createAnalyticalBatchStore, type StoredAnalyticalBatch } from "./analytical-batch.store.ts";
import { createChartStore } from "./chart.store.ts";
import { withIncidents } from "./instrument-event.model.ts";
import { createInstrumentEventStore } from "./instrument-event.store.ts";
import { createInstrumentRunStore } from "./instrument-run.store.ts";

/** Judges each analyte of a batch again and keeps what came out: by what was entered, and what the instrument reported. */
export async function judgeBatch(trx: Db, batch: StoredAnalyticalBatch): Promise<void> {
  const store = createAnalyticalBatchStore(trx);
  const results = (await store.listResults(batch.batchId)).map((one) => one.result);
  const quantified = await store.listQuantified(batch.batchId);
  const incidents = await createInstrumentEventStore(trx).listIncidents(batch.batchId);
  const analytes = new Set([
    ...results.map((one) => one.analyte),
    ...incidents.flatMap((one) => one.analyte ?? []),
    // What fails for the whole run calls all of its results in question.
    ...(incidents.some((one) => one.analyte === null)
      ? await createInstrumentRunStore(trx).listAnalytes(batch.batchId)
      : []),
  ]);
  const verdicts = [];
  for (const analyte of analytes) {
    const own = results.filter((one) => one.analyte === analyte);
    const checks = judge({
      ...{ criteria: batch.criteria, results: own, batchId: batch.batchId },
      chart: await readChart(trx, batch, own),
      quantified: quantified.filter((one) => one.analyte === analyte).map((one) => Number(one.value)),
    });
    verdicts.push({ analyte, checks: withIncidents(checks, incidents, analyte, batch.criteria) });
  }
  await store.writeVerdicts(batch.batchId, verdicts);
}

/** The control materials of an analyte up to this run. */
async function readChart(
  trx: Db,
  batch: StoredAnalyticalBatch,
  results: readonly ControlResult[],
): Promise<ChartPoint[]> {
  const materials = [...new Set(results.flatMap((one) => (one.kind === "control" ? [one.material] : [])))];
  const [first] = results;
  if (first === undefined || materials.length === 0) return [];
  const charts = createChartStore(trx);
  const { unitId, method, instrument, runAt } = batch;
  const key = { unitId, kind: "control" as const, analyte: first.analyte, method, instrument };
  const points = await charts.listPoints({ ...key, materials, until: runAt });
  return points.map(({ batchId, material, value, limits }) => ({
    ...{ batchId, material, limits },
    value: Number(value),
  }));
}
