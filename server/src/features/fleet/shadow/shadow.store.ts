import { sql } from "kysely";
import type { Db } from "../../../platform/store/database.ts";
import type { Shadow } from "./shadow.model.ts";

/** The shadows of devices. Whose device it is was looked at before. */
export function createShadowStore(db: Db) {
  return {
    async find(deviceId: number): Promise<{ shadow: Shadow; changedAt: Date } | undefined> {
      const row = await db
        .selectFrom("deviceShadow")
        .select(["version", "reported", "desired", "metadata", "changedAt"])
        .where("deviceId", "=", deviceId)
        .$narrowType<Pick<Shadow, "reported" | "desired" | "metadata">>()
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const { changedAt, version, ...rest } = row;
      return { shadow: { ...rest, version: Number(version) }, changedAt };
    },

    /** False where it is no longer of the version that was read. */
    async save(deviceId: number, readVersion: number, next: Shadow, at: Date): Promise<boolean> {
      const saved = await sql`
        insert into device_shadow (device_id, version, reported, desired, metadata, changed_at)
        values (${deviceId}, ${next.version}, ${JSON.stringify(next.reported)}::jsonb,
          ${JSON.stringify(next.desired)}::jsonb, ${JSON.stringify(next.metadata)}::jsonb, ${at})
        on conflict (device_id) do update set version = excluded.version, reported = excluded.reported,
          desired = excluded.desired, metadata = excluded.metadata, changed_at = excluded.changed_at
        where device_shadow.version = ${readVersion}`.execute(db);
      return (saved.numAffectedRows ?? 0n) > 0n;
    },
  };
}
