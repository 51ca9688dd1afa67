import { load } from "@tracewater/contract/laboratory/loads";
import { sql } from "kysely";
import { z } from "zod";
import type { Db } from "../../../platform/store/database.ts";

export type Asked = {
  pointId: number;
  from: string;
  until: string;
  phase: string;
  source: string;
  /** Of one analyte alone; else of all. */
  analyte?: string | undefined;
};

/** A year of 18 analytes, with a few samples a day. */
export const maxAssays = 20_000;

const usable = z.object({
  assayId: z.number().int(),
  sampledOn: z.string(),
  analyte: load.shape.analyte,
  flag: load.shape.flag,
  value: z.string().nullable(),
  loq: z.string().nullable(),
  uncertainty: z.string().nullable(),
  /** Of the method of its batch, percent, k = 1; null where none is in force. */
  methodBias: z.number().nullable(),
  methodStandard: z.number().nullable(),
  pointId: z.number().int(),
  bodyCode: z.string(),
  /** The sample in the bottle on that day; all null where none is registered. */
  samplingId: z.number().int().nullable(),
  sampleNo: z.string().nullable(),
  sampleKind: z.string().nullable(),
  deliveryId: z.number().int().nullable(),
  planId: z.number().int().nullable(),
  aliquotsTaken: z.number().nullable(),
  aliquotsMissed: z.number().nullable(),
  maxGap: z.number().nullable(),
  flowSampled: z.number().nullable(),
  boxTempMax: z.number().nullable(),
  heldHours: z.number().nullable(),
  holdingHours: z.number().nullable(),
  flow: z.number().nullable(),
  flowMethod: load.shape.flowMethod.nullable(),
  flowSince: z.string().nullable(),
  population: z.number().int().nullable(),
  populationMethod: load.shape.populationMethod,
  populationSince: z.string().nullable(),
  populationUncertainty: z.number().nullable(),
});
export type UsableAssay = z.infer<typeof usable>;

/** A blank in which an analyte was quantified. */
const badBlank = z.object({
  ...{ analyte: load.shape.analyte, sampledOn: z.string(), pointId: z.number().int() },
  ...{ deliveryId: z.number().int().nullable(), planId: z.number().int().nullable() },
});
export type BadBlank = z.infer<typeof badBlank>;

/** What loads are made from: approved results with their samples, and the blanks that judge them. */
export function createUsableAssayStore(db: Db, { zone }: { zone: string }) {
  return {
    /** Approved results of a point with their sample, and the flow and the population that held on their day. */
    async listUsable({ pointId, from, until, phase, source, analyte }: Asked): Promise<UsableAssay[]> {
      const figure = (kind: string) => sql`
        left join lateral (select value, method, since, uncertainty from sampling_point_figure g
          where g.point_id = a.point_id and g.kind = ${kind} and g.since <= a.sampled_on
          order by g.since desc, g.id desc limit 1) ${sql.raw(kind)} on true`;
      const { rows } = await sql`
        select a.id as assay_id, to_char(a.sampled_on, 'YYYY-MM-DD') as sampled_on, a.analyte, a.flag, a.value, a.loq,
          a.uncertainty, ofmethod.bias as method_bias, ofmethod.standard as method_standard, a.point_id, b.body_code, s.id as sampling_id, s.sample_no, s.kind as sample_kind, s.delivery_id,
          s.plan_id, s.aliquots_taken, s.aliquots_missed, s.max_gap, s.flow_sampled, s.box_temp_max,
          case when d.received_at < s.ended then 0 -- the sampler's clock is ahead
            else extract(epoch from d.received_at - s.ended)::float8 / 3600 end as held_hours, plan.holding_hours,
          to_char(population.since, 'YYYY-MM-DD') as population_since, population.uncertainty as population_uncertainty,
          coalesce(flow.value, p.design_flow) as flow,
          case when flow.value is not null then flow.method when p.design_flow is not null then 'design' end as flow_method,
          to_char(flow.since, 'YYYY-MM-DD') as flow_since,
          nullif(coalesce(population.value, p.population)::int, 0) as population,
          case when population.value is not null then population.method else p.population_method end as population_method
        from assay a join sampling_point p on p.id = a.point_id join bottle b on b.id = a.bottle_id
          ${figure("flow")} ${figure("population")}
          left join assay_batch batch on batch.id = a.batch_id
          left join lateral (select bias, standard from method_uncertainty m
            where m.unit_id = batch.unit_id and m.analyte = a.analyte and m.method = batch.method
              and m.instrument = batch.instrument order by m.id desc limit 1) ofmethod on true
          left join lateral (select * from water_sampling w
            where w.bottle_id = a.bottle_id and w.state <> 'void'
              and a.sampled_on between (w.began at time zone ${zone})::date and (w.ended at time zone ${zone})::date
            order by w.id desc limit 1) s on true
          left join sample_delivery d on d.id = s.delivery_id left join sampling_plan plan on plan.id = s.plan_id
        where a.point_id = ${pointId} and a.state = 'approved' and a.phase = ${phase} and a.source = ${source}
          and a.sampled_on between ${from}::date and ${until}::date
          ${analyte === undefined ? sql`` : sql`and a.analyte = ${analyte}`}
        order by a.sampled_on, a.id limit ${maxAssays}`.execute(db);
      return z.array(usable).parse(rows);
    },

    /** Blanks of these deliveries and plans, and of the point itself, in which something was quantified. */
    async listBadBlanks(
      { pointId, from, until, phase, source }: Asked,
      { deliveries, plans }: { deliveries: readonly number[]; plans: readonly number[] },
    ): Promise<BadBlank[]> {
      const { rows } = await sql`
        select distinct q.analyte, to_char(q.sampled_on, 'YYYY-MM-DD') as sampled_on, q.point_id, w.delivery_id, w.plan_id
        from water_sampling w join assay q on q.bottle_id = w.bottle_id
          and q.sampled_on between (w.began at time zone ${zone})::date and (w.ended at time zone ${zone})::date
        where w.kind in ('fieldBlank', 'tripBlank') and w.state <> 'void' and q.state = 'approved'
          and q.flag in ('quantified', 'aboveRange') and q.phase = ${phase} and q.source = ${source}
          and q.sampled_on between ${from}::date - 7 and ${until}::date + 7
          and (w.delivery_id = any(${[...deliveries]}::int[]) or w.plan_id = any(${[...plans]}::int[])
            or w.point_id = ${pointId})
        limit ${maxAssays}`.execute(db);
      return z.array(badBlank).parse(rows);
    },
  };
}
