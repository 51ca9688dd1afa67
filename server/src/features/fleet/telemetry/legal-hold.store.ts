import { sql } from "kysely";
import { inScope, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";

export type LegalHoldRow = {
  id: number;
  deviceId: number;
  deviceName: string;
  unitId: number;
  beginAt: Date;
  endAt: Date | null;
  reason: string;
  placedBy: string;
  placedAt: Date;
  liftedBy: string | null;
  liftedAt: Date | null;
  liftReason: string | null;
};

export type HoldFilter = { deviceId?: number | undefined; status?: "placed" | "lifted" | undefined };

/** Legal holds on what devices reported. */
export function createLegalHoldStore(db: Db) {
  function holds(scope: Scope) {
    return db
      .selectFrom("readingHold as h")
      .innerJoin("device as d", "d.id", "h.deviceId")
      .where(inScope(scope, "h.unit_id"));
  }

  function matching(scope: Scope, { deviceId, status }: HoldFilter) {
    let query = holds(scope);
    if (deviceId !== undefined) query = query.where("h.deviceId", "=", deviceId);
    if (status !== undefined) query = query.where("h.liftedAt", status === "placed" ? "is" : "is not", null);
    return query;
  }

  return {
    async list(
      scope: Scope,
      filter: HoldFilter,
      page: { limit: number; offset: number },
    ): Promise<LegalHoldRow[]> {
      return matching(scope, filter)
        .selectAll("h")
        .select("d.deviceName")
        .orderBy("h.id", "desc")
        .limit(page.limit)
        .offset(page.offset)
        .execute();
    },

    async count(scope: Scope, filter: HoldFilter): Promise<number> {
      const counted = await matching(scope, filter)
        .select(sql<number>`count(*)::int`.as("count"))
        .executeTakeFirstOrThrow();
      return counted.count;
    },

    async find(scope: Scope, id: number): Promise<LegalHoldRow | undefined> {
      return holds(scope).selectAll("h").select("d.deviceName").where("h.id", "=", id).executeTakeFirst();
    },

    async place(
      hold: Pick<LegalHoldRow, "deviceId" | "unitId" | "beginAt" | "endAt" | "reason" | "placedBy">,
      trx: Db = db,
    ): Promise<number> {
      const placed = await trx
        .insertInto("readingHold")
        .values(hold)
        .returning("id")
        .executeTakeFirstOrThrow();
      return placed.id;
    },

    /** False where it was lifted already. */
    async lift(id: number, by: { liftedBy: string; liftedAt: Date; liftReason: string }): Promise<boolean> {
      const lifted = await db
        .updateTable("readingHold")
        .set(by)
        .where("id", "=", id)
        .where("liftedAt", "is", null)
        .executeTakeFirst();
      return lifted.numUpdatedRows === 1n;
    },
  };
}
