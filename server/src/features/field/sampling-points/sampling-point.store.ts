import type { BodyOf, QueryOf } from "@tracewater/contract/call";
import { samplingPoints } from "@tracewater/contract/field/sampling-points";
import { sql } from "kysely";
import { createResourceRows } from "../../../platform/resource/resource-rows.store.ts";
import { inScope, type Scope } from "../../../platform/scope.ts";
import { containing } from "../../../platform/store/contains.ts";
import type { Db } from "../../../platform/store/database.ts";

export type PointQuery = QueryOf<typeof samplingPoints.calls.list>;
export type PointBody = BodyOf<typeof samplingPoints.calls.add>;

export function createSamplingPointStore(db: Db) {
  return {
    rows: createResourceRows(db, {
      resource: samplingPoints,
      order: ["code"],
      joined: sql`join dept on dept.id = sampling_point.unit_id`,
      shown: {
        unitName: sql.ref("dept.name"),
        populationDate: sql<string | null>`to_char(sampling_point.population_date, 'YYYY-MM-DD')`,
        deviceCount: sql<number>`(select count(*)::int from device d where d.point_id = sampling_point.id)`,
      },
    }),

    async search(
      scope: Scope,
      query: { keyword: string; limit: number },
    ): Promise<{ id: number; number: string; name: string }[]> {
      const pattern = containing(query.keyword);
      return db
        .selectFrom("samplingPoint")
        .select(["id", "code as number", "name"])
        .where(inScope(scope, "sampling_point.unit_id"))
        .where(sql<boolean>`(code ilike ${pattern} or name ilike ${pattern})`)
        .orderBy(sql`starts_with(lower(code), ${query.keyword.toLowerCase()})`, "desc")
        .orderBy("code")
        .limit(query.limit)
        .execute();
    },

    async idsByCode(scope: Scope, codes: readonly string[]): Promise<Map<string, number>> {
      const rows = await db
        .selectFrom("samplingPoint")
        .select(["id", "code"])
        .where(sql<boolean>`code = any(${[...codes]}::text[])`)
        .where(inScope(scope, "sampling_point.unit_id"))
        .execute();
      return new Map(rows.map((row) => [row.code, row.id]));
    },

    /** How many devices are at these points now, and how many once did. */
    async countDevices(ids: readonly number[]): Promise<{ now: number; ever: number }> {
      const counted = await sql<{ now: number; ever: number }>`
        select (select count(*)::int from device where point_id = any(${[...ids]}::int[])) as now,
          (select count(distinct device_id)::int from device_point where point_id = any(${[...ids]}::int[])) as ever
      `.execute(db);
      return counted.rows[0] ?? { now: 0, ever: 0 };
    },

    async exists(scope: Scope, id: number): Promise<boolean> {
      const found = await db
        .selectFrom("samplingPoint")
        .select("id")
        .where("id", "=", id)
        .where(inScope(scope, "sampling_point.unit_id"))
        .executeTakeFirst();
      return found !== undefined;
    },
  };
}
