import { sql } from "kysely";
import type { Db } from "../../../platform/store/database.ts";
import type { ConnectAttempt } from "./connect-attempt.store.ts";

/** What is needed to let a device in. */
export type KnownDevice = {
  id: number;
  deviceName: string;
  productKey: string;
  productId: number;
  typeKey: string;
  unitId: number;
  status: "0" | "1";
  secretSealed: Buffer;
  /** How its CONNECT before this one ended. */
  lastConnectOutcome: string | null;
};

/** A device that came or went; `epoch` distinguishes the connections of one device. */
export type ConnectionChange =
  | { kind: "opened"; deviceId: number; epoch: number; at: Date }
  | { kind: "closed"; deviceId: number; epoch: number; at: Date };

export type DeviceLinkStore = ReturnType<typeof createDeviceLinkStore>;

export function createDeviceLinkStore(db: Db, node: string) {
  return {
    /** Device names are unique over the platform; the product key has to fit as well. */
    async findDevices(deviceNames: readonly string[]): Promise<KnownDevice[]> {
      return db
        .selectFrom("device")
        .innerJoin("product", "product.id", "device.productId")
        .select([
          "device.id",
          "device.deviceName",
          "product.productKey",
          "device.productId",
          "product.typeKey",
          "device.unitId",
          "device.status",
          "device.secretSealed",
          "device.lastConnectOutcome",
        ])
        .where(sql<boolean>`device.device_name = any(${[...deviceNames]}::text[])`)
        .execute();
    },

    async saveAttempts(attempts: readonly ConnectAttempt[]): Promise<void> {
      await sql`
        update device d set last_connect_at = a.at, last_connect_address = a.address,
          last_connect_outcome = a.outcome, last_connect_sdk = a.sdk
        from jsonb_to_recordset(${JSON.stringify(
          attempts.map((one) => ({
            id: one.deviceId,
            at: one.at,
            address: one.address,
            outcome: one.outcome,
            sdk: one.sdkVersion,
          })),
        )}::jsonb) as a(id int, at timestamptz, address text, outcome text, sdk text)
        where d.id = a.id`.execute(db);
    },

    /** One row says which node holds a device; the first connection activates it. */
    async saveOpened(opened: readonly ConnectionChange[]): Promise<void> {
      const rows = JSON.stringify(opened.map((one) => ({ id: one.deviceId, epoch: one.epoch, at: one.at })));
      await sql`
        with o as (select * from jsonb_to_recordset(${rows}::jsonb) as o(id int, epoch bigint, at timestamptz)),
        activated as (update device d set activated_at = o.at from o where d.id = o.id and d.activated_at is null)
        insert into device_session (device_id, node, epoch, since) select id, ${node}, epoch, at from o
        on conflict (device_id) do update set node = excluded.node, epoch = excluded.epoch, since = excluded.since`.execute(
        db,
      );
    },

    /** A connection that was taken over meanwhile leaves its successor's row alone. */
    async saveClosed(closed: readonly ConnectionChange[]): Promise<void> {
      const rows = JSON.stringify(closed.map((one) => ({ id: one.deviceId, epoch: one.epoch, at: one.at })));
      await sql`
        with c as (select * from jsonb_to_recordset(${rows}::jsonb) as c(id int, epoch bigint, at timestamptz)),
        gone as (delete from device_session s using c
          where s.device_id = c.id and s.epoch <= c.epoch and s.node = ${node} returning s.device_id, c.at)
        update device d set last_online_at = gone.at from gone where d.id = gone.device_id`.execute(db);
    },

    /** After a stop without farewell: anyone who this node held is offline, last seen when it last reported. */
    async closeAllOfNode(): Promise<number> {
      const closed = await sql`
        with gone as (delete from device_session where node = ${node} returning device_id, since)
        update device d set last_online_at = greatest(gone.since, (select max(t.received_at) from telemetry_latest t
          where t.device_id = gone.device_id))
        from gone where d.id = gone.device_id`.execute(db);
      return Number(closed.numAffectedRows ?? 0n);
    },
  };
}
