import { sql } from "kysely";
import { z } from "zod";
import { inScope, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";

const cityPoint = z.object({
  pointId: z.number().int(),
  code: z.string(),
  name: z.string(),
  city: z.string(),
  country: z.string(),
  population: z.number().int().nullable(),
});
export type CityPoint = z.infer<typeof cityPoint>;

/** Inlets of plants by their city, and the newest load that they have. */
export function createCityLoadStore(db: Db) {
  return {
    /** The inlets of cities in which one has a load in the span. */
    async listPlants(
      scope: Scope,
      asked: { analyte: string; from: string; until: string; phase: string; source: string },
      limit: number,
    ): Promise<CityPoint[]> {
      const { rows } = await sql`
        with sampled as (
          select distinct l.point_id from load_result l
          where l.in_force and l.sampled_on between ${asked.from}::date and ${asked.until}::date
            and l.analyte = ${asked.analyte} and l.phase = ${asked.phase} and l.source = ${asked.source}
            and ${inScope(scope, "l.unit_id")}),
        city as (
          select distinct p.country, p.place from sampling_point p join sampled on sampled.point_id = p.id
          where p.place <> '' and p.kind = 'plantInlet')
        select p.id as point_id, p.code, p.name, p.place as city, p.country, nullif(p.population, 0) as population
        from sampling_point p join city on city.country = p.country and city.place = p.place
        where p.kind = 'plantInlet' and ${inScope(scope, "p.unit_id")}
          and (p.status = '0' or p.id in (select point_id from sampled))
        order by p.country, p.place, p.code limit ${limit}`.execute(db);
      return z.array(cityPoint).parse(rows);
    },

    async newestDay(
      scope: Scope,
      { analyte, phase, source }: { analyte: string; phase: string; source: string },
    ): Promise<string | null> {
      const { rows } = await sql<{ day: string | null }>`
        select to_char(l.sampled_on, 'YYYY-MM-DD') as day from load_result l
        where l.in_force and l.analyte = ${analyte} and l.phase = ${phase} and l.source = ${source}
          and ${inScope(scope, "l.unit_id")}
        order by l.sampled_on desc, l.id desc limit 1`.execute(db);
      return rows[0]?.day ?? null;
    },
  };
}
