import type { QueryOf } from "@tracewater/contract/call";
import type { AnalyteName } from "@tracewater/contract/laboratory/factors";
import { type listLoads, load, loadUncertainty } from "@tracewater/contract/laboratory/loads";
import { mostExportRows } from "@tracewater/contract/resource/imports";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { columnOf } from "../../../platform/resource/matching-rows.ts";
import { inScope, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import { analytesOfCategory } from "../factors/factor.service.ts";

export type LoadQuery = QueryOf<typeof listLoads>;

const stored = load.omit({ madeAt: true, substituted: true }).extend({
  madeAt: z.date(),
  substituted: z.boolean(),
  chemistry: z.number().nullable(),
  uncertainty: loadUncertainty,
});
export type StoredLoad = z.infer<typeof stored>;

const usable = z.object({
  assayId: z.number().int(),
  sampledOn: z.string(),
  analyte: load.shape.analyte,
  flag: load.shape.flag,
  value: z.string().nullable(),
  loq: z.string().nullable(),
  uncertainty: z.string().nullable(),
  /** How many samples of that day have an approved result of this analyte. */
  samples: z.number().int(),
  flow: z.number().nullable(),
  flowMethod: load.shape.flowMethod.nullable(),
  flowSince: z.string().nullable(),
  population: z.number().int().nullable(),
  populationMethod: load.shape.populationMethod,
});
export type UsableAssay = z.infer<typeof usable>;

export type NewLoad = Pick<
  StoredLoad,
  | (
      | "assayId"
      | "sampledOn"
      | "analyte"
      | "flag"
      | "concentration"
      | "chemistry"
      | "substituted"
      | "substitution"
    )
  | (
      | "flow"
      | "flowMethod"
      | "flowSince"
      | "population"
      | "populationMethod"
      | "load"
      | "per1000"
      | "factorId"
    )
  | ("factor" | "doseMg" | "consumption" | "doses" | "expanded" | "warnings" | "formula")
>;

export type LoadStore = ReturnType<typeof createLoadStore>;

/** Loads in force of one point. */
type InForce = { pointId: number; analytes: readonly AnalyteName[]; phase: string; source: string };

export type Asked = { pointId: number; from: string; until: string; phase: string; source: string };

/** A year of 18 analytes, with a few samples a day. */
const mostAssays = 20_000;

export function createLoadStore(db: Db) {
  async function read(rest: RawBuilder<unknown>): Promise<StoredLoad[]> {
    const { rows } = await sql`
      select l.id as load_id, l.run_id, l.assay_id, l.unit_id, l.point_id, l.factor_id,
        to_char(l.flow_since, 'YYYY-MM-DD') as flow_since, to_char(l.sampled_on, 'YYYY-MM-DD') as sampled_on,
        p.code as point_code, p.name as point_name, b.body_code, l.analyte, l.flag, l.concentration, l.substituted,
        l.substitution, l.flow, l.flow_method, l.population, l.population_method, l.load, l.per1000, l.expanded,
        l.factor, f.version as factor_version, l.consumption, l.dose_mg, l.doses, l.formula, r.made_at, r.made_by,
        l.warnings, l.in_force as is_in_force, a.loq, report.id as report_id, a.state <> 'approved' as is_stale, l.chemistry,
        r.parameters -> 'uncertainty' as uncertainty
      from load_result l join load_run r on r.id = l.run_id join assay a on a.id = l.assay_id
        join bottle b on b.id = a.bottle_id join sampling_point p on p.id = l.point_id
        left join analyte_factor f on f.id = l.factor_id left join point_report report on report.run_id = l.run_id
      ${rest}`.execute(db);
    return z.array(stored).parse(rows);
  }

  return {
    async list(
      scope: Scope,
      query: LoadQuery,
      page: { limit: number; offset: number },
    ): Promise<StoredLoad[]> {
      const direction = query.isAsc === "asc" ? sql`asc` : sql`desc`;
      const order = sql`l.sampled_on ${direction}, l.id ${direction}`;
      // The page is found in an index alone; only its own rows are read whole.
      return read(sql`where l.id in (select l.id from load_result l where ${matching(scope, query)} order by ${order}
                        limit ${page.limit} offset ${page.offset}) order by ${order}`);
    },

    async listAfter(scope: Scope, query: LoadQuery, afterId: number, limit: number): Promise<StoredLoad[]> {
      return read(sql`where ${matching(scope, query)} and l.id > ${afterId} order by l.id limit ${limit}`);
    },

    /** The loads in force of a span, day by day. */
    async listSpan(scope: Scope, asked: InForce & { from: string; until: string }): Promise<StoredLoad[]> {
      return read(sql`where ${inForce(scope, asked)}
        and l.sampled_on between ${asked.from}::date and ${asked.until}::date
        order by l.sampled_on, l.analyte limit ${mostAssays}`);
    },

    /** All of one calculation, day by day. */
    async listRun(runId: number): Promise<StoredLoad[]> {
      return read(
        sql`where l.run_id = ${runId} order by l.sampled_on, l.analyte, l.id limit ${2 * mostAssays}`,
      );
    },

    /** The last day that has a load. */
    async newestDay(scope: Scope, asked: InForce): Promise<string | null> {
      const { rows } = await sql<{ day: string | null }>`
        select to_char(max(l.sampled_on), 'YYYY-MM-DD') as day from load_result l
        where ${inForce(scope, asked)}`.execute(db);
      return rows[0]?.day ?? null;
    },

    /** At most so many are counted. */
    async count(scope: Scope, query: LoadQuery, most = mostExportRows + 1): Promise<number> {
      const counted = await sql<{ count: number }>`
        select count(*)::int as count from (select from load_result l where ${matching(scope, query)}
          limit ${most}) counted`.execute(db);
      return counted.rows[0]?.count ?? 0;
    },

    async find(scope: Scope, id: number): Promise<StoredLoad | undefined> {
      return (await read(sql`where l.id = ${id} and ${inScope(scope, "l.unit_id")} limit 1`))[0];
    },

    async unitOf(scope: Scope, pointId: number): Promise<number | undefined> {
      const found = await db
        .selectFrom("samplingPoint")
        .select("unitId")
        .where("id", "=", pointId)
        .where(inScope(scope, "sampling_point.unit_id"))
        .executeTakeFirst();
      return found?.unitId;
    },

    /** Approved results of a point with the flow and the population that held on their day. */
    async listUsable({ pointId, from, until, phase, source }: Asked): Promise<UsableAssay[]> {
      const figure = (kind: string) => sql`
        left join lateral (select value, method, since from sampling_point_figure g
          where g.point_id = a.point_id and g.kind = ${kind} and g.since <= a.sampled_on
          order by g.since desc, g.id desc limit 1) ${sql.raw(kind)} on true`;
      const { rows } = await sql`
        select a.id as assay_id, to_char(a.sampled_on, 'YYYY-MM-DD') as sampled_on, a.analyte, a.flag, a.value, a.loq,
          a.uncertainty, count(*) over (partition by a.sampled_on, a.analyte)::int as samples,
          coalesce(flow.value, p.design_flow) as flow,
          case when flow.value is not null then flow.method when p.design_flow is not null then 'design' end as flow_method,
          to_char(flow.since, 'YYYY-MM-DD') as flow_since,
          nullif(coalesce(population.value, p.population)::int, 0) as population,
          case when population.value is not null then population.method else p.population_method end as population_method
        from assay a join sampling_point p on p.id = a.point_id ${figure("flow")} ${figure("population")}
        where a.point_id = ${pointId} and a.state = 'approved' and a.phase = ${phase} and a.source = ${source}
          and a.sampled_on between ${from}::date and ${until}::date
        order by a.sampled_on, a.id limit ${mostAssays}`.execute(db);
      return z.array(usable).parse(rows);
    },

    /** A calculation with its loads; those that it replaces are in force no longer. One for a report replaces none. */
    async addRun(
      run: Asked & { unitId: number; parameters: object; madeBy: string; madeAt: Date; isInForce: boolean },
      loads: readonly NewLoad[],
    ): Promise<number> {
      const { unitId, pointId, madeBy, madeAt, phase, source, isInForce } = run;
      return db.transaction().execute(async (trx) => {
        // Who computes loads of this point at this moment waits for this one.
        await sql`select pg_advisory_xact_lock(hashtext('load_run'), ${pointId}::int)`.execute(trx);
        const { id: runId } = await trx
          .insertInto("loadRun")
          .values({ unitId, pointId, madeBy, madeAt, parameters: JSON.stringify(run.parameters) })
          .returning("id")
          .executeTakeFirstOrThrow();
        const given = JSON.stringify(loads.map((one) => toRecord(one)));
        await sql`update load_result l set in_force = false
          from jsonb_to_recordset(${given}::jsonb) as g(analyte text, sampled_on date)
          where l.in_force and ${isInForce} and l.point_id = ${pointId} and l.phase = ${phase} and l.source = ${source}
            and l.analyte = g.analyte and l.sampled_on = g.sampled_on`.execute(trx);
        const columns = sql.raw(written.join(", "));
        await sql`insert into load_result (run_id, unit_id, point_id, phase, source, in_force, ${columns})
          select ${runId}::int, ${unitId}::int, ${pointId}::int, ${phase}::text, ${source}::text,
            ${isInForce}::boolean, ${columns}
          from jsonb_populate_recordset(null::load_result, ${given}::jsonb)`.execute(trx);
        return runId;
      });
    },
  };
}

const written = [
  ...[
    "assay_id",
    "sampled_on",
    "analyte",
    "flag",
    "concentration",
    "chemistry",
    "substituted",
    "substitution",
  ],
  ...["flow", "flow_method", "flow_since", "population", "population_method", "load", "per1000", "factor_id"],
  ...["factor", "dose_mg", "consumption", "doses", "expanded", "warnings", "formula"],
] as const;

function toRecord(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [columnOf(name), value]));
}

function inForce(scope: Scope, { pointId, analytes, phase, source }: InForce): RawBuilder<boolean> {
  return sql<boolean>`l.in_force and l.point_id = ${pointId} and l.analyte = any(${[...analytes]}::text[])
    and l.phase = ${phase} and l.source = ${source} and ${inScope(scope, "l.unit_id")}`;
}

function matching(scope: Scope, query: LoadQuery): RawBuilder<boolean> {
  const { pointId, analyte, category, from, until, runId } = query;
  const parts: RawBuilder<unknown>[] = [inScope(scope, "l.unit_id")];
  parts.push(runId === undefined ? sql`l.in_force` : sql`l.run_id = ${runId}`);
  if (pointId !== undefined) parts.push(sql`l.point_id = ${pointId}`);
  if (analyte !== undefined) parts.push(sql`l.analyte = ${analyte}`);
  if (category !== undefined) parts.push(sql`l.analyte = any(${analytesOfCategory(category)}::text[])`);
  if (from !== undefined) parts.push(sql`l.sampled_on >= ${from}::date`);
  if (until !== undefined) parts.push(sql`l.sampled_on <= ${until}::date`);
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}
