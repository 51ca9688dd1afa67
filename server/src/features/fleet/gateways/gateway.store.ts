import type { TopicOwner } from "@tracewater/alink/topics";
import { sql } from "kysely";
import { inScope, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";

/** A device of a gateway's tree, as people see it. */
export type RelatedDevice = {
  id: number;
  deviceName: string;
  nickname: string;
  typeKey: string;
  onlineSince: Date | null;
};

/** Devices that one gateway may have behind it. */
export const maxSubDevices = 2000;

/** Which device is behind which gateway. */
export function createGatewayStore(db: Db) {
  /** The devices at one end of the relation. */
  const related = (scope: Scope, end: "deviceGateway.deviceId" | "deviceGateway.gatewayId") =>
    db
      .selectFrom("deviceGateway")
      .innerJoin("device", "device.id", end)
      .innerJoin("product", "product.id", "device.productId")
      .leftJoin("deviceSession", "deviceSession.deviceId", "device.id")
      .select([
        "device.id",
        "device.deviceName",
        "device.nickname",
        "product.typeKey",
        "deviceSession.since as onlineSince",
      ])
      .where(inScope(scope, "device.unit_id"));

  return {
    /** A device that is behind another gateway moves. False where there would be more than a gateway may have. */
    async relate(gatewayId: number, deviceIds: readonly number[]): Promise<boolean> {
      const done = await sql`
        with given as (select unnest(${[...deviceIds]}::int[]) as id),
        standing as (select count(*) as count from device_gateway
          where gateway_id = ${gatewayId} and device_id not in (select id from given))
        insert into device_gateway (device_id, gateway_id) select given.id, ${gatewayId}::int from given, standing
        where standing.count + ${deviceIds.length}::int <= ${maxSubDevices}::int
        on conflict (device_id) do update set gateway_id = excluded.gateway_id,
          since = case when device_gateway.gateway_id = excluded.gateway_id then device_gateway.since
            else excluded.since end`.execute(db);
      return deviceIds.length === 0 || (done.numAffectedRows ?? 0n) > 0n;
    },

    async part(gatewayId: number, owners: readonly TopicOwner[]): Promise<void> {
      await sql`
        delete from device_gateway g using device d join product p on p.id = d.product_id,
          jsonb_to_recordset(${JSON.stringify(owners)}::jsonb) as o("productKey" text, "deviceName" text)
        where g.device_id = d.id and g.gateway_id = ${gatewayId} and d.device_name = o."deviceName"
          and p.product_key = o."productKey"`.execute(db);
    },

    async listOwners(gatewayId: number): Promise<TopicOwner[]> {
      return db
        .selectFrom("deviceGateway")
        .innerJoin("device", "device.id", "deviceGateway.deviceId")
        .innerJoin("product", "product.id", "device.productId")
        .select(["product.productKey", "device.deviceName"])
        .where("deviceGateway.gatewayId", "=", gatewayId)
        .orderBy("device.deviceName")
        .limit(maxSubDevices)
        .execute();
    },

    async countBehind(gatewayId: number, owners: readonly TopicOwner[]): Promise<number> {
      const found = await sql<{ count: number }>`
        select count(*)::int as count from device_gateway g join device d on d.id = g.device_id
          join product p on p.id = d.product_id
          join jsonb_to_recordset(${JSON.stringify(owners)}::jsonb) as o("productKey" text, "deviceName" text)
            on o."deviceName" = d.device_name and o."productKey" = p.product_key
        where g.gateway_id = ${gatewayId}`.execute(db);
      return found.rows[0]?.count ?? 0;
    },

    async assignmentOf(deviceId: number): Promise<{ gatewayId: number; owner: TopicOwner } | null> {
      const found = await db
        .selectFrom("deviceGateway")
        .innerJoin("device", "device.id", "deviceGateway.deviceId")
        .innerJoin("product", "product.id", "device.productId")
        .select(["deviceGateway.gatewayId", "product.productKey", "device.deviceName"])
        .where("deviceGateway.deviceId", "=", deviceId)
        .executeTakeFirst();
      if (found === undefined) return null;
      const { gatewayId, ...owner } = found;
      return { gatewayId, owner };
    },

    /**
     * Devices of the gateway's own unit that never had a connection and were never given their secret: taken, each
     * once. Fewer than asked where some are not; the caller's transaction ends then.
     */
    async takeUnregistered(
      trx: Db,
      gatewayId: number,
      owners: readonly TopicOwner[],
      at: Date,
    ): Promise<(TopicOwner & { id: number; secretSealed: Buffer })[]> {
      const taken = await sql<TopicOwner & { id: number; secretSealed: Buffer }>`
        update device d set registered_at = ${at}
        from product p, device g,
          jsonb_to_recordset(${JSON.stringify(owners)}::jsonb) as o("productKey" text, "deviceName" text)
        where p.id = d.product_id and p.dynamic_registration and d.device_name = o."deviceName"
          and p.product_key = o."productKey" and g.id = ${gatewayId} and g.unit_id = d.unit_id and d.status = '0'
          and d.registered_at is null and d.activated_at is null
        returning d.id, p.product_key, d.device_name, d.secret_sealed`.execute(trx);
      return taken.rows;
    },

    async gatewayOf(scope: Scope, deviceId: number): Promise<RelatedDevice | undefined> {
      return related(scope, "deviceGateway.gatewayId")
        .where("deviceGateway.deviceId", "=", deviceId)
        .executeTakeFirst();
    },

    async listBehind(scope: Scope, gatewayId: number): Promise<RelatedDevice[]> {
      return related(scope, "deviceGateway.deviceId")
        .where("deviceGateway.gatewayId", "=", gatewayId)
        .orderBy("device.deviceName")
        .limit(maxSubDevices)
        .execute();
    },
  };
}
