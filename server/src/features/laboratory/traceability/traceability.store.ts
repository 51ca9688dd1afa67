/** What lies behind a figure: bottles, samples and results, from any of them to the others. */
import { type TraceabilityKind, thread } from "@tracewater/contract/laboratory/traceability";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { inScope, inScopeOfAny, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";

const maxSamples = 200;
const maxAssays = 500;

const maxLoads = 500;
const maxReports = 100;
const maxDetections = 50;

export type TraceStart = { name: string; bottleIds: number[]; samplingIds: number[]; assayIds: number[] };

export function createTraceabilityStore(db: Db, zone: string) {
  /** A result is of the sample that the bottle held on its day. */
  const firstDay = sql`(s.began at time zone ${zone})::date`;
  const lastDay = sql`(s.ended at time zone ${zone})::date`;
  const isOfDay = sql`a.sampled_on between ${firstDay} and ${lastDay}`;

  return {
    /** The samples that hang on a thing; undefined where the scope holds no such thing. */
    async findStart(scope: Scope, kind: TraceabilityKind, id: number): Promise<TraceStart | undefined> {
      const found = await sql<TraceStart>`${starts(scope, id)[kind]}`.execute(db);
      return found.rows[0];
    },

    async listBottles(ids: readonly number[]) {
      return db
        .selectFrom("bottle")
        .select(["id as bottleId", "bodyCode", "state"])
        .where(sql<boolean>`id = any(${[...ids]}::int[])`)
        .orderBy("bodyCode")
        .limit(1000)
        .execute();
    },

    async listAssays(scope: Scope, of: Pick<TraceStart, "samplingIds" | "assayIds">) {
      const found = await sql<{ assayId: number }>`
        select a.id as assay_id, a.bottle_id, bottle.body_code, a.analyte, a.state, a.flag, a.value, a.lod, a.loq,
          a.uncertainty, a.source, a.analyst, a.reviewer,
          floor(extract(epoch from a.entered_at) * 1000)::float8 as entered_at,
          floor(extract(epoch from a.reviewed_at) * 1000)::float8 as reviewed_at
        from assay a join bottle on bottle.id = a.bottle_id
        where ${inScopeOfAny(scope, "a.unit_id", "a.lab_unit_id")} and (a.id = any(${of.assayIds}::int[])
          or a.id = any(array(select b.id from water_sampling s join assay b on b.bottle_id = s.bottle_id
            and b.sampled_on between ${firstDay} and ${lastDay} where s.id = any(${of.samplingIds}::int[]))))
        order by a.id desc limit ${maxAssays}`.execute(db);
      return z.array(thread.shape.assays.element).parse(found.rows);
    },

    /** The runs of online detectors that any of these results came from. */
    async listDetections(assayIds: readonly number[]) {
      const found = await sql`
        select t.id as detection_id, d.device_name, t.sample_no, count(*)::int as results,
          floor(extract(epoch from t.measured_at) * 1000)::float8 as measured_at
        from detection_assay l join detection t on t.id = l.detection_id join device d on d.id = t.device_id
        where l.assay_id = any(${[...assayIds]}::int[])
        group by t.id, d.device_name order by t.id desc limit ${maxDetections}`.execute(db);
      return z.array(thread.shape.detections.element).parse(found.rows);
    },

    async listLoads(scope: Scope, assayIds: readonly number[]) {
      const found = await sql`
        select l.id as load_id, l.assay_id, l.analyte, to_char(l.sampled_on, 'YYYY-MM-DD') as sampled_on,
          p.code as point_code, l.load, l.per1000, l.expanded, l.substituted as is_censored,
          (a.loq::float8 * l.flow::float8 * coalesce(1000.0 / nullif(l.population, 0), 1))
            * (case when l.substituted then 1 end) as below, l.in_force as is_in_force, report.id as report_id,
          floor(extract(epoch from r.made_at) * 1000)::float8 as made_at, r.made_by
        from load_result l join load_run r on r.id = l.run_id join sampling_point p on p.id = l.point_id
          join assay a on a.id = l.assay_id left join point_report report on report.run_id = l.run_id
        where l.assay_id = any(${[...assayIds]}::int[]) and ${inScope(scope, "l.unit_id")}
        order by l.in_force desc, l.id desc limit ${maxLoads}`.execute(db);
      return z.array(thread.shape.loads.element).parse(found.rows);
    },

    async listReports(scope: Scope, ids: readonly number[]) {
      const found = await sql`
        select r.id as report_id, r.subject ->> 'pointCode' as point_code, r.made_by,
          to_char(r.from_day, 'YYYY-MM-DD') as "from", to_char(r.until_day, 'YYYY-MM-DD') as until,
          floor(extract(epoch from r.made_at) * 1000)::float8 as made_at
        from point_report r where r.id = any(${[...ids]}::int[]) and ${inScope(scope, "r.unit_id")}
        order by r.id desc limit ${maxReports}`.execute(db);
      return z.array(thread.shape.reports.element).parse(found.rows);
    },
  };

  function starts(scope: Scope, id: number) {
    const own = inScopeOfAny(scope, "s.unit_id", "s.lab_unit_id");
    const latest = sql`array(select s.id from water_sampling s where s.bottle_id = b.id and ${own}
      order by s.id desc limit ${maxSamples})`;
    const none = sql`'{}'::int[]`;
    const ofAssays = (ids: RawBuilder<unknown>) => sql`
      array(select distinct a.bottle_id from assay a where a.id = any(${ids}) limit 1000) as bottle_ids,
      array(select distinct s.id from assay a join water_sampling s on s.bottle_id = a.bottle_id and ${isOfDay} and ${own}
        where a.id = any(${ids}) limit ${maxSamples}) as sampling_ids, ${ids} as assay_ids`;
    const ofRun = sql`array(select distinct l.assay_id from load_result l where l.run_id = r.run_id limit ${maxAssays})`;
    return {
      plan: sql`select p.plan_no as name, '{}'::int[] as bottle_ids,
          array(select s.id from water_sampling s where s.plan_id = p.id and ${own}
            order by s.id desc limit ${maxSamples}) as sampling_ids, ${none} as assay_ids
        from sampling_plan p where p.id = ${id} and ${inScope(scope, "p.unit_id")}`,
      bottle: sql`select b.body_code as name, array[b.id] as bottle_ids, ${latest} as sampling_ids,
          ${none} as assay_ids
        from bottle b where b.id = ${id} and (${inScope(scope, "b.unit_id")}
          or exists (select from water_sampling s where s.bottle_id = b.id and ${own}))`,
      sampling: sql`select s.sample_no as name, array_remove(array[s.bottle_id], null) as bottle_ids,
          array[s.id] as sampling_ids, ${none} as assay_ids from water_sampling s where s.id = ${id} and ${own}`,
      delivery: sql`select d.delivery_no as name, '{}'::int[] as bottle_ids,
          array(select sampling_id from delivery_sample where delivery_id = d.id limit 1000) as sampling_ids,
          ${none} as assay_ids
        from sample_delivery d
        where d.id = ${id} and ${inScopeOfAny(scope, "d.unit_id", "d.to_unit_id")}`,
      assay: sql`select x.analyte as name, ${ofAssays(sql`array[x.id]`)}
        from assay x where x.id = ${id} and ${inScopeOfAny(scope, "x.unit_id", "x.lab_unit_id")}`,
      load: sql`select l.analyte as name, ${ofAssays(sql`array[l.assay_id]`)}
        from load_result l where l.id = ${id} and ${inScope(scope, "l.unit_id")}`,
      report: sql`select r.id::text as name, ${ofAssays(ofRun)}
        from point_report r where r.id = ${id} and ${inScope(scope, "r.unit_id")}`,
    };
  }
}
