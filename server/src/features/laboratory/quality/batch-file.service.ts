import type { ControlResult } from "@tracewater/contract/laboratory/analytical-batches";
import { analyteName } from "@tracewater/contract/laboratory/factors";
import type { Scope } from "../../../platform/scope.ts";
import type { Db, Trx } from "../../../platform/store/database.ts";
import { fitOf } from "./analytical-batch.model.ts";
import { createAnalyticalBatchStore } from "./analytical-batch.store.ts";
import * as refusals from "./analytical-batch-refusals.ts";
import { judgeBatch } from "./batch-verdict.ts";

/** Files of instruments whose results and quality control belong to a batch. */
export function createBatchFileService({ db }: { db: Db }) {
  const store = createAnalyticalBatchStore(db);
  return {
    /** The ranges that results of a file have to lie in: of the standards in the batch and in the file itself. */
    async openForFile(
      scope: Scope,
      id: number,
      controls: readonly ControlResult[],
    ): Promise<{ unitId: number; ranges: Map<string, { low: number; high: number }> }> {
      const batch = await store.find(scope, id);
      if (batch === undefined) throw refusals.nothing();
      if (await store.isClosed(id)) throw refusals.closed(batch);
      const results = [...(await store.listResults(id)).map((one) => one.result), ...controls];
      const lines = analyteName.options.flatMap((analyte) => fitOf(analyte, results, batch.criteria) ?? []);
      return { unitId: batch.unitId, ranges: new Map(lines.map((line) => [line.analyte, line])) };
    },

    /** In the transaction that stores a file's results: they are of the batch, and its controls, which come once. */
    async takeFile(
      trx: Trx,
      file: {
        batchId: number;
        assayIds: readonly number[];
        controls: readonly ControlResult[];
        sha256: string;
      },
    ): Promise<number> {
      const { batchId, assayIds, controls, sha256 } = file;
      const own = createAnalyticalBatchStore(trx);
      await own.hold(batchId);
      const batch = await own.find({ kind: "all" }, batchId);
      if (batch === undefined) throw refusals.nothing();
      if (await own.isClosed(batchId)) throw refusals.closed(batch);
      const isNew = controls.length > 0 && !(await own.hasFile(batchId, sha256));
      if (isNew && (await own.countResults(batchId)) + controls.length > refusals.maxResults)
        throw refusals.tooMany();
      if (isNew) await own.addResults({ batchId, unitId: batch.unitId }, controls, sha256);
      if (assayIds.length > 0) await own.assign(assayIds, batchId);
      if (isNew || assayIds.length > 0) await judgeBatch(trx, batch);
      return isNew ? controls.length : 0;
    },
  };
}
