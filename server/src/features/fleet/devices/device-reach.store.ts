import { inScope, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";

/** When a device belonged to units: dated spans that nobody changes afterwards. */
export function createDeviceReachStore(db: Db) {
  return {
    /** Those of the device in which it belonged to a unit of the scope; `isFirst` marks its very first. */
    async list(
      scope: Scope,
      deviceId: number,
    ): Promise<{ since: Date; until: Date | null; isFirst: boolean }[]> {
      const rows = await db
        .selectFrom("deviceUnit as u")
        .where("u.deviceId", "=", deviceId)
        .where(inScope(scope, "u.unit_id"))
        .select((of) => [
          "u.since",
          "u.until",
          of
            .selectFrom("deviceUnit as f")
            .whereRef("f.deviceId", "=", "u.deviceId")
            .select((first) => first.fn.min("f.since").as("since"))
            .as("first"),
        ])
        .orderBy("u.since")
        .limit(1000)
        .execute();
      return rows.map(({ since, until, first }) => ({
        since,
        until,
        isFirst: since.getTime() === first?.getTime(),
      }));
    },
  };
}
