import { type Expression, type SqlBool, sql } from "kysely";
import { inScope, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";

export type PointFilter = { keyword?: string | undefined; unitId?: number | undefined };

export function createSamplingPointStore(db: Db) {
  function matches(scope: Scope, filter: PointFilter): Expression<SqlBool> {
    const parts = [inScope(scope, "sampling_point.unit_id")];
    if (filter.keyword !== undefined) {
      const pattern = `%${filter.keyword.replace(/[\\%_]/g, "\\$&")}%`;
      parts.push(sql<boolean>`(sampling_point.code ilike ${pattern} or sampling_point.name ilike ${pattern}
        or sampling_point.place ilike ${pattern})`);
    }
    if (filter.unitId !== undefined) parts.push(sql<boolean>`sampling_point.unit_id = ${filter.unitId}`);
    return sql<boolean>`${sql.join(parts, sql` and `)}`;
  }

  return {
    async list(
      scope: Scope,
      filter: PointFilter,
      page: {
        column: "code" | "name" | "country" | "population";
        descending: boolean;
        limit: number;
        offset: number;
      },
    ) {
      return db
        .selectFrom("samplingPoint")
        .innerJoin("dept", "dept.id", "samplingPoint.unitId")
        .selectAll("samplingPoint")
        .select([
          "dept.name as unitName",
          sql<number>`(select count(*)::int from device d where d.point_id = sampling_point.id)`.as(
            "deviceCount",
          ),
        ])
        .where(matches(scope, filter))
        .orderBy(`samplingPoint.${page.column}`, (order) =>
          (page.descending ? order.desc() : order.asc()).nullsLast(),
        )
        .orderBy("samplingPoint.id")
        .limit(page.limit)
        .offset(page.offset)
        .execute();
    },

    async count(scope: Scope, filter: PointFilter): Promise<number> {
      const counted = await db
        .selectFrom("samplingPoint")
        .select(sql<number>`count(*)::int`.as("count"))
        .where(matches(scope, filter))
        .executeTakeFirstOrThrow();
      return counted.count;
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
