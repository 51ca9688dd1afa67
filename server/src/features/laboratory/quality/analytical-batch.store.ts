import type { QueryOf } from "@tracewater/contract/call";
import { criteria, type listAssayBatches } from "@tracewater/contract/laboratory/analytical-batches";
import { analyteName } from "@tracewater/contract/laboratory/factors";
import { instrumentEventKind, runState } from "@tracewater/contract/laboratory/instrument-runs";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { inScope, inScopeOfAny, type Scope } from "../../../platform/scope.ts";
import { onUniqueViolation } from "../../../platform/store/constraint-errors.ts";
import { containing } from "../../../platform/store/contains.ts";
import type { Db } from "../../../platform/store/database.ts";
import { inSpan } from "../../../platform/store/search-span.ts";
import { createBatchQuality } from "./batch-quality.store.ts";

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
type HeldDraft = {
  id: number;
  unitId: number;
  labUnitId: number | null;
  batchId: number | null;
  state: string;
  analyte: string;
  flag: string;
  value: string | null;
};

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

    ...createBatchQuality(db),

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
    async holdDrafts(scope: Scope, ids: readonly number[]): Promise<HeldDraft[]> {
      const found = await sql<HeldDraft>`
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
