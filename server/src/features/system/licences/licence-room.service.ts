import { AppError } from "../../../platform/app-error.ts";
import type { DayClock } from "../../../platform/day-clock.ts";
import type { Db } from "../../../platform/store/database.ts";
import { createLicenceRoomStore, type Room } from "./licence-room.store.ts";

/** Whether an authorization leaves room for what a unit is about to hold. */
export function createLicenceRoom(options: { db: Db; clock: DayClock }) {
  const { clock } = options;
  const store = createLicenceRoomStore(options.db);

  return {
    /** Throws where a branch would come to another enterprise unit that has no room for what it holds. */
    async requireRoomFor(branch: number, deptId: number): Promise<void> {
      const today = clock.today();
      const [from, to] = [await store.roomOf(branch, today), await store.roomOf(deptId, today)];
      if (from?.unitId === to?.unitId) return;
      const held = await store.countBranch(branch);
      for (const what of ["devices", "users"] as const) refuseFull(what, to?.[what], held[what]);
    },

    /**
     * Throws where a unit's authorization leaves no room for so many longer devices, or users, by department. In the
     * transaction that adds them: the unit stays locked until that ends, so that nobody takes the same room meanwhile.
     */
    async requireRoom(trx: Db, what: "devices" | "users", more: ReadonlyMap<number, number>): Promise<void> {
      const unitOf = await store.lockUnitsOf(trx, [...more.keys()]);
      const wanted = new Map<number, number>();
      for (const [deptId, count] of more) {
        const unitId = unitOf.get(deptId);
        if (unitId !== undefined) wanted.set(unitId, (wanted.get(unitId) ?? 0) + count);
      }
      for (const [unitId, count] of wanted) {
        refuseFull(what, (await store.roomOf(unitId, clock.today(), trx))?.[what], count);
      }
    },

    /**
     * The same for those that come from other departments; anyone who stays within the enterprise unit takes no room.
     */
    async requireRoomToMove(
      trx: Db,
      what: "devices" | "users",
      from: readonly number[],
      to: number,
    ): Promise<void> {
      const unitOf = await store.lockUnitsOf(trx, [...new Set([...from, to])]);
      const unitId = unitOf.get(to);
      const more = from.filter((deptId) => unitOf.get(deptId) !== unitId).length;
      if (unitId === undefined || more === 0) return;
      refuseFull(what, (await store.roomOf(unitId, clock.today(), trx))?.[what], more);
    },
  };
}

function refuseFull(what: "devices" | "users", room: Room | undefined, more: number): void {
  if (room === undefined || room.max === null || room.held + more <= room.max) return;
  const { held, max } = room;
  const zh = what === "devices" ? "台设备" : "名用户";
  throw new AppError("refused", {
    en: `The unit's authorization allows ${max} ${what}; it already has ${held}.`,
    zh: `该单位的授权最多允许 ${max} ${zh}，目前已有 ${held}${zh.slice(0, 1)}。`,
  });
}
