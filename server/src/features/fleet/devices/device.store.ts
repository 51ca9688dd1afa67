import type { Db } from "../../../platform/store/database.ts";
import { assignTo } from "./device-place.store.ts";
import { createDeviceQueries } from "./device-queries.store.ts";
import { writeRecords } from "./device-record.store.ts";
import type { DeviceChange } from "./device-record.ts";

export function createDeviceStore(db: Db) {
  return {
    ...createDeviceQueries(db),

    /** Changes what a person may edit; a new point begins a new span and ends the one before. */
    async change(id: number, change: DeviceChange, actor: string): Promise<void> {
      const { pointId, ...facts } = change;
      await db.transaction().execute(async (trx) => {
        await trx.updateTable("device").set(facts).where("id", "=", id).execute();
        await assignTo(trx, { deviceId: id, pointId, since: null, actor });
      });
    },

    async setStatus(id: number, status: "0" | "1", actor: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const changed = await trx
          .updateTable("device")
          .set({ status })
          .where("id", "=", id)
          .where("status", "<>", status)
          .returning("id")
          .executeTakeFirst();
        if (changed === undefined) return;
        await writeRecords(trx, [id], { kind: status === "0" ? "enabled" : "disabled", actor });
      });
    },

    async setSecret(id: number, secretSealed: Buffer, actor: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await trx.updateTable("device").set({ secretSealed }).where("id", "=", id).execute();
        await writeRecords(trx, [id], { kind: "secretReset", actor });
      });
    },
  };
}
