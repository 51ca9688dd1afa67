import { AppError } from "../../../platform/app-error.ts";
import type { LocalizedText } from "../../../platform/localized-text.ts";
import type { Db } from "../../../platform/store/database.ts";
import { createBottleHoldStore } from "./bottle-hold.store.ts";

export type BottleHoldService = ReturnType<typeof createBottleHoldService>;
type Act = { by: string; at: Date; note: string };

/** Bottles that are kept: none of them is emptied or destroyed until whatever asked for it releases them. */
export function createBottleHoldService() {
  return {
    /**
     * False where the bottle was emptied or destroyed already. Anyone who destroys it at this moment waits, or was
     * first.
     */
    async place(trx: Db, hold: { bottleId: number; origin: string; at: Date; by: string }): Promise<boolean> {
      const store = createBottleHoldStore(trx);
      const state = await store.lock(hold.bottleId);
      if (state === undefined || state === "destroyed" || state === "new") return false;
      await store.place(hold);
      return true;
    },

    /** How many bottles were released. */
    release: (trx: Db, origins: readonly string[], act: Act): Promise<number> =>
      createBottleHoldStore(trx).release(origins, act),

    /** Throws where the bottle is kept; locks it, so that it is not kept a moment later. */
    async requireFree(trx: Db, bottleId: number): Promise<void> {
      const store = createBottleHoldStore(trx);
      await store.lock(bottleId);
      const bodyCode = await store.findHeld(bottleId);
      if (bodyCode !== undefined) throw new AppError("refused", heldText(bodyCode));
    },

    /** Why the bottle in a slot may not be taken for empty; null where none is there or it is free. */
    async whyKeptInSlot(db: Db, deviceId: number, slot: number): Promise<LocalizedText | null> {
      const bodyCode = await createBottleHoldStore(db).findHeldInSlot(deviceId, slot);
      return bodyCode === undefined ? null : heldText(bodyCode);
    },
  };
}

function heldText(bodyCode: string): LocalizedText {
  return {
    en: `Bottle ${bodyCode} is on hold because one of its results exceeds the limit. Release the hold first.`,
    zh: `采样瓶 ${bodyCode} 的检测结果超标，正在留样保管中，请先解除留样。`,
  };
}
