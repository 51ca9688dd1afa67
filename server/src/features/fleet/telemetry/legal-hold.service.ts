import { personLabel } from "@tracewater/contract/system/person-label";
import { AppError, fieldError, notFound } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { DeviceService } from "../devices/device.service.ts";
import { createLegalHoldStore, type LegalHoldRow } from "./legal-hold.store.ts";

export type LegalHoldService = ReturnType<typeof createLegalHoldService>;

/**
 * Legal holds: what a device reported in a span of its own time stays, whatever retention says, until the hold is
 * lifted. Other features place them for what belongs to a sample or to evidence, in their own transaction.
 */
export function createLegalHoldService(options: {
  db: Db;
  devices: Pick<DeviceService, "require">;
  now: () => number;
}) {
  const { devices, now } = options;
  const store = createLegalHoldStore(options.db);

  async function require(caller: Caller, id: number): Promise<LegalHoldRow> {
    const found = await store.find(caller.scope, id);
    if (found === undefined) throw notFound({ en: "legal hold", zh: "法律保全" });
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
    ): Promise<LegalHoldRow> {
      const device = await devices.require(caller.scope, given.deviceId);
      if (given.end !== null && given.end <= given.begin) {
        throw fieldError("end", { en: "must not be before the start", zh: "不能早于开始时间" });
      }
      const id = await store.place({
        deviceId: device.id,
        unitId: device.unitId,
        beginAt: new Date(given.begin),
        endAt: given.end === null ? null : new Date(given.end),
        reason: given.reason,
        placedBy: personLabel(caller),
      });
      return require(caller, id);
    },

    async lift(
      caller: Caller,
      id: number,
      reason: string,
    ): Promise<{ before: LegalHoldRow; after: LegalHoldRow }> {
      const before = await require(caller, id);
      const by = { liftedBy: personLabel(caller), liftedAt: new Date(now()), liftReason: reason };
      if (!(await store.lift(id, by))) {
        throw new AppError("conflict", {
          en: "This legal hold is already lifted.",
          zh: "该法律保全已解除。",
        });
      }
      return { before, after: await require(caller, id) };
    },
  };
}
