import { sql } from "kysely";
import type { Db } from "../../../platform/store/database.ts";

export type Attribute = { key: string; value: string };
export const maxAttributes = 100;

/** What devices report of themselves in words. Whose device it is was looked at before. */
export function createAttributeStore(db: Db) {
  return {
    async list(deviceId: number) {
      return db
        .selectFrom("deviceAttribute")
        .select(["key", "value", "toldAt"])
        .where("deviceId", "=", deviceId)
        .orderBy("key")
        .limit(maxAttributes)
        .execute();
    },

    /** False, and nothing written, where the device would have too many. */
    async save(deviceId: number, attributes: readonly Attribute[], at: Date): Promise<boolean> {
      const saved = await sql`
        with told as (select distinct on (key) t.key, t.value
            from jsonb_to_recordset(${JSON.stringify(attributes)}::jsonb) as t(key text, value text)),
          fresh as (select count(*) as n from told where not exists
            (select from device_attribute a where a.device_id = ${deviceId} and a.key = told.key)),
          known as (select count(*) as n from device_attribute where device_id = ${deviceId})
        insert into device_attribute (device_id, key, value, told_at)
        select ${deviceId}, told.key, told.value, ${at} from told, fresh, known
        where fresh.n + known.n <= ${maxAttributes}
        on conflict (device_id, key) do update set value = excluded.value, told_at = excluded.told_at`.execute(
        db,
      );
      return (saved.numAffectedRows ?? 0n) > 0n;
    },

    async drop(deviceId: number, keys: readonly string[]): Promise<void> {
      await db
        .deleteFrom("deviceAttribute")
        .where("deviceId", "=", deviceId)
        .where(sql<boolean>`key = any(${[...keys]}::text[])`)
        .execute();
    },
  };
}
