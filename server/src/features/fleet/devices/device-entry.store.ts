import { sql } from "kysely";
import type { Db } from "../../../platform/store/database.ts";
import { writeRecords } from "./device-record.store.ts";
import type { NewDeviceRow } from "./device-record.ts";

/** Devices come in: one or many, each with the first of its spans. */
export function createDeviceEntryStore(db: Db) {
  return {
    /**
     * Adds a device with its first spans; undefined where the name is taken anywhere on the platform. `allow` throws
     * where it may not be added, within the same transaction.
     */
    async add(
      device: NewDeviceRow,
      actor: string,
      allow: (trx: Db) => Promise<void>,
    ): Promise<number | undefined> {
      return db.transaction().execute(async (trx) => {
        await allow(trx);
        const [added] = await insertDevices(trx, [device], actor);
        return added?.id;
      });
    },

    /** Those that could be added, by name; the names of the others are taken. */
    async addAll(
      devices: readonly NewDeviceRow[],
      actor: string,
      allow: (trx: Db) => Promise<void>,
    ): Promise<Map<string, number>> {
      return db.transaction().execute(async (trx) => {
        await allow(trx);
        const added = await insertDevices(trx, devices, actor);
        return new Map(added.map((one) => [one.deviceName, one.id]));
      });
    },

    async listTaken(deviceNames: readonly string[]): Promise<string[]> {
      const rows = await db
        .selectFrom("device")
        .select("deviceName")
        .where(sql<boolean>`device_name = any(${[...deviceNames]}::text[])`)
        .execute();
      return rows.map((row) => row.deviceName);
    },
  };
}

async function insertDevices(trx: Db, devices: readonly NewDeviceRow[], actor: string) {
  const added = await trx
    .insertInto("device")
    .values([...devices])
    .onConflict((conflict) => conflict.column("deviceName").doNothing())
    .returning(["id", "deviceName", "unitId", "pointId", "createdAt"])
    .execute();
  if (added.length === 0) return added;
  await trx
    .insertInto("deviceUnit")
    .values(
      added.map(({ id, unitId, createdAt }) => ({ deviceId: id, unitId, since: createdAt, until: null })),
    )
    .execute();
  const placed = added.flatMap(({ id, pointId, createdAt }) =>
    pointId === null ? [] : [{ deviceId: id, since: createdAt, until: null, pointId }],
  );
  if (placed.length > 0) await trx.insertInto("devicePoint").values(placed).execute();
  await writeRecords(
    trx,
    added.map((one) => one.id),
    { kind: "registered", actor },
  );
  return added;
}
