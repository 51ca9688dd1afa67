import type { QueryOf } from "@tracewater/contract/call";
import type { getControlChart, listControlCharts } from "@tracewater/contract/laboratory/batches";
import { analyteName } from "@tracewater/contract/laboratory/factors";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { inScope, type Scope } from "../../../platform/scope.ts";
import { containing } from "../../../platform/store/contains.ts";
import type { Db } from "../../../platform/store/database.ts";

export type ChartKey = QueryOf<typeof getControlChart>;
type ChartsQuery = QueryOf<typeof listControlCharts>;

const limits = z.object({
  mean: z.number(),
  deviation: z.number(),
  since: z.coerce.date(),
  by: z.string(),
  reason: z.string(),
});
export type StoredLimits = z.infer<typeof limits>;

const chart = z.object({
  unitId: z.number().int(),
  analyte: analyteName,
  method: z.string(),
  instrument: z.string(),
  material: z.string(),
  points: z.number().int(),
  lastAt: z.date(),
  limits: limits.nullable(),
});
export type StoredChart = z.infer<typeof chart>;

export type StoredPoint = {
  batchId: number;
  batchNo: string;
  at: Date;
  value: string;
  material: string;
};

/** A chart shows so many of its last points. */
const mostPoints = 400;

/** Control charts: results of control materials over batches, and the limits that were set for them. */
export function createChartStore(db: Db) {
  const newest = (key: RawBuilder<unknown>) => sql`(
    select jsonb_build_object('mean', l.mean, 'deviation', l.deviation, 'since', l.set_at, 'by', l.set_by, 'reason', l.reason)
    from control_limit l where ${key} order by l.id desc limit 1)`;
  const charts = (scope: Scope, { analyte, keyword }: ChartsQuery) => {
    const parts = [inScope(scope, "c.unit_id"), sql<boolean>`c.kind = 'control'`];
    if (analyte !== undefined) parts.push(sql<boolean>`c.analyte = ${analyte}`);
    if (keyword !== undefined) {
      const pattern = containing(keyword);
      parts.push(
        sql<boolean>`(b.instrument ilike ${pattern} or b.method ilike ${pattern} or c.material ilike ${pattern})`,
      );
    }
    return sql`select c.unit_id, c.analyte, b.method, b.instrument, c.material, count(*)::int as points,
        max(b.run_at) as last_at
      from control_result c join assay_batch b on b.id = c.batch_id where ${sql.join(parts, sql` and `)}
      group by c.unit_id, c.analyte, b.method, b.instrument, c.material`;
  };

  return {
    async count(scope: Scope, query: ChartsQuery): Promise<number> {
      const counted = await sql<{ count: number }>`
        select count(*)::int as count from (${charts(scope, query)}) charts`.execute(db);
      return counted.rows[0]?.count ?? 0;
    },

    async list(
      scope: Scope,
      query: ChartsQuery,
      page: { limit: number; offset: number },
    ): Promise<StoredChart[]> {
      const key = sql`l.unit_id = c.unit_id and l.analyte = c.analyte and l.method = c.method
        and l.instrument = c.instrument and l.material = c.material`;
      const { rows } = await sql`
        select c.*, ${newest(key)} as limits from (${charts(scope, query)}) c
        order by c.last_at desc, c.analyte, c.material limit ${page.limit} offset ${page.offset}`.execute(db);
      return z.array(chart).parse(rows);
    },

    /** The last points of these materials up to a run, by time; without materials of all. */
    async listPoints(
      key: Omit<ChartKey, "material"> & { materials: readonly string[]; until?: Date },
    ): Promise<StoredPoint[]> {
      const { unitId, analyte, method, instrument, materials, until } = key;
      const { rows } = await sql<StoredPoint>`
        select * from (
          select c.id, b.id as batch_id, b.batch_no, b.run_at as at, c.value, c.material
          from control_result c join assay_batch b on b.id = c.batch_id
          where c.kind = 'control' and c.unit_id = ${unitId} and c.analyte = ${analyte} and b.method = ${method}
            and b.instrument = ${instrument} and c.material = any(${[...materials]}::text[])
            ${until === undefined ? sql`` : sql`and b.run_at <= ${until}`}
          order by b.run_at desc, b.id desc, c.id desc limit ${mostPoints}) newest
        order by at, batch_id, id`.execute(db);
      return rows;
    },

    async findLimits({
      unitId,
      analyte,
      method,
      instrument,
      material,
    }: ChartKey): Promise<StoredLimits | null> {
      const key = sql`l.unit_id = ${unitId} and l.analyte = ${analyte} and l.method = ${method}
        and l.instrument = ${instrument} and l.material = ${material}`;
      const { rows } = await sql<{ limits: unknown }>`select ${newest(key)} as limits`.execute(db);
      return limits.nullable().parse(rows[0]?.limits ?? null);
    },

    async addLimits(
      key: ChartKey,
      set: { mean: number; deviation: number; reason: string; setBy: string },
    ): Promise<void> {
      const { unitId, analyte, method, instrument, material } = key;
      await db
        .insertInto("controlLimit")
        .values({ unitId, analyte, method, instrument, material, ...set })
        .execute();
    },
  };
}
