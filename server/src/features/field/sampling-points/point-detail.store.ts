import { sql } from "kysely";
import { inScope, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";

export type NewPointAttribute = {
  pointId: number;
  kind: string;
  since: string;
  value: number;
  method: string;
  uncertainty: number | null;
  source: string;
  madeAt: Date;
  madeBy: string;
};

export type PointAttributeRow = {
  figureId: number;
  pointId: number;
  kind: string;
  since: string;
  value: number;
  method: string;
  uncertainty: number | null;
  source: string;
  madeAt: Date;
  madeBy: string;
};

/** What is drawn and dated of points. Rows carry a point: callers check its scope first. */
export function createPointDetailStore(db: Db) {
  const figures = () =>
    db
      .selectFrom("samplingPointFigure as f")
      .select([
        "f.id as figureId",
        "f.pointId",
        "f.kind",
        "f.value",
        "f.method",
        "f.uncertainty",
        "f.source",
        "f.madeAt",
        "f.madeBy",
      ])
      .select(sql<string>`to_char(f.since, 'YYYY-MM-DD')`.as("since"));

  return {
    async listPlaces(scope: Scope, limit: number) {
      return db
        .selectFrom("samplingPoint as p")
        .select(["p.id as pointId", "p.code", "p.name"])
        .select([sql<number>`p.longitude`.as("longitude"), sql<number>`p.latitude`.as("latitude")])
        .select(sql<number>`(select count(*)::int from device d where d.point_id = p.id)`.as("deviceCount"))
        .where("p.longitude", "is not", null)
        .where("p.latitude", "is not", null)
        .where(inScope(scope, "p.unit_id"))
        .orderBy("p.id")
        .limit(limit)
        .execute();
    },

    async findArea(pointId: number) {
      return db
        .selectFrom("samplingPointArea")
        .select(["area", "squareKm", "changedAt", "changedBy"])
        .where("pointId", "=", pointId)
        .executeTakeFirst();
    },

    async setArea(pointId: number, area: string, squareKm: number, changedBy: string): Promise<void> {
      await db
        .insertInto("samplingPointArea")
        .values({ pointId, area, squareKm, changedBy })
        .onConflict((conflict) =>
          conflict.column("pointId").doUpdateSet({ area, squareKm, changedBy, changedAt: sql`now()` }),
        )
        .execute();
    },

    async removeArea(pointId: number): Promise<void> {
      await db.deleteFrom("samplingPointArea").where("pointId", "=", pointId).execute();
    },

    async listAttributes(pointId: number): Promise<PointAttributeRow[]> {
      return figures()
        .where("f.pointId", "=", pointId)
        .orderBy("f.since", "desc")
        .orderBy("f.id", "desc")
        .limit(400)
        .execute();
    },

    async findAttribute(scope: Scope, id: number): Promise<PointAttributeRow | undefined> {
      return figures()
        .innerJoin("samplingPoint as p", "p.id", "f.pointId")
        .where("f.id", "=", id)
        .where(inScope(scope, "p.unit_id"))
        .executeTakeFirst();
    },

    /** Undefined where this day has a figure by this method already. */
    async addAttribute(figure: NewPointAttribute): Promise<number | undefined> {
      const added = await db
        .insertInto("samplingPointFigure")
        .values(figure)
        .onConflict((conflict) => conflict.columns(["pointId", "kind", "since", "method"]).doNothing())
        .returning("id")
        .executeTakeFirst();
      return added?.id;
    },

    async removeAttribute(id: number): Promise<void> {
      await db.deleteFrom("samplingPointFigure").where("id", "=", id).execute();
    },

    /** The point itself carries the newest figure of each kind; what nobody dated stays as it was entered. */
    async carryNewest(pointId: number, kind: string): Promise<void> {
      const newest = sql`select value, method, since from sampling_point_figure
        where point_id = ${pointId} and kind = ${kind} order by since desc, id desc limit 1`;
      if (kind === "population") {
        await sql`update sampling_point p set population = n.value::int, population_method = n.method,
          population_date = n.since from (${newest}) n where p.id = ${pointId}`.execute(db);
      } else {
        await sql`update sampling_point p set design_flow = n.value from (${newest}) n
          where p.id = ${pointId} and n.method = 'design'`.execute(db);
      }
    },

    async listDevices(pointId: number) {
      return db
        .selectFrom("devicePoint as dp")
        .innerJoin("device as d", "d.id", "dp.deviceId")
        .innerJoin("product", "product.id", "d.productId")
        .select(["d.id as deviceId", "d.deviceName", "product.typeKey", "dp.since", "dp.until"])
        .where("dp.pointId", "=", pointId)
        .orderBy("dp.since", "desc")
        .limit(200)
        .execute();
    },
  };
}
