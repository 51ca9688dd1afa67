import type { FamilyKey } from "@tracewater/contract/fleet/families";
import { type Expression, type SqlBool, sql } from "kysely";
import { inScope, type Scope } from "../../../platform/scope.ts";
import { containing } from "../../../platform/store/contains.ts";
import type { Db } from "../../../platform/store/database.ts";

/** A device as the list and the detail read it. */
export type DeviceRecord = {
  id: number;
  deviceName: string;
  nickname: string;
  productId: number;
  productKey: string;
  typeKey: string;
  productName: string;
  productNameZh: string;
  status: "0" | "1";
  unitId: number;
  unitName: string;
  pointId: number | null;
  pointName: string | null;
  pointCode: string | null;
  tags: string[];
  firmware: string | null;
  latitude: number | null;
  longitude: number | null;
  createdAt: Date;
  activatedAt: Date | null;
  lastOnlineAt: Date | null;
  onlineSince: Date | null;
  lastConnectAt: Date | null;
  lastConnectAddress: string | null;
  lastConnectOutcome: string | null;
  lastConnectSdk: string | null;
};

type NewDeviceRow = {
  productId: number;
  deviceName: string;
  nickname: string;
  unitId: number;
  pointId: number | null;
  secretSealed: Buffer;
  tags: string[];
};

export type DeviceFilter = {
  typeKey: string;
  keyword?: string | undefined;
  unitId?: number | undefined;
  pointId?: number | undefined;
  tag?: string | undefined;
};

export type StateName = "online" | "offline" | "notActivated" | "disabled";

/** A device as a search finds it; its number is what people call it by. */
export type FoundDevice = { id: number; number: string; name: string; family: FamilyKey; state: StateName };

export type DeviceOrder = {
  column: "deviceName" | "nickname" | "lastValueAt" | "createTime";
  descending: boolean;
};

const stateOf = sql<StateName>`case when device.status = '1' then 'disabled' when device_session.device_id is not null
  then 'online' when device.activated_at is null then 'notActivated' else 'offline' end`;

const orderColumns = {
  deviceName: sql`device.device_name`,
  nickname: sql`device.nickname`,
  createTime: sql`device.created_at`,
  lastValueAt: sql`(select max(t.received_at) from telemetry_latest t where t.device_id = device.id)`,
};

export function createDeviceStore(db: Db) {
  const base = () =>
    db
      .selectFrom("device")
      .innerJoin("product", "product.id", "device.productId")
      .leftJoin("deviceSession", "deviceSession.deviceId", "device.id");

  const records = () =>
    base()
      .innerJoin("dept", "dept.id", "device.unitId")
      .leftJoin("samplingPoint", "samplingPoint.id", "device.pointId")
      .select([
        "device.id",
        "device.deviceName",
        "device.nickname",
        "device.productId",
        "product.productKey",
        "product.typeKey",
        "product.name as productName",
        "product.nameZh as productNameZh",
        "device.status",
        "device.unitId",
        "dept.name as unitName",
        "device.pointId",
        "samplingPoint.name as pointName",
        "samplingPoint.code as pointCode",
        "device.tags",
        "device.firmware",
        "device.latitude",
        "device.longitude",
        "device.createdAt",
        "device.activatedAt",
        "device.lastOnlineAt",
        "deviceSession.since as onlineSince",
        "device.lastConnectAt",
        "device.lastConnectAddress",
        "device.lastConnectOutcome",
        "device.lastConnectSdk",
      ]);

  function matches(scope: Scope, filter: DeviceFilter): Expression<SqlBool> {
    const parts = [inScope(scope, "device.unit_id"), sql<boolean>`product.type_key = ${filter.typeKey}`];
    if (filter.keyword !== undefined) {
      const pattern = containing(filter.keyword);
      parts.push(sql<boolean>`(device.device_name ilike ${pattern} or device.nickname ilike ${pattern})`);
    }
    if (filter.unitId !== undefined) parts.push(sql<boolean>`device.unit_id = ${filter.unitId}`);
    if (filter.pointId !== undefined) parts.push(sql<boolean>`device.point_id = ${filter.pointId}`);
    if (filter.tag !== undefined) parts.push(sql<boolean>`${filter.tag} = any(device.tags)`);
    return sql<boolean>`${sql.join(parts, sql` and `)}`;
  }

  return {
    async list(
      scope: Scope,
      filter: DeviceFilter & { state?: StateName | undefined },
      page: { order: DeviceOrder; limit: number; offset: number },
    ): Promise<DeviceRecord[]> {
      let query = records().where(matches(scope, filter));
      if (filter.state !== undefined) query = query.where(stateOf, "=", filter.state);
      return query
        .orderBy(orderColumns[page.order.column], (order) =>
          (page.order.descending ? order.desc() : order.asc()).nullsLast(),
        )
        .orderBy("device.id")
        .limit(page.limit)
        .offset(page.offset)
        .execute();
    },

    /** Devices of these families whose name or nickname holds the keyword; those that begin with it first. */
    async search(
      scope: Scope,
      familyKeys: readonly FamilyKey[],
      query: { keyword: string; limit: number },
    ): Promise<FoundDevice[]> {
      const pattern = containing(query.keyword);
      const begins = sql<boolean>`starts_with(lower(device.device_name), ${query.keyword.toLowerCase()})`;
      return base()
        .where(inScope(scope, "device.unit_id"))
        .where(sql<boolean>`product.type_key = any(${[...familyKeys]}::text[])`)
        .where(sql<boolean>`(device.device_name ilike ${pattern} or device.nickname ilike ${pattern})`)
        .select([
          "device.id",
          "device.deviceName as number",
          "device.nickname as name",
          sql<FamilyKey>`product.type_key`.as("family"),
          stateOf.as("state"),
        ])
        .orderBy(begins, "desc")
        .orderBy("device.deviceName")
        .limit(query.limit)
        .execute();
    },

    async countByState(scope: Scope, filter: DeviceFilter): Promise<Map<StateName, number>> {
      const rows = await base()
        .where(matches(scope, filter))
        .select([stateOf.as("state"), sql<number>`count(*)::int`.as("count")])
        .groupBy(sql`1`)
        .execute();
      return new Map(rows.map((row) => [row.state, row.count]));
    },

    async countAll(scope: Scope) {
      return base()
        .where(inScope(scope, "device.unit_id"))
        .select(["product.typeKey", stateOf.as("state"), sql<number>`count(*)::int`.as("count")])
        .groupBy(["product.typeKey", sql`2`])
        .execute();
    },

    async countByProduct(scope: Scope): Promise<Map<number, number>> {
      const rows = await db
        .selectFrom("device")
        .where(inScope(scope, "device.unit_id"))
        .select(["productId", sql<number>`count(*)::int`.as("count")])
        .groupBy("productId")
        .execute();
      return new Map(rows.map((row) => [row.productId, row.count]));
    },

    async find(scope: Scope, id: number): Promise<DeviceRecord | undefined> {
      return records().where("device.id", "=", id).where(inScope(scope, "device.unit_id")).executeTakeFirst();
    },

    async findByName(scope: Scope, deviceName: string): Promise<DeviceRecord | undefined> {
      return records()
        .where("device.deviceName", "=", deviceName)
        .where(inScope(scope, "device.unit_id"))
        .executeTakeFirst();
    },

    /**
     * Adds a device with its first spans; undefined where the name is taken anywhere on the platform. `allow` throws
     * where it may not be added, within the same transaction.
     */
    async add(device: NewDeviceRow, allow: (trx: Db) => Promise<void>): Promise<number | undefined> {
      return db.transaction().execute(async (trx) => {
        await allow(trx);
        const added = await trx
          .insertInto("device")
          .values(device)
          .onConflict((conflict) => conflict.column("deviceName").doNothing())
          .returning(["id", "createdAt"])
          .executeTakeFirst();
        if (added === undefined) return undefined;
        const span = { deviceId: added.id, since: added.createdAt, until: null };
        await trx
          .insertInto("deviceUnit")
          .values({ ...span, unitId: device.unitId })
          .execute();
        if (device.pointId !== null) {
          await trx
            .insertInto("devicePoint")
            .values({ ...span, pointId: device.pointId })
            .execute();
        }
        return added.id;
      });
    },

    /** Changes what a person may edit; a new point begins a new span and ends the one before. */
    async change(
      id: number,
      change: { nickname: string; pointId: number | null; tags: string[] },
    ): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const before = await trx
          .selectFrom("device")
          .select("pointId")
          .where("id", "=", id)
          .forUpdate()
          .executeTakeFirstOrThrow();
        await trx.updateTable("device").set(change).where("id", "=", id).execute();
        if (before.pointId === change.pointId) return;
        const now = sql<Date>`clock_timestamp()`;
        await trx
          .updateTable("devicePoint")
          .set({ until: now })
          .where("deviceId", "=", id)
          .where("until", "is", null)
          .execute();
        if (change.pointId === null) return;
        await trx
          .insertInto("devicePoint")
          .values({ deviceId: id, pointId: change.pointId, since: now, until: null })
          .execute();
      });
    },

    async setStatus(id: number, status: "0" | "1"): Promise<void> {
      await db.updateTable("device").set({ status }).where("id", "=", id).execute();
    },

    async setSecret(id: number, secretSealed: Buffer): Promise<void> {
      await db.updateTable("device").set({ secretSealed }).where("id", "=", id).execute();
    },
  };
}
