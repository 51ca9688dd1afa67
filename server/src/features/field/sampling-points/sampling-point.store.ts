import type { BodyOf, QueryOf } from "@tracewater/contract/call";
import { type SamplingPoint, samplingPoints } from "@tracewater/contract/field/sampling-points";
import { sql } from "kysely";
import { z } from "zod";
import { columnOf, matchingRows } from "../../../platform/resource/matching-rows.ts";
import { inScope, type Scope } from "../../../platform/scope.ts";
import { containing } from "../../../platform/store/contains.ts";
import type { Db } from "../../../platform/store/database.ts";
import { onTaken } from "../../../platform/store/taken.ts";

export type PointQuery = QueryOf<typeof samplingPoints.calls.list>;
export type PointBody = BodyOf<typeof samplingPoints.calls.add>;

const rows = z.array(samplingPoints.row);

export function createSamplingPointStore(db: Db) {
  const base = () =>
    db
      .selectFrom("samplingPoint")
      .innerJoin("dept", "dept.id", "samplingPoint.unitId")
      .selectAll("samplingPoint")
      .select([
        "samplingPoint.id as pointId",
        "dept.name as unitName",
        sql<string | null>`to_char(sampling_point.population_date, 'YYYY-MM-DD')`.as("populationDate"),
        sql<number>`(select count(*)::int from device d where d.point_id = sampling_point.id)`.as(
          "deviceCount",
        ),
      ]);

  return {
    async list(
      scope: Scope,
      query: PointQuery,
      page: { limit: number; offset: number },
    ): Promise<SamplingPoint[]> {
      const column = sql.ref(`sampling_point.${columnOf(query.orderByColumn ?? "code")}`);
      const found = await base()
        .where(matchingRows(samplingPoints, scope, query))
        .orderBy(column, (order) => (query.isAsc === "desc" ? order.desc() : order.asc()).nullsLast())
        .orderBy("samplingPoint.id")
        .limit(page.limit)
        .offset(page.offset)
        .execute();
      return rows.parse(found);
    },

    async listAfter(
      scope: Scope,
      query: PointQuery,
      afterId: number,
      limit: number,
    ): Promise<SamplingPoint[]> {
      const found = await base()
        .where(matchingRows(samplingPoints, scope, query))
        .where("samplingPoint.id", ">", afterId)
        .orderBy("samplingPoint.id")
        .limit(limit)
        .execute();
      return rows.parse(found);
    },

    async count(scope: Scope, query: PointQuery): Promise<number> {
      const counted = await db
        .selectFrom("samplingPoint")
        .select(sql<number>`count(*)::int`.as("count"))
        .where(matchingRows(samplingPoints, scope, query))
        .executeTakeFirstOrThrow();
      return counted.count;
    },

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

    async find(scope: Scope, id: number): Promise<SamplingPoint | undefined> {
      const found = await base()
        .where("samplingPoint.id", "=", id)
        .where(inScope(scope, "sampling_point.unit_id"))
        .executeTakeFirst();
      return found === undefined ? undefined : samplingPoints.row.parse(found);
    },

    /** Undefined where the code is taken, by whomever. */
    async add(point: PointBody): Promise<number | undefined> {
      const added = await db
        .insertInto("samplingPoint")
        .values(point)
        .onConflict((conflict) => conflict.column("code").doNothing())
        .returning("id")
        .executeTakeFirst();
      return added?.id;
    },

    /** False where the code is taken. */
    async change(scope: Scope, id: number, point: PointBody): Promise<boolean> {
      const change = db
        .updateTable("samplingPoint")
        .set(point)
        .where("id", "=", id)
        .where(inScope(scope, "sampling_point.unit_id"))
        .execute();
      return onTaken(
        change.then(() => true),
        () => false,
      );
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

    /** How many devices stand at these points now, and how many once did. */
    async countDevices(ids: readonly number[]): Promise<{ now: number; ever: number }> {
      const counted = await sql<{ now: number; ever: number }>`
        select (select count(*)::int from device where point_id = any(${[...ids]}::int[])) as now,
          (select count(distinct device_id)::int from device_point where point_id = any(${[...ids]}::int[])) as ever
      `.execute(db);
      return counted.rows[0] ?? { now: 0, ever: 0 };
    },

    async remove(scope: Scope, ids: readonly number[]): Promise<void> {
      await db
        .deleteFrom("samplingPoint")
        .where(sql<boolean>`id = any(${[...ids]}::int[])`)
        .where(inScope(scope, "sampling_point.unit_id"))
        .execute();
    },

    /** Adds many at once; those whose code is taken are left alone, or get the named fields where they are in scope. */
    async storeRows(
      scope: Scope,
      points: readonly PointBody[],
      update: readonly string[] | null,
    ): Promise<Map<string, "added" | "updated">> {
      const names = Object.keys(samplingPoints.fields).map((name) => sql.ref(columnOf(name)));
      const sets = (update ?? []).map((name) => {
        const column = columnOf(name);
        return sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`;
      });
      const conflict =
        update === null
          ? sql`do nothing`
          : sql`do update set ${sql.join(sets)} where ${inScope(scope, "sampling_point.unit_id")}`;
      const stored = await sql<{ code: string; added: boolean }>`
        insert into sampling_point (${sql.join(names)})
        select ${sql.join(names)} from jsonb_populate_recordset(null::sampling_point, ${toRecords(points)}::jsonb)
        on conflict (code) ${conflict} returning code, xmax = 0 as added`.execute(db);
      return new Map(stored.rows.map((row) => [row.code, row.added ? "added" : "updated"]));
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

function toRecords(points: readonly PointBody[]): string {
  return JSON.stringify(
    points.map((point) =>
      Object.fromEntries(Object.entries(point).map(([name, value]) => [columnOf(name), value])),
    ),
  );
}
