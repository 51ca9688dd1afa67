import type { QueryOf } from "@tracewater/contract/call";
import {
  type ChartKind,
  chartKind,
  type getControlChart,
  type listControlCharts,
} from "@tracewater/contract/laboratory/analytical-batches";
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
  isProvisional: z.boolean(),
});
export type StoredLimits = z.infer<typeof limits>;

const chart = z.object({
  kind: chartKind,
  unitId: z.number().int(),
  unitName: z.string(),
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
  /** By which the point is judged: those in force when it was entered, else the first ones. */
  limits: StoredLimits | null;
};

/** A chart shows so many of its last points. */
const maxPoints = 400;

/** Results of the quality control that are on charts of a kind. */
const resultKinds: Readonly<Record<Exclude<ChartKind, "internalStandard">, string>> = {
  control: "control",
  blank: "proceduralBlank",
  recovery: "spike",
  range: "duplicate",
};

/** A figure of a chart from the measurement as it was entered; nothing found in a blank is zero. */
const figureOf: Readonly<Record<Exclude<ChartKind, "internalStandard">, RawBuilder<unknown>>> = {
  control: sql`c.value`,
  blank: sql`coalesce((c.figures ->> 'value')::numeric, 0)`,
  recovery: sql`round(((c.figures ->> 'spiked')::numeric - (c.figures ->> 'native')::numeric)
    / (c.figures ->> 'added')::numeric * 100, 3)`,
  range: sql`round(abs((c.figures ->> 'value')::numeric - (c.figures ->> 'second')::numeric)
    / nullif((c.figures ->> 'value')::numeric + (c.figures ->> 'second')::numeric, 0) * 200, 3)`,
};

/** Of each run the mean recovery of the internal standard in its samples, else the results of one kind. */
function resultsOf(kind: ChartKind): RawBuilder<unknown> {
  if (kind === "internalStandard") {
    return sql`(select min(a.id) as id, b.id as batch_id, b.unit_id, a.analyte, '' as material, b.run_at as entered_at,
        round(avg(a.recovery)::numeric, 3) as value
      from assay a join assay_batch b on b.id = a.batch_id
      where a.batch_id is not null and a.recovery is not null and a.state not in ('rejected', 'superseded')
      group by b.id, b.unit_id, a.analyte, b.run_at)`;
  }
  return sql`(select c.id, c.batch_id, c.unit_id, c.analyte, c.material, c.entered_at,
      ${figureOf[kind]} as value from control_result c where c.kind = ${resultKinds[kind]})`;
}

/** Control charts: results of the quality control over batches, and the limits that were set for them. */
export function createChartStore(db: Db) {
  const shape = sql`jsonb_build_object('mean', l.mean, 'deviation', l.deviation, 'since', l.set_at, 'by', l.set_by,
    'reason', l.reason, 'isProvisional', l.is_provisional)`;
  const newest = (key: RawBuilder<unknown>) => sql`(
    select ${shape} from control_limit l where ${key} order by l.id desc limit 1)`;
  const charts = (scope: Scope, { kind, analyte, keyword }: ChartsQuery) => {
    const parts = [inScope(scope, "c.unit_id")];
    if (analyte !== undefined) parts.push(sql<boolean>`c.analyte = ${analyte}`);
    if (keyword !== undefined) {
      const pattern = containing(keyword);
      parts.push(
        sql<boolean>`(b.instrument ilike ${pattern} or b.method ilike ${pattern} or c.material ilike ${pattern})`,
      );
    }
    return sql`select ${kind}::text as kind, c.unit_id, c.analyte, b.method, b.instrument, c.material,
        count(*)::int as points, max(b.run_at) as last_at
      from ${resultsOf(kind)} c join assay_batch b on b.id = c.batch_id where ${sql.join(parts, sql` and `)}
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
      const key = sql`l.unit_id = c.unit_id and l.analyte = c.analyte and l.kind = c.kind and l.method = c.method
        and l.instrument = c.instrument and l.material = c.material`;
      const { rows } = await sql`
        select c.*, (select u.name from dept u where u.id = c.unit_id) as unit_name, ${newest(key)} as limits from (${charts(scope, query)}) c
        order by c.last_at desc, c.analyte, c.material, c.unit_id, c.method, c.instrument
        limit ${page.limit} offset ${page.offset}`.execute(db);
      return z.array(chart).parse(rows);
    },

    /** The last points of these materials up to a run, by time, each with the limits of its time. */
    async listPoints(
      key: Omit<ChartKey, "material"> & { materials: readonly string[]; until?: Date },
    ): Promise<StoredPoint[]> {
      const { unitId, kind, analyte, method, instrument, materials, until } = key;
      const { rows } = await sql<Omit<StoredPoint, "limits"> & { limits: unknown }>`
        select newest.*, (
          select ${shape} from control_limit l
          where l.unit_id = ${unitId} and l.analyte = ${analyte} and l.kind = ${kind} and l.method = ${method}
            and l.instrument = ${instrument} and l.material = newest.material
          order by l.set_at <= newest.entered_at desc,
            case when l.set_at <= newest.entered_at then -l.id else l.id end limit 1) as limits
        from (
          select c.id, b.id as batch_id, b.batch_no, b.run_at as at, c.value::text as value, c.material, c.entered_at
          from ${resultsOf(kind)} c join assay_batch b on b.id = c.batch_id
          where c.unit_id = ${unitId} and c.analyte = ${analyte} and b.method = ${method} and c.value is not null
            and b.instrument = ${instrument} and c.material = any(${[...materials]}::text[])
            ${until === undefined ? sql`` : sql`and b.run_at <= ${until}`}
          order by b.run_at desc, b.id desc, c.id desc limit ${maxPoints}) newest
        order by at, batch_id, id`.execute(db);
      return rows.map((row) => ({ ...row, limits: limits.nullable().parse(row.limits) }));
    },

    async findLimits({
      unitId,
      kind,
      analyte,
      method,
      instrument,
      material,
    }: ChartKey): Promise<StoredLimits | null> {
      const key = sql`l.unit_id = ${unitId} and l.analyte = ${analyte} and l.kind = ${kind} and l.method = ${method}
        and l.instrument = ${instrument} and l.material = ${material}`;
      const { rows } = await sql<{ limits: unknown }>`select ${newest(key)} as limits`.execute(db);
      return limits.nullable().parse(rows[0]?.limits ?? null);
    },

    async addLimits(
      key: ChartKey,
      set: { mean: number; deviation: number; isProvisional: boolean; reason: string; setBy: string },
    ): Promise<void> {
      const { unitId, kind, analyte, method, instrument, material } = key;
      await db
        .insertInto("controlLimit")
        .values({ unitId, kind, analyte, method, instrument, material, ...set })
        .execute();
    },
  };
}
