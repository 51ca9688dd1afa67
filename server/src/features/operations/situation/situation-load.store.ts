/* The loads of all points over some weeks: summed up by analyte, and day by day for each point. */
import type { AnalyteName } from "@tracewater/contract/laboratory/factors";
import { samplingKind } from "@tracewater/contract/laboratory/sampling-kinds";
import { sampleUse } from "@tracewater/wbe/sample-use";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { inScope, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";

/** Two spans of the same length, the second on the same weekdays a year before. */
export type Spans = { from: string; until: string; fromBefore: string; untilBefore: string };

const dailyKinds = samplingKind.options.filter((kind) => sampleUse(kind) === "daily");

const summary = z.object({
  analyte: z.string(),
  mean: z.string(),
  plants: z.number().int(),
  people: z.number().int(),
  results: z.number().int(),
  below: z.number().int(),
  resultsBefore: z.number().int(),
  belowBefore: z.number().int(),
  pairedPlants: z.number().int(),
  /** By weekday, 1 is Monday: the mean of the plants that have loads on it in both spans. */
  weekdays: z.array(z.object({ day: z.number().int(), now: z.string(), before: z.string() })),
});
export type LoadSummary = z.infer<typeof summary>;

const week = z.object({
  analyte: z.string(),
  /** 0 is the newest. */
  week: z.number().int(),
  mean: z.number(),
  plants: z.number().int(),
  /** Of the plants that have loads in the week before it too: both weeks. */
  matched: z.number().int(),
  newer: z.number().nullable(),
  older: z.number().nullable(),
});
export type LoadWeek = z.infer<typeof week>;

const point = z.object({
  pointId: z.number().int(),
  code: z.string(),
  name: z.string(),
  unitName: z.string(),
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
  isPlant: z.boolean(),
  population: z.number().int().nullable(),
  /** Day, load and flag, of both spans. */
  days: z.array(z.tuple([z.string(), z.string(), z.enum(["quantified", "belowLoq", "notDetected"])])),
});
export type PointDays = z.infer<typeof point>;

export function createSituationLoadStore(db: Db) {
  return {
    async newestDay(scope: Scope, analytes: readonly AnalyteName[]): Promise<string | null> {
      const { rows } = await sql<{ day: string | null }>`
        select to_char(l.sampled_on, 'YYYY-MM-DD') as day from load_result l
        where ${counted(scope, analytes)} order by l.sampled_on desc, l.id desc limit 1`.execute(db);
      return rows[0]?.day ?? null;
    },

    /** Inlets of plants alone: what a sewer upstream carries is in them already. */
    async summarize(scope: Scope, analytes: readonly AnalyteName[], spans: Spans): Promise<LoadSummary[]> {
      const { rows } = await sql`
        with found as materialized (
          select l.analyte, l.point_id, l.per1000, l.population, extract(isodow from l.sampled_on)::int as day,
            l.sampled_on >= ${spans.from}::date as is_now, l.flag <> 'quantified' as is_below
          from load_result l join sampling_point p on p.id = l.point_id and p.kind = 'plantInlet'
          where ${counted(scope, analytes)} and ${inSpans(spans)}),
        plant as (
          select analyte, point_id, avg(per1000) as mean, max(population) as people, count(*) as results,
            count(*) filter (where is_below) as below from found where is_now group by 1, 2),
        earlier as (
          select analyte, count(*)::int as results, count(*) filter (where is_below)::int as below
          from found where not is_now group by 1),
        cell as (
          select analyte, point_id, day, avg(per1000) filter (where is_now) as now,
            avg(per1000) filter (where not is_now) as before, max(population) filter (where is_now) as people
          from found group by 1, 2, 3),
        paired as (select * from cell where now is not null and before is not null),
        weekday as (
          select analyte, day, sum(now * people) / sum(people) as now, sum(before * people) / sum(people) as before
          from paired group by 1, 2)
        select plant.analyte, round(sum(mean * people) / sum(people), 20)::text as mean, count(*)::int as plants,
          sum(people)::float8 as people, sum(plant.results)::int as results, sum(plant.below)::int as below,
          coalesce(max(earlier.results), 0) as results_before, coalesce(max(earlier.below), 0) as below_before,
          (select count(distinct point_id)::int from paired where paired.analyte = plant.analyte) as paired_plants,
          (select coalesce(jsonb_agg(jsonb_build_object('day', day, 'now', round(now, 20)::text,
              'before', round(before, 20)::text) order by day), '[]')
            from weekday where weekday.analyte = plant.analyte) as weekdays
        from plant left join earlier on earlier.analyte = plant.analyte
        group by plant.analyte order by plant.analyte`.execute(db);
      return z.array(summary).parse(rows);
    },

    /** The weeks up to a day, and how each stands to the one before over the plants that are in both. */
    async listWeeks(
      scope: Scope,
      analytes: readonly AnalyteName[],
      until: string,
      weeks: number,
    ): Promise<LoadWeek[]> {
      const { rows } = await sql`
        with cell as (
          select l.analyte, l.point_id, (${until}::date - l.sampled_on) / 7 as week, avg(l.per1000) as mean,
            max(l.population) as people
          from load_result l join sampling_point p on p.id = l.point_id and p.kind = 'plantInlet'
          where ${counted(scope, analytes)}
            and l.sampled_on between ${until}::date - ${weeks * 7 - 1}::int and ${until}::date
          group by 1, 2, 3),
        linked as (
          select cell.*, lead(mean) over (partition by analyte, point_id order by week) as mean_before,
            lead(week) over (partition by analyte, point_id order by week) = week + 1 as is_matched from cell)
        select analyte, week, (sum(mean * people) / sum(people))::float8 as mean, count(*)::int as plants,
          count(*) filter (where is_matched)::int as matched,
          (sum(mean * people) filter (where is_matched))::float8 as newer,
          (sum(mean_before * people) filter (where is_matched))::float8 as older
        from linked group by analyte, week order by analyte, week`.execute(db);
      return z.array(week).parse(rows);
    },

    /** Points in use with their place and their days; those with loads first. */
    async listPoints(
      scope: Scope,
      analyte: AnalyteName | null,
      spans: Spans | null,
      limit: number,
    ): Promise<PointDays[]> {
      const days =
        analyte === null || spans === null
          ? sql`select null::int as point_id, null::jsonb as days, null::int as population where false`
          : sql`select l.point_id, max(l.population) as population,
              jsonb_agg(jsonb_build_array(to_char(l.sampled_on, 'YYYY-MM-DD'), l.per1000::text, l.flag)
                order by l.sampled_on) as days
            from load_result l where ${counted(scope, [analyte])} and ${inSpans(spans)} group by l.point_id`;
      const { rows } = await sql`
        with found as materialized (${days})
        select p.id as point_id, p.code, p.name, dept.name as unit_name, p.longitude, p.latitude,
          p.kind = 'plantInlet' as is_plant, found.population, coalesce(found.days, '[]') as days
        from sampling_point p join dept on dept.id = p.unit_id left join found on found.point_id = p.id
        where ${inScope(scope, "p.unit_id")} and (p.status = '0' or found.point_id is not null)
        order by (found.point_id is null), p.id limit ${limit}`.execute(db);
      return z.array(point).parse(rows);
    },
  };
}

/** Loads per 1000 inhabitants of 24-hour composites, measured in the liquid phase by LC-MS. */
function counted(scope: Scope, analytes: readonly AnalyteName[]): RawBuilder<boolean> {
  return sql<boolean>`l.in_force and l.analyte = any(${[...analytes]}::text[]) and l.phase = 'liquid'
    and l.source = 'lcms' and l.per1000 is not null and l.population is not null
    and (l.sample_kind is null or l.sample_kind = any(${dailyKinds}::text[])) and ${inScope(scope, "l.unit_id")}`;
}

/** Each day by itself: two ranges would be read as the whole history of an analyte. */
function inSpans({ from, until, fromBefore, untilBefore }: Spans): RawBuilder<boolean> {
  const days = [...daysOf(from, until), ...daysOf(fromBefore, untilBefore)];
  return sql<boolean>`l.sampled_on = any(${days}::date[])`;
}

const dayMs = 86_400_000;

function daysOf(from: string, until: string): string[] {
  const first = Date.parse(from);
  const count = (Date.parse(until) - first) / dayMs + 1;
  return Array.from({ length: count }, (_, at) => new Date(first + at * dayMs).toISOString().slice(0, 10));
}
