import type { QueryOf } from "@tracewater/contract/call";
import type { AnalyteName } from "@tracewater/contract/laboratory/factors";
import {
  type LoadUncertainty,
  type listLoads,
  load,
  loadUncertainty,
} from "@tracewater/contract/laboratory/loads";
import { maxExportRows } from "@tracewater/contract/resource/imports";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { columnOf } from "../../../platform/resource/matching-rows.ts";
import { inScope, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import { inDays } from "../../../platform/store/search-span.ts";
import { analytesOfCategory } from "../factors/factor.service.ts";
import { type Asked, createUsableAssayStore, maxAssays } from "./usable-assay.store.ts";

export type LoadQuery = QueryOf<typeof listLoads>;

const stored = load.omit({ madeAt: true, substituted: true, low: true, high: true }).extend({
  madeAt: z.date(),
  substituted: z.boolean(),
  /** Of the result, μg/L. */
  lod: z.string().nullable(),
  chemistry: z.number().nullable(),
  uncertainty: loadUncertainty,
  samplingGrowth: z.number(),
  flowCancels: z.boolean(),
  populationUncertainty: z.number().nullable(),
  methamphetamine: z.string().nullable(),
  therapeuticShare: z.string().nullable(),
  factorUncertainty: z.string().nullable(),
  doseUncertainty: z.string().nullable(),
});
export type StoredLoad = z.infer<typeof stored>;

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
  | ("duplicateId" | "pairDifference" | "samplingGrowth" | "flowCancels" | "methamphetamine")
  | ("therapeuticShare" | "factorUncertainty" | "doseUncertainty" | "consumptionBar" | "subtracted")
  | ("consumptionExpanded" | "dosesExpanded" | "populationUncertainty")
> & { samplingId: number | null; sampleKind: string | null; assumed: LoadUncertainty | null };

export type LoadStore = ReturnType<typeof createLoadStore>;

/** Loads in force of one point. */
type InForce = { pointId: number; analytes: readonly AnalyteName[]; phase: string; source: string };

export function createLoadStore(db: Db, options: { zone: string }) {
  async function read(rest: RawBuilder<unknown>): Promise<StoredLoad[]> {
    const { rows } = await sql`
      select l.id as load_id, l.run_id, l.assay_id, l.unit_id, l.point_id, l.factor_id,
        to_char(l.flow_since, 'YYYY-MM-DD') as flow_since, to_char(l.sampled_on, 'YYYY-MM-DD') as sampled_on,
        p.code as point_code, p.name as point_name, b.body_code, l.analyte, l.flag, l.source, l.concentration, l.substituted,
        l.substitution, l.flow, l.flow_method, l.population, l.population_method, l.load, l.per1000, l.expanded,
        l.factor, f.version as factor_version, f.trust as factor_trust, l.consumption, l.dose_mg, l.doses, l.formula, r.made_at, r.made_by,
        l.warnings, l.in_force as is_in_force, a.loq, a.lod, report.id as report_id, a.state <> 'approved' as is_stale,
        exists (select from assay_doubt q where q.assay_id in (l.assay_id, l.duplicate_id)
          and q.confirmed_at is null) as is_questioned, l.chemistry,
        coalesce(l.assumed, r.parameters -> 'uncertainty') as uncertainty, l.sample_kind, s.sample_no, l.duplicate_id,
        l.pair_difference, l.sampling_growth, l.flow_cancels, l.methamphetamine, l.therapeutic_share,
        l.factor_uncertainty, l.dose_uncertainty, l.consumption_bar, l.subtracted, l.consumption_expanded,
        l.doses_expanded, l.population_uncertainty
      from load_result l join load_run r on r.id = l.run_id join assay a on a.id = l.assay_id
        join bottle b on b.id = a.bottle_id join sampling_point p on p.id = l.point_id
        left join analyte_factor f on f.id = l.factor_id left join water_sampling s on s.id = l.sampling_id
        left join point_report report on report.run_id = l.run_id
      ${rest}`.execute(db);
    return z.array(stored).parse(rows);
  }

  return {
    ...createUsableAssayStore(db, options),

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
        order by l.sampled_on, l.analyte limit ${maxAssays}`);
    },

    /** The loads in force of a span, of one point or of all in the scope, point by point. */
    async listCollected(
      scope: Scope,
      asked: Omit<Asked, "pointId"> & { pointId?: number | undefined },
      limit: number,
    ): Promise<StoredLoad[]> {
      const ofPoint = asked.pointId === undefined ? sql`true` : sql`l.point_id = ${asked.pointId}`;
      return read(sql`where l.in_force and ${inScope(scope, "l.unit_id")} and ${ofPoint}
        and l.phase = ${asked.phase} and l.source = ${asked.source}
        and l.sampled_on between ${asked.from}::date and ${asked.until}::date
        ${asked.analyte === undefined ? sql`` : sql`and l.analyte = ${asked.analyte}`}
        order by p.code, l.analyte, l.sampled_on limit ${limit}`);
    },

    /** All of one calculation, day by day. */
    async listRun(runId: number): Promise<StoredLoad[]> {
      return read(
        sql`where l.run_id = ${runId} order by l.sampled_on, l.analyte, l.id limit ${2 * maxAssays}`,
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
    async count(scope: Scope, query: LoadQuery, max = maxExportRows + 1): Promise<number> {
      const counted = await sql<{ count: number }>`
        select count(*)::int as count from (select from load_result l where ${matching(scope, query)}
          limit ${max}) counted`.execute(db);
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
  ...[
    "sampling_id",
    "sample_kind",
    "duplicate_id",
    "pair_difference",
    "assumed",
    "sampling_growth",
    "flow_cancels",
  ],
  ...["methamphetamine", "therapeutic_share", "factor_uncertainty", "dose_uncertainty", "consumption_bar"],
  ...["subtracted", "consumption_expanded", "doses_expanded", "population_uncertainty"],
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
  parts.push(...inDays(sql`l.sampled_on`, query));
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}
