/** What becomes of devices: moved, assigned to a point, replaced, retired and restored. */
import { sql } from "kysely";
import { inScope, type Scope } from "../../../platform/scope.ts";
import { isForeignKeyViolation } from "../../../platform/store/constraint-errors.ts";
import type { Db } from "../../../platform/store/database.ts";
import { type Assignment, assignTo, moveTo, type PlaceFault } from "./device-place.store.ts";
import { writeRecords } from "./device-record.store.ts";

/** Asks in the transaction of the change whether the unit may have these devices too; throws where not. */
export type Allow = (trx: Db, fromUnits: readonly number[]) => Promise<void>;

/** What one touches of a device when its life changes. */
export type LivingDevice = { id: number; deviceName: string; unitId: number; unitName: string };

const maxPerBatch = 500;

export function createDeviceLifecycleStore(db: Db) {
  return {
    /** Which of these lie in the scope, are of the family and not retired. */
    async listLiving(scope: Scope, typeKey: string, ids: readonly number[]) {
      return db
        .selectFrom("device")
        .innerJoin("product", "product.id", "device.productId")
        .innerJoin("dept", "dept.id", "device.unitId")
        .select(["device.id", "device.deviceName", "device.nickname", "device.tags", "device.activatedAt"])
        .select(["device.unitId", "dept.name as unitName", "product.productKey"])
        .where(inScope(scope, "device.unit_id"))
        .where("product.typeKey", "=", typeKey)
        .where("device.retiredAt", "is", null)
        .where(sql<boolean>`device.id = any(${[...ids]}::int[])`)
        .orderBy("device.deviceName")
        .limit(maxPerBatch)
        .execute();
    },

    async move(
      ids: readonly number[],
      to: { unitId: number; name: string },
      entry: { actor: string; reason: string },
      allow: Allow,
    ): Promise<void> {
      await db.transaction().execute(async (trx) => {
        for (const one of await moveDevices(trx, await lockDevices(trx, ids), to.unitId, allow)) {
          const facts = { from: one.unitName, to: to.name, reason: entry.reason };
          await writeRecords(trx, [one.id], { kind: "moved", actor: entry.actor, facts });
        }
      });
    },

    /** Null where it was done; else what is in its way. */
    async assignTo(assignment: Assignment): Promise<PlaceFault | null> {
      return db.transaction().execute((trx) => assignTo(trx, assignment));
    },

    /** `by` takes the place of `id`: its unit, its point, its tags, its nickname where it has none. */
    async replace(
      id: number,
      byId: number,
      entry: { actor: string; reason: string },
      allow: Allow,
    ): Promise<void> {
      const { actor, reason } = entry;
      await db.transaction().execute(async (trx) => {
        const both = await lockDevices(trx, [id, byId]);
        const [old, by] = [both.find((one) => one.id === id), both.find((one) => one.id === byId)];
        if (old === undefined || by === undefined) throw new Error("a device went while it was replaced");
        const { pointId } = await trx
          .selectFrom("device")
          .select("pointId")
          .where("id", "=", id)
          .executeTakeFirstOrThrow();
        await moveDevices(trx, [by], old.unitId, allow);
        await sql`update device n set tags = array(select distinct t from unnest(n.tags || o.tags) t order by t limit 20),
            nickname = case when n.nickname = '' then o.nickname else n.nickname end,
            latitude = coalesce(n.latitude, o.latitude), longitude = coalesce(n.longitude, o.longitude)
          from device o where n.id = ${byId} and o.id = ${id}`.execute(trx);
        await retire(trx, id, byId, actor);
        await assignTo(trx, { deviceId: byId, pointId, since: null, actor });
        const facts = (other: LivingDevice) => ({ id: other.id, deviceName: other.deviceName, reason });
        await writeRecords(trx, [id], { kind: "replaced", actor, facts: facts(by) });
        await writeRecords(trx, [byId], { kind: "replacedOther", actor, facts: facts(old) });
      });
    },

    /** True where nothing of it stays; a device that was ever heard of is retired instead. */
    async remove(id: number, actor: string): Promise<boolean> {
      const gone = await db
        .transaction()
        .execute((trx) => deleteUnheard(trx, id))
        .catch((error: unknown) => {
          // Something refers to it that is kept: then it is kept too.
          if (isForeignKeyViolation(error)) return false;
          throw error;
        });
      if (gone) return true;
      await db.transaction().execute(async (trx) => {
        await lockDevices(trx, [id]);
        await retire(trx, id, null, actor);
        await writeRecords(trx, [id], { kind: "retired", actor });
      });
      return false;
    },

    async restore(
      id: number,
      unitId: number,
      actor: string,
      allow: (trx: Db) => Promise<void>,
    ): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await allow(trx);
        await trx
          .updateTable("device")
          .set({ retiredAt: null, replacedBy: null, status: "0" })
          .where("id", "=", id)
          .where("unitId", "=", unitId)
          .execute();
        await writeRecords(trx, [id], { kind: "restored", actor });
      });
    },

    async changeTags(
      ids: readonly number[],
      add: readonly string[],
      remove: readonly string[],
    ): Promise<void> {
      await sql`update device set tags = array(
          select t from (select distinct t from unnest(tags || ${[...add]}::text[]) t
            where t <> all(${[...remove]}::text[])) s order by t limit 20)
        where id = any(${[...ids]}::int[])`.execute(db);
    },
  };
}

/** Holds them for the transaction, by id. */
export async function lockDevices(trx: Db, ids: readonly number[]): Promise<LivingDevice[]> {
  return trx
    .selectFrom("device")
    .innerJoin("dept", "dept.id", "device.unitId")
    .select(["device.id", "device.deviceName", "device.unitId", "dept.name as unitName"])
    .where(sql<boolean>`device.id = any(${[...ids]}::int[])`)
    .orderBy("device.id")
    .limit(maxPerBatch)
    .forUpdate("device")
    .execute();
}

/** Into another unit; those that are there already stay as they are. */
export async function moveDevices(trx: Db, devices: readonly LivingDevice[], unitId: number, allow: Allow) {
  const moving = devices.filter((one) => one.unitId !== unitId);
  if (moving.length === 0) return moving;
  await allow(
    trx,
    moving.map((one) => one.unitId),
  );
  await moveTo(
    trx,
    moving.map((one) => one.id),
    unitId,
  );
  return moving;
}

async function retire(trx: Db, id: number, byId: number | null, actor: string): Promise<void> {
  await assignTo(trx, { deviceId: id, pointId: null, since: null, actor });
  await trx
    .updateTable("device")
    .set({ retiredAt: sql<Date>`clock_timestamp()`, status: "1", claimHash: null, replacedBy: byId })
    .where("id", "=", id)
    .execute();
}

async function deleteUnheard(trx: Db, id: number): Promise<boolean> {
  const gone = await sql`delete from device d where d.id = ${id} and d.activated_at is null
    and not exists (select 1 from telemetry_latest t where t.device_id = d.id)
    and not exists (select 1 from device_event e where e.device_id = d.id)
    and not exists (select 1 from device r where r.replaced_by = d.id)
    and not exists (select 1 from reading_hold h where h.device_id = d.id)`.execute(trx);
  return (gone.numAffectedRows ?? 0n) > 0n;
}
