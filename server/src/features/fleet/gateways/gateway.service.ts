import type { TopicOwner } from "@tracewater/alink/topics";
import type { Scope } from "../../../platform/scope.ts";
import type { SecretBox } from "../../../platform/secret-box.ts";
import type { Db } from "../../../platform/store/database.ts";
import { createGatewayStore } from "./gateway.store.ts";

export type GatewayService = ReturnType<typeof createGatewayService>;

export type RegisteredDevice = TopicOwner & { iotId: string; deviceSecret: string };

class NotAll extends Error {}

/** Which devices are behind which gateway, and their first secrets. */
export function createGatewayService(options: { db: Db; secrets: SecretBox; now: () => number }) {
  const { db, secrets, now } = options;
  const store = createGatewayStore(db);
  return {
    relate: store.relate,
    part: store.part,
    listOwners: store.listOwners,
    countBehind: store.countBehind,
    assignmentOf: store.assignmentOf,

    /** All or none: null where one of them may not be registered by this gateway, or was already. */
    async register(gatewayId: number, owners: readonly TopicOwner[]): Promise<RegisteredDevice[] | null> {
      try {
        return await db.transaction().execute(async (trx) => {
          const taken = await store.takeUnregistered(trx, gatewayId, owners, new Date(now()));
          if (taken.length !== owners.length) throw new NotAll();
          return taken.map(({ id, productKey, deviceName, secretSealed }) => ({
            iotId: String(id),
            productKey,
            deviceName,
            deviceSecret: secrets.open(secretSealed),
          }));
        });
      } catch (error) {
        if (error instanceof NotAll) return null;
        throw error;
      }
    },

    /** What of a device's tree lies in one's scope. */
    async treeOf(scope: Scope, deviceId: number) {
      return {
        gateway: (await store.gatewayOf(scope, deviceId)) ?? null,
        subDevices: await store.listBehind(scope, deviceId),
      };
    },
  };
}
