import { sql } from "kysely";
import type { Db } from "../../../platform/store/database.ts";

/** How a CONNECT of a known device ended. */
export type AttemptOutcome = "accepted" | "wrongSecret" | "disabled" | "wrongProduct" | "tooOften";

export type ConnectAttempt = {
  deviceId: number;
  at: Date;
  address: string;
  outcome: AttemptOutcome;
  sdkVersion: string | null;
  /** It ended another connection of the same device. */
  tookOver: boolean;
};

/** A CONNECT under a name that nobody here has. */
export type UnknownConnect = { productKey: string; deviceName: string; address: string; at: Date };

const maxPerDevice = 20;
const maxUnknown = 500;

export function createConnectAttemptStore(db: Db) {
  return {
    async add(attempts: readonly ConnectAttempt[]): Promise<void> {
      await sql`
        insert into connect_attempt (device_id, at, address, outcome, sdk, took_over)
        select a.id, a.at, a.address, a.outcome, a.sdk, a."tookOver"
        from rows from (jsonb_to_recordset(${JSON.stringify(
          attempts.map(({ deviceId, sdkVersion, ...rest }) => ({ ...rest, id: deviceId, sdk: sdkVersion })),
        )}::jsonb) as (id int, at timestamptz, address text, outcome text, sdk text, "tookOver" boolean))
          with ordinality as a(id, at, address, outcome, sdk, "tookOver", place)
        join device d on d.id = a.id order by a.place`.execute(db);
    },

    /** Of these devices the newest ones stay. */
    async trim(deviceIds: readonly number[]): Promise<void> {
      await sql`
        delete from connect_attempt c using unnest(${[...deviceIds]}::int[]) as d(id)
        where c.device_id = d.id and c.id <= (select o.id from connect_attempt o where o.device_id = d.id
          order by o.id desc offset ${maxPerDevice} limit 1)`.execute(db);
    },

    async listOf(deviceId: number): Promise<ConnectAttempt[]> {
      const rows = await db
        .selectFrom("connectAttempt")
        .select(["deviceId", "at", "address", "outcome", "sdk as sdkVersion", "tookOver"])
        .where("deviceId", "=", deviceId)
        .orderBy("id", "desc")
        .limit(maxPerDevice)
        .$narrowType<{ outcome: AttemptOutcome }>()
        .execute();
      return rows;
    },

    async addUnknown(found: readonly UnknownConnect[]): Promise<void> {
      await sql`
        insert into unknown_connect (product_key, device_name, address, times, first_at, last_at)
        select u."productKey", u."deviceName", max(u.address), count(*), min(u.at), max(u.at)
        from jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
          as u("productKey" text, "deviceName" text, address text, at timestamptz)
        group by 1, 2 order by 1, 2
        on conflict (product_key, device_name) do update set address = excluded.address,
          times = unknown_connect.times + excluded.times, last_at = excluded.last_at`.execute(db);
    },

    async trimUnknown(): Promise<void> {
      await sql`delete from unknown_connect where (product_key, device_name) in (
        select product_key, device_name from unknown_connect order by last_at desc offset ${maxUnknown})`.execute(
        db,
      );
    },

    async listUnknown(limit: number) {
      return db.selectFrom("unknownConnect").selectAll().orderBy("lastAt", "desc").limit(limit).execute();
    },
  };
}

export type ConnectAttemptStore = ReturnType<typeof createConnectAttemptStore>;
