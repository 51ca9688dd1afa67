import { sql } from "kysely";
import type { Db } from "../../../platform/store/database.ts";

export type DesiredRow = {
  identifier: string;
  value: unknown;
  version: number;
  changedAt: Date;
  actorName: string;
};

const max = 500;
const columns = ["identifier", "value", "version", "changedAt", "actorName"] as const;

/** Values that devices are wished to have. Whose device it is was looked at before. */
export function createDesiredStore(db: Db) {
  return {
    async list(deviceId: number): Promise<DesiredRow[]> {
      return db
        .selectFrom("desiredProperty")
        .select(columns)
        .where("deviceId", "=", deviceId)
        .orderBy("identifier")
        .limit(max)
        .execute();
    },

    /** Each gets the next version; a value of null takes the wish back. */
    async set(deviceId: number, values: Record<string, unknown>, actorName: string, at: Date): Promise<void> {
      const rows = Object.entries(values).map(([identifier, value]) => ({ identifier, value }));
      await sql`
        insert into desired_property (device_id, identifier, value, version, changed_at, actor_name)
        select ${deviceId}, w.identifier, nullif(w.value, 'null'::jsonb), 1, ${at}, ${actorName}
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w(identifier text, value jsonb)
        on conflict (device_id, identifier) do update set value = excluded.value,
          version = desired_property.version + 1, changed_at = excluded.changed_at,
          actor_name = excluded.actor_name`.execute(db);
    },

    /** What the device has carried out; a wish that changed since the version it names stays. */
    async drop(
      deviceId: number,
      done: readonly { identifier: string; version: number | null }[],
    ): Promise<void> {
      await sql`
        update desired_property p set value = null
        from jsonb_to_recordset(${JSON.stringify(done)}::jsonb) as d(identifier text, version int)
        where p.device_id = ${deviceId} and p.identifier = d.identifier
          and (d.version is null or d.version = p.version)`.execute(db);
    },
  };
}
