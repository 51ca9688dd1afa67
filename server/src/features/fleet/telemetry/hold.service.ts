import type { Caller } from "../../../platform/caller.ts";
import { badField, Failure, noSuch } from "../../../platform/failure.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { DeviceService } from "../devices/device.service.ts";
import { createHoldStore, type HoldRow } from "./hold.store.ts";

export type HoldService = ReturnType<typeof createHoldService>;

/**
 * Legal holds: what a device told in a span of its own time stays, whatever retention says, until the hold is lifted.
 * Other features place them for what belongs to a sample or to evidence, in their own transaction.
 */
export function createHoldService(options: {
  db: Db;
  devices: Pick<DeviceService, "require">;
  now: () => number;
}) {
  const { devices, now } = options;
  const store = createHoldStore(options.db);

  async function require(caller: Caller, id: number): Promise<HoldRow> {
    const found = await store.find(caller.scope, id);
    if (found === undefined) throw noSuch({ en: "legal hold", zh: "法律保全" });
    return found;
  }

  return {
    list: store.list,
    count: store.count,
    /** Within somebody's transaction; the device is known to exist. */
    placeIn: (trx: Db, hold: Parameters<typeof store.place>[0]) => store.place(hold, trx),

    async place(
      caller: Caller,
      given: { deviceId: number; begin: number; end: number | null; reason: string },
    ): Promise<HoldRow> {
      const device = await devices.require(caller.scope, given.deviceId);
      if (given.end !== null && given.end <= given.begin) {
        throw badField("end", { en: "lies before the begin", zh: "早于开始时间" });
      }
      const id = await store.place({
        deviceId: device.id,
        unitId: device.unitId,
        beginAt: new Date(given.begin),
        endAt: given.end === null ? null : new Date(given.end),
        reason: given.reason,
        placedBy: nameOf(caller),
      });
      return require(caller, id);
    },

    async lift(caller: Caller, id: number, reason: string): Promise<{ before: HoldRow; after: HoldRow }> {
      const before = await require(caller, id);
      const by = { liftedBy: nameOf(caller), liftedAt: new Date(now()), liftReason: reason };
      if (!(await store.lift(id, by))) {
        throw new Failure("conflict", { en: "The hold was lifted already.", zh: "该法律保全已解除。" });
      }
      return { before, after: await require(caller, id) };
    },
  };
}

function nameOf(caller: Caller): string {
  return caller.nickName || caller.userName;
}
