import { sql } from "kysely";
import type { Db } from "../../../platform/store/database.ts";

export function createBottleHoldStore(trx: Db) {
  return {
    /** The bottle's state, which nobody else changes until the transaction ends. */
    async lock(bottleId: number): Promise<string | undefined> {
      const found = await trx
        .selectFrom("bottle")
        .select("state")
        .where("id", "=", bottleId)
        .forUpdate()
        .executeTakeFirst();
      return found?.state;
    },

    async place(hold: { bottleId: number; origin: string; at: Date; by: string }): Promise<void> {
      const { bottleId, origin, at, by } = hold;
      await trx
        .insertInto("bottleHold")
        .values({ bottleId, origin, since: at, placedBy: by })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    async release(origins: readonly string[], act: { by: string; at: Date; note: string }): Promise<number> {
      const done = await sql`
        update bottle_hold set released_at = ${act.at}, released_by = ${act.by}, release_reason = ${act.note}
        where origin = any(${[...origins]}::text[]) and released_at is null`.execute(trx);
      return Number(done.numAffectedRows ?? 0n);
    },

    /** The code of the bottle in a slot, where that is kept. */
    async findHeldInSlot(deviceId: number, slot: number): Promise<string | undefined> {
      const found = await trx
        .selectFrom("bottlePlace as place")
        .innerJoin("bottle", "bottle.id", "place.bottleId")
        .innerJoin("bottleHold as hold", "hold.bottleId", "place.bottleId")
        .select("bottle.bodyCode")
        .where("place.deviceId", "=", deviceId)
        .where("place.slot", "=", slot)
        .where("place.until", "is", null)
        .where("hold.releasedAt", "is", null)
        .limit(1)
        .executeTakeFirst();
      return found?.bodyCode;
    },

    /** The code of the bottle where it is kept. */
    async findHeld(bottleId: number): Promise<string | undefined> {
      const found = await trx
        .selectFrom("bottleHold as hold")
        .innerJoin("bottle", "bottle.id", "hold.bottleId")
        .select("bottle.bodyCode")
        .where("hold.bottleId", "=", bottleId)
        .where("hold.releasedAt", "is", null)
        .limit(1)
        .executeTakeFirst();
      return found?.bodyCode;
    },
  };
}
