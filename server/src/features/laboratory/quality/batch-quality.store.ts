/** What was measured for the quality control of batches, and the verdicts on it. */
import {
  type Check,
  type ControlResult,
  check,
  controlResult,
} from "@tracewater/contract/laboratory/analytical-batches";
import { analyteName } from "@tracewater/contract/laboratory/factors";
import { sql } from "kysely";
import { z } from "zod";
import { inScope, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";

const verdict = z.object({ analyte: analyteName, checks: z.array(check), judgedAt: z.date() });
const maxResults = 5000;

export function createBatchQuality(db: Db) {
  return {
    async listResults(batchId: number): Promise<{ resultId: number; result: ControlResult }[]> {
      const found = await db
        .selectFrom("controlResult")
        .select(["id", "figures"])
        .where("batchId", "=", batchId)
        .orderBy("id")
        .limit(maxResults)
        .execute();
      return found.map(({ id, figures }) => ({ resultId: id, result: controlResult.parse(figures) }));
    },

    async countResults(batchId: number): Promise<number> {
      const { count } = await db
        .selectFrom("controlResult")
        .select((of) => of.fn.countAll<string>().as("count"))
        .where("batchId", "=", batchId)
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    /** Whether this very file was stored in the batch, and something of it is there still. */
    async hasFile(batchId: number, sha256: string): Promise<boolean> {
      const found = await db
        .selectFrom("controlResult")
        .select("id")
        .where("batchId", "=", batchId)
        .where("fileSha256", "=", sha256)
        .limit(1)
        .executeTakeFirst();
      return found !== undefined;
    },

    async addResults(
      batch: { batchId: number; unitId: number },
      results: readonly ControlResult[],
      fileSha256: string | null,
    ): Promise<void> {
      const rows = results.map((one) => ({
        ...{ ...batch, analyte: one.analyte, kind: one.kind, fileSha256 },
        material: one.kind === "control" ? one.material : "",
        value: one.kind === "control" ? one.value : null,
        figures: JSON.stringify(one),
      }));
      await db.insertInto("controlResult").values(rows).execute();
    },

    /** The batches of these results, all of which are in the scope; empty where one is not. */
    async batchesOf(scope: Scope, ids: readonly number[]): Promise<number[]> {
      const found = await sql<{ batchId: number; count: number }>`
        select c.batch_id, count(*)::int as count from control_result c
        where c.id = any(${[...ids]}::int[]) and ${inScope(scope, "c.unit_id")}
        group by c.batch_id order by c.batch_id limit 500`.execute(db);
      const known = found.rows.reduce((sum, one) => sum + one.count, 0);
      return known < ids.length ? [] : found.rows.map((one) => one.batchId);
    },

    async removeResults(ids: readonly number[]): Promise<void> {
      await db
        .deleteFrom("controlResult")
        .where("id", "in", [...ids])
        .execute();
    },

    async listVerdicts(batchId: number): Promise<z.infer<typeof verdict>[]> {
      const found = await db
        .selectFrom("batchVerdict")
        .select(["analyte", "checks", "judgedAt"])
        .where("batchId", "=", batchId)
        .orderBy("analyte")
        .execute();
      return z.array(verdict).parse(found);
    },

    async writeVerdicts(
      batchId: number,
      verdicts: readonly { analyte: string; checks: readonly Check[] }[],
    ): Promise<void> {
      await db.deleteFrom("batchVerdict").where("batchId", "=", batchId).execute();
      const rows = verdicts
        .filter((one) => one.checks.length > 0)
        .map(({ analyte, checks }) => ({
          ...{ batchId, analyte, checks: JSON.stringify(checks) },
          failed: checks.filter((one) => !one.isOk).map((one) => one.kind),
        }));
      if (rows.length > 0) await db.insertInto("batchVerdict").values(rows).execute();
    },
  };
}
