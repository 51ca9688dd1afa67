import { sql } from "kysely";
import type { Db } from "../../../platform/store/database.ts";

export type Registered = { id: number; secretSealed: Buffer };
export type Candidate = { status: "0" | "1" };

/** Devices that fetch their first secret by themselves, by name and product: they have no session and no scope. */
export function createRegistrationStore(db: Db) {
  return {
    /** Once in a device's life, and before it was ever connected; undefined where that is over, or it is disabled. */
    async take(productId: number, deviceName: string, at: Date): Promise<Registered | undefined> {
      const taken = await sql<Registered>`
        update device set registered_at = ${at}
        where product_id = ${productId} and device_name = ${deviceName} and status = '0'
          and registered_at is null and activated_at is null
        returning id, secret_sealed`.execute(db);
      return taken.rows[0];
    },

    async find(productId: number, deviceName: string): Promise<Candidate | undefined> {
      return db
        .selectFrom("device")
        .select("status")
        .where("productId", "=", productId)
        .where("deviceName", "=", deviceName)
        .executeTakeFirst();
    },
  };
}
