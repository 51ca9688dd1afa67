import type { QueryOf } from "@tracewater/contract/call";
import {
  type Check,
  type ControlResult,
  check,
  controlResult,
  criteria,
  type listAssayBatches,
} from "@tracewater/contract/laboratory/analytical-batches";
import { analyteName } from "@tracewater/contract/laboratory/factors";
import { instrumentEventKind, runState } from "@tracewater/contract/laboratory/instrument-runs";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { inScope, inScopeOfAny, type Scope } from "../../../platform/scope.ts";
import { onUniqueViolation } from "../../../platform/store/constraint-errors.ts";
import { containing } from "../../../platform/store/contains.ts";
import type { Db } from "../../../platform/store/database.ts";
import { inSpan } from "../../../platform/store/search-span.ts";

export type AnalyticalBatchQuery = QueryOf<typeof listAssayBatches>;

const stored = z.object({
  batchId: z.number().int(),
  batchNo: z.string(),
  unitId: z.number().int(),
  unitName: z.string(),
  instrument: z.string(),
  method: z.string(),
  methodVersion: z.string(),
  runAt: z.date(),
  note: z.string(),
  madeBy: z.string(),
  criteria,
  assays: z.number().int(),
  passed: z.array(analyteName),
  failed: z.array(analyteName),
  deviceName: z.string().nullable(),
  runState: runState.nullable(),
  sequence: z.string(),
  incidents: z.array(instrumentEventKind),
});
export type StoredAnalyticalBatch = z.infer<typeof stored>;

export type NewAnalyticalBatch = Pick<
  StoredAnalyticalBatch,
  "batchNo" | "unitId" | "instrument" | "method" | "methodVersion" | "runAt" | "note" | "madeBy" | "criteria"
>;
export type Verdict = { analyte: z.infer<typeof analyteName>; checks: Check[]; judgedAt: Date };

const verdict = z.object({ analyte: analyteName, checks: z.array(check), judgedAt: z.date() });
const maxResults = 5000;

/** Batches, what was measured for their quality, and the verdicts on them. */
export function createAnalyticalBatchStore(db: Db) {
  async function read(rest: ReturnType<typeof sql>): Promise<StoredAnalyticalBatch[]> {
    const { rows } = await sql`
      select b.id as batch_id, b.batch_no, b.unit_id, u.name as unit_name, b.instrument, b.method, b.method_version,
        b.run_at, b.note, b.made_by, b.criteria, d.device_name, b.run_state, b.sequence,
        (select count(*)::int from assay a where a.batch_id = b.id) as assays, ${incidentsOf} as incidents,
        array(select analyte from batch_verdict v where v.batch_id = b.id and v.failed = '{}' order by 1) as passed,
        array(select analyte from batch_verdict v where v.batch_id = b.id and v.failed <> '{}' order by 1) as failed
      from assay_batch b join dept u on u.id = b.unit_id left join device d on d.id = b.device_id
      ${rest}`.execute(db);
    return z.array(stored).parse(rows);
  }
  const matching = (scope: Scope, { keyword, instrument, deviceName, ...span }: AnalyticalBatchQuery) => {
    const parts = [inScope(scope, "b.unit_id"), ofDevice(deviceName), ...inSpan(sql`b.run_at`, span)];
    if (instrument !== undefined) parts.push(sql<boolean>`b.instrument = ${instrument}`);
    if (keyword !== undefined) parts.push(named(keyword));
    return sql.join(parts, sql` and `);
  };

  return {
    async count(scope: Scope, query: AnalyticalBatchQuery): Promise<number> {
      const counted = await sql<{ count: number }>`
        select count(*)::int as count from assay_batch b where ${matching(scope, query)}`.execute(db);
      return counted.rows[0]?.count ?? 0;
    },

    list: (
      scope: Scope,
      query: AnalyticalBatchQuery,
      page: { limit: number; offset: number },
    ): Promise<StoredAnalyticalBatch[]> =>
      read(sql`where b.id in (select b.id from assay_batch b where ${matching(scope, query)}
          order by b.run_at desc, b.id desc limit ${page.limit} offset ${page.offset})
        order by b.run_at desc, b.id desc`),

    async find(scope: Scope, id: number): Promise<StoredAnalyticalBatch | undefined> {
      return (await read(sql`where b.id = ${id} and ${inScope(scope, "b.unit_id")} limit 1`))[0];
    },

    /** Null where the unit has a batch of this number. */
    async add({ criteria, ...batch }: NewAnalyticalBatch): Promise<number | null> {
      const added = db
        .insertInto("assayBatch")
        .values({ ...batch, criteria: JSON.stringify(criteria) })
        .returning("id")
        .executeTakeFirstOrThrow();
      return onUniqueViolation<number | null>(
        added.then(({ id }) => id),
        () => null,
      );
    },

    async hasUnit(scope: Scope, unitId: number): Promise<boolean> {
      const found = await db
        .selectFrom("dept")
        .select("id")
        .where("id", "=", unitId)
        .where(inScope(scope, "dept.id"))
        .executeTakeFirst();
      return found !== undefined;
    },

    /** Anyone who changes a batch waits for who changes it. */
    async hold(id: number): Promise<void> {
      await sql`select id from assay_batch where id = ${id} for update`.execute(db);
    },

    async remove(id: number): Promise<void> {
      await db.deleteFrom("assayBatch").where("id", "=", id).execute();
    },

    async isClosed(id: number): Promise<boolean> {
      const found = await sql`
        select from assay where batch_id = ${id} and state in ('approved', 'superseded') limit 1`.execute(db);
      return found.rows.length > 0;
    },

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

    async listVerdicts(batchId: number): Promise<Verdict[]> {
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

    /** Values of samples of the batch that count as measured, by analyte. */
    async listQuantified(batchId: number): Promise<{ analyte: string; value: string }[]> {
      const found = await sql<{ analyte: string; value: string }>`
        select analyte, value from assay
        where batch_id = ${batchId} and flag = 'quantified' and state <> 'rejected' and value is not null
        limit 20000`.execute(db);
      return found.rows;
    },

    async assign(ids: readonly number[], batchId: number | null): Promise<void> {
      await db
        .updateTable("assay")
        .set({ batchId })
        .where("id", "in", [...ids])
        .execute();
    },

    /** Drafts in the scope, held; with the batch that each is in. */
    async holdDrafts(
      scope: Scope,
      ids: readonly number[],
    ): Promise<
      {
        id: number;
        unitId: number;
        labUnitId: number | null;
        batchId: number | null;
        state: string;
        analyte: string;
        flag: string;
        value: string | null;
      }[]
    > {
      const found = await sql<{
        id: number;
        unitId: number;
        labUnitId: number | null;
        batchId: number | null;
        state: string;
        analyte: string;
        flag: string;
        value: string | null;
      }>`
        select a.id, a.unit_id, a.lab_unit_id, a.batch_id, a.state, a.analyte, a.flag, a.value from assay a
        where a.id = any(${[...ids]}::int[]) and ${inScopeOfAny(scope, "a.unit_id", "a.lab_unit_id")} order by a.id
        limit ${ids.length} for update of a`.execute(db);
      return found.rows;
    },
  };
}

const incidentsOf = sql`array(select distinct e.kind from instrument_event e
  where e.batch_id = b.id and e.kind <> 'batchDone' order by 1)`;

function ofDevice(deviceName: string | undefined): RawBuilder<boolean> {
  return deviceName === undefined
    ? sql<boolean>`true`
    : sql<boolean>`b.device_id = (select id from device where device_name = ${deviceName})`;
}

function named(keyword: string): RawBuilder<boolean> {
  const pattern = containing(keyword);
  return sql<boolean>`(b.batch_no ilike ${pattern} or b.instrument ilike ${pattern} or b.method ilike ${pattern})`;
}
