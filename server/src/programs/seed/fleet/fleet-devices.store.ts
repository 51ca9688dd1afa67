import type { FamilyKey } from "@tracewater/contract/fleet/families";
import { familyKey } from "@tracewater/contract/fleet/families";
import { z } from "zod";
import type { Db } from "../../../platform/store/database.ts";

export type KeptDevice = { id: number; deviceName: string; productId: number; typeKey: FamilyKey };

const keptDevices = z.array(
  z.object({ id: z.number(), deviceName: z.string(), productId: z.number(), typeKey: familyKey }),
);

/** A unit's devices, by their names; at most 100. */
export async function listUnitDevices(db: Db, unitId: number): Promise<KeptDevice[]> {
  const found = await db
    .selectFrom("device")
    .innerJoin("product", "product.id", "device.productId")
    .select(["device.id", "device.deviceName", "device.productId", "product.typeKey"])
    .where("device.unitId", "=", unitId)
    .orderBy("device.deviceName")
    .limit(100)
    .execute();
  return keptDevices.parse(found);
}
