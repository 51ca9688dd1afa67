/** Lists and look-ups of devices. */
import type { FamilyKey } from "@tracewater/contract/fleet/families";
import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import { inScope, type Scope } from "../../../platform/scope.ts";
import { containing } from "../../../platform/store/contains.ts";
import type { Db } from "../../../platform/store/database.ts";
import {
  type DeviceFilter,
  type DeviceOrder,
  type DeviceRecord,
  type FoundDevice,
  type FoundState,
  type StateName,
  stateNames,
} from "./device-record.ts";

const maxPerBatch = 500;

const stateOf = sql<StateName>`device.state`;

/** So far the states of a list are counted one by one; beyond, that there are more is all that is reported. */
export const maxCounted = 10_000;

const orderColumns = {
  deviceName: sql`device.device_name`,
  nickname: sql`device.nickname`,
  createTime: sql`device.created_at`,
  lastValueAt: sql`(select max(t.received_at) from telemetry_latest t where t.device_id = device.id)`,
};

export function createDeviceQueries(db: Db) {
  return {
    async list(
      scope: Scope,
      filter: DeviceFilter & { state?: StateName | undefined },
      page: { order: DeviceOrder; limit: number; offset: number },
    ): Promise<DeviceRecord[]> {
      let query = records(db).where(matches(scope, filter));
      query =
        filter.state === undefined
          ? query.where("device.retiredAt", "is", null)
          : query.where(stateOf, "=", filter.state);
      return query
        .orderBy(orderColumns[page.order.column], (order) => {
          const ordered = page.order.descending ? order.desc() : order.asc();
          // Only where there can be none: an index is not read backwards for the sake of nulls that are not there.
          return page.order.column === "lastValueAt" ? ordered.nullsLast() : ordered;
        })
        .orderBy("device.id")
        .limit(page.limit)
        .offset(page.offset)
        .execute();
    },

    /** Whom a command to many goes to: those of a list, or the named ones of them; by name. */
    async listTargets(
      scope: Scope,
      filter: DeviceFilter & { state?: StateName | undefined; ids?: readonly number[] | undefined },
      limit: number,
    ): Promise<{ id: number; unitId: number; productId: number }[]> {
      let query = base(db).where(matches(scope, filter)).where("device.retiredAt", "is", null);
      if (filter.state !== undefined) query = query.where(stateOf, "=", filter.state);
      if (filter.ids !== undefined)
        query = query.where(sql<boolean>`device.id = any(${[...filter.ids]}::int[])`);
      return query
        .select(["device.id", "device.unitId", "device.productId"])
        .orderBy("device.deviceName")
        .limit(limit)
        .execute();
    },

    /** Devices of these families whose name or nickname holds the keyword; those that begin with it first. */
    async search(
      scope: Scope,
      familyKeys: readonly FamilyKey[],
      query: { keyword: string; limit: number },
    ): Promise<FoundDevice[]> {
      const begins = sql<boolean>`starts_with(lower(device.device_name), ${query.keyword.toLowerCase()})`;
      return base(db)
        .where(inScope(scope, "device.unit_id"))
        .where("device.retiredAt", "is", null)
        .where(sql<boolean>`device.type_key = any(${[...familyKeys]}::text[])`)
        .where(holds(query.keyword))
        .select([
          "device.id",
          "device.deviceName as number",
          "device.nickname as name",
          sql<FamilyKey>`device.type_key`.as("family"),
          sql<FoundState>`${stateOf}`.as("state"),
        ])
        .orderBy(begins, "desc")
        .orderBy("device.deviceName")
        .limit(query.limit)
        .execute();
    },

    /** Of each state exact up to `maxCounted`, one more where there are more. */
    async countByState(scope: Scope, filter: DeviceFilter): Promise<Map<StateName, number>> {
      const found = await sql<{ state: StateName; count: number }>`
        select s.state, c.count from unnest(${[...stateNames]}::text[]) as s(state) cross join lateral (
          select count(*)::int as count from (
            select 1 from device where ${matches(scope, filter)} and device.state = s.state
            limit ${maxCounted + 1}) found) c`.execute(db);
      return new Map(found.rows.map((row) => [row.state, row.count]));
    },

    async countAll(scope: Scope) {
      return db
        .selectFrom("device")
        .where(inScope(scope, "device.unit_id"))
        .where("device.retiredAt", "is", null)
        .select(["typeKey", stateOf.as("state"), sql<number>`count(*)::int`.as("count")])
        .groupBy(["typeKey", "state"])
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
      return records(db)
        .where("device.id", "=", id)
        .where(inScope(scope, "device.unit_id"))
        .executeTakeFirst();
    },

    /** Those of them that are in the scope. */
    async listByIds(scope: Scope, ids: readonly number[]): Promise<DeviceRecord[]> {
      return records(db)
        .where(sql<boolean>`device.id = any(${[...ids]}::int[])`)
        .where(inScope(scope, "device.unit_id"))
        .orderBy("device.id")
        .limit(maxPerBatch)
        .execute();
    },

    async findByName(scope: Scope, deviceName: string): Promise<DeviceRecord | undefined> {
      return records(db)
        .where("device.deviceName", "=", deviceName)
        .where(inScope(scope, "device.unit_id"))
        .executeTakeFirst();
    },
  };
}

const base = (db: Db) =>
  db
    .selectFrom("device")
    .innerJoin("product", "product.id", "device.productId")
    .leftJoin("deviceSession", "deviceSession.deviceId", "device.id");

const records = (db: Db) =>
  base(db)
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
      "device.retiredAt",
      sql<DeviceRecord["replacedBy"]>`(select jsonb_build_object('id', r.id, 'deviceName', r.device_name)
        from device r where r.id = device.replaced_by)`.as("replacedBy"),
      sql<Date | null>`(select u.since from device_unit u where u.device_id = device.id and u.until is null
        and exists (select 1 from device_unit f where f.device_id = u.device_id and f.since < u.since)
        order by u.since desc limit 1)`.as("movedAt"),
    ]);

function matches(scope: Scope, filter: DeviceFilter): Expression<SqlBool> {
  const parts = [inScope(scope, "device.unit_id"), sql<boolean>`device.type_key = ${filter.typeKey}`];
  if (filter.keyword !== undefined) parts.push(holds(filter.keyword));
  if (filter.unitId !== undefined) parts.push(sql<boolean>`device.unit_id = ${filter.unitId}`);
  if (filter.pointId !== undefined) parts.push(sql<boolean>`device.point_id = ${filter.pointId}`);
  if (filter.tag !== undefined) parts.push(sql<boolean>`${filter.tag} = any(device.tags)`);
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

/** True of a device whose name or nickname holds this, in large or small letters. */
function holds(keyword: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select from device_search found where found.device_id = device.id
    and found.text like lower(${containing(keyword)}))`;
}
