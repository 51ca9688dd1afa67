import { sql } from "kysely";
import type { Db } from "../../../platform/store/database.ts";
import { type Allow, lockDevices, moveDevices } from "./device-lifecycle.store.ts";
import { writeRecords } from "./device-record.store.ts";

/** The codes of labels, each kept as a hash, by which devices are claimed. */
export function createDeviceClaimStore(db: Db) {
  return {
    async setClaimHashes(codes: readonly { id: number; hash: Buffer }[], actor: string): Promise<void> {
      const ids = codes.map((one) => one.id);
      const hashes = codes.map((one) => one.hash);
      await db.transaction().execute(async (trx) => {
        await sql`update device d set claim_hash = c.hash
          from unnest(${ids}::int[], ${hashes}::bytea[]) as c(id, hash) where d.id = c.id`.execute(trx);
        await writeRecords(trx, ids, { kind: "labelMade", actor });
      });
    },

    /** The device that this code is for, in whatever unit: the code is what allows it. */
    async findByClaim(hash: Buffer, deviceName: string) {
      return db
        .selectFrom("device")
        .innerJoin("product", "product.id", "device.productId")
        .select(["device.id", "device.deviceName", "device.unitId", "device.nickname", "product.typeKey"])
        .where("device.claimHash", "=", hash)
        .where("device.deviceName", "=", deviceName)
        .where("device.retiredAt", "is", null)
        .executeTakeFirst();
    },

    /** False where somebody else has used the code meanwhile. */
    async claim(
      device: { id: number; hash: Buffer },
      to: { unitId: number; name: string; nickname: string },
      actor: string,
      allow: Allow,
    ): Promise<boolean> {
      return db.transaction().execute(async (trx) => {
        const used = await trx
          .updateTable("device")
          .set({ claimHash: null, nickname: to.nickname })
          .where("id", "=", device.id)
          .where("claimHash", "=", device.hash)
          .returning("id")
          .executeTakeFirst();
        if (used === undefined) return false;
        const [before] = await lockDevices(trx, [device.id]);
        if (before === undefined) return false;
        await moveDevices(trx, [before], to.unitId, allow);
        const facts = { from: before.unitName, to: to.name };
        await writeRecords(trx, [device.id], { kind: "claimed", actor, facts });
        return true;
      });
    },
  };
}
