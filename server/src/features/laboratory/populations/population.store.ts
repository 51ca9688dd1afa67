import { figureMethod } from "@tracewater/contract/field/point-details";
import {
  populationParameter,
  type SampleMarker,
  sampleMarker,
} from "@tracewater/contract/laboratory/populations";
import { sql } from "kysely";
import { z } from "zod";
import { inScope, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";

const maxSamples = 400;

const markerResult = z.object({
  markerId: z.number().int(),
  day: z.string(),
  sampleNo: z.string(),
  marker: sampleMarker,
  value: z.number(),
  uncertainty: z.number().nullable(),
  flow: z.number().nullable(),
});
export type MarkerResult = z.infer<typeof markerResult>;

const setting = z.object({
  parameter: populationParameter,
  since: z.string(),
  value: z.number().nullable(),
  uncertainty: z.number().nullable(),
  isDesign: z.boolean(),
  source: z.string(),
  madeBy: z.string(),
});
export type StoredSetting = z.infer<typeof setting>;

const record = z.object({
  method: figureMethod,
  since: z.string().nullable(),
  population: z.number().int(),
  uncertainty: z.number().nullable(),
  source: z.string(),
});
export type PopulationRecord = z.infer<typeof record>;

export type Composite = {
  samplingId: number;
  sampleNo: string;
  day: string;
  at: Date;
  kind: string;
  state: string;
  unitId: number;
  pointId: number | null;
};

type Span = { pointId: number; from: string; until: string };
type NewMarker = { marker: SampleMarker; value: number; uncertainty: number | null };

/** Markers of samples and what a laboratory knows of one inhabitant. Callers check the scope of the point first. */
export function createPopulationStore(db: Db, { zone }: { zone: string }) {
  const dayOf = sql`to_char((s.began at time zone ${zone})::date, 'YYYY-MM-DD')`;
  const composite = sql`s.id as sampling_id, s.sample_no, ${dayOf} as day, s.began as at, s.kind, s.state, s.unit_id, s.point_id`;

  return {
    /** Markers of a span with the flow that held on their day. */
    async listMarkers({ pointId, from, until }: Span): Promise<MarkerResult[]> {
      const { rows } = await sql`
        select m.id as marker_id, to_char(m.sampled_on, 'YYYY-MM-DD') as day, s.sample_no, m.marker, m.value,
          m.uncertainty, coalesce(flow.value, p.design_flow) as flow
        from marker_result m join water_sampling s on s.id = m.sampling_id join sampling_point p on p.id = m.point_id
          left join lateral (select value from sampling_point_figure g
            where g.point_id = m.point_id and g.kind = 'flow' and g.since <= m.sampled_on
            order by g.since desc, g.id desc limit 1) flow on true
        where m.point_id = ${pointId} and m.sampled_on between ${from}::date and ${until}::date and s.state <> 'void'
        order by m.sampled_on, m.marker, m.id limit 4000`.execute(db);
      return z.array(markerResult).parse(rows);
    },

    /** Of each parameter the entry in force on a day. */
    async listSettings(unitId: number, day: string): Promise<StoredSetting[]> {
      const { rows } = await sql`
        select distinct on (parameter) parameter, to_char(since, 'YYYY-MM-DD') as since, value, uncertainty, is_design,
          source, made_by
        from population_setting where unit_id = ${unitId} and since <= ${day}::date
        order by parameter, population_setting.since desc, id desc limit 100`.execute(db);
      return z.array(setting).parse(rows);
    },

    async addSetting(row: {
      unitId: number;
      parameter: string;
      since: string;
      value: number | null;
      uncertainty: number | null;
      isDesign: boolean;
      source: string;
      madeBy: string;
    }): Promise<number> {
      const { id } = await db
        .insertInto("populationSetting")
        .values(row)
        .returning("id")
        .executeTakeFirstOrThrow();
      return id;
    },

    /** Of each method the newest record up to a day, the one in force first. */
    async listRecords(pointId: number, day: string): Promise<PopulationRecord[]> {
      const { rows } = await sql`
        select method, to_char(since, 'YYYY-MM-DD') as since, population, uncertainty, source from (
          select distinct on (method) id, method, since, value::int as population, uncertainty, source
          from sampling_point_figure
          where point_id = ${pointId} and kind = 'population' and since <= ${day}::date
          order by method, since desc, id desc) newest
        order by newest.since desc, newest.id desc limit 20`.execute(db);
      return z.array(record).parse(rows);
    },

    /** 24-hour composites of a span, the newest first. */
    async listComposites({ pointId, from, until }: Span): Promise<Composite[]> {
      const { rows } = await sql<Composite>`
        select ${composite} from water_sampling s
        where s.point_id = ${pointId} and s.kind = 'composite24' and s.state <> 'void'
          and s.began >= ${from}::date::timestamp at time zone ${zone}
          and s.began < (${until}::date + 1)::timestamp at time zone ${zone}
        order by s.began desc, s.id desc limit ${maxSamples}`.execute(db);
      return rows;
    },

    async findSample(scope: Scope, id: number): Promise<Composite | undefined> {
      const { rows } = await sql<Composite>`
        select ${composite} from water_sampling s where s.id = ${id} and ${inScope(scope, "s.unit_id")} limit 1`.execute(
        db,
      );
      return rows[0];
    },

    /** The markers that are new; those that the sample has already are left out. */
    async addMarkers(
      about: {
        samplingId: number;
        unitId: number;
        pointId: number;
        day: string;
        source: string;
        madeBy: string;
      },
      results: readonly NewMarker[],
    ): Promise<string[]> {
      const { day, ...rest } = about;
      const added = await db
        .insertInto("markerResult")
        .values(results.map((one) => ({ ...rest, ...one, sampledOn: day })))
        .onConflict((conflict) => conflict.columns(["samplingId", "marker"]).doNothing())
        .returning("marker")
        .execute();
      return added.map((one) => one.marker);
    },

    async findMarker(scope: Scope, id: number) {
      return db
        .selectFrom("markerResult as m")
        .select(["m.id", "m.marker", "m.value", "m.pointId", "m.unitId", "m.samplingId"])
        .where("m.id", "=", id)
        .where(inScope(scope, "m.unit_id"))
        .executeTakeFirst();
    },

    async removeMarker(id: number): Promise<void> {
      await db.deleteFrom("markerResult").where("id", "=", id).execute();
    },
  };
}
