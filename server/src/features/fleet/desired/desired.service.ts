import { fieldError } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { CommandService } from "../commands/command.service.ts";
import type { DeviceLinkService } from "../device-link/device-link.service.ts";
import type { Device } from "../devices/device.service.ts";
import type { ProductService } from "../products/product.service.ts";
import { createDesiredStore, type DesiredRow } from "./desired.store.ts";

export type DesiredService = ReturnType<typeof createDesiredService>;

/** A device that is reported by a command answers within this time, or the command expires; the wish stays. */
const notifyTimeoutS = 60;

/**
 * Values that a device is wished to have. They outlast its absence: it asks for them (`desired/get`) and deletes what
 * it has carried out; while it is connected it is reported at once by a `property/set`.
 */
export function createDesiredService(options: {
  db: Db;
  products: ProductService;
  commands: CommandService;
  link: DeviceLinkService;
  now: () => number;
}) {
  const { products, commands, link, now } = options;
  const store = createDesiredStore(options.db);

  return {
    list: store.list,
    drop: store.drop,

    async set(
      caller: Caller,
      device: Device,
      given: { values: Record<string, unknown>; reason: string },
    ): Promise<{ values: DesiredRow[]; commandId: string | null }> {
      if (Object.keys(given.values).length === 0)
        throw fieldError("values", { en: "must contain at least one property", zh: "至少应包含一个属性" });
      const desiredValues = Object.fromEntries(
        Object.entries(given.values).filter(([, value]) => value !== null),
      );
      const isWishing = Object.keys(desiredValues).length > 0;
      const { model } = await products.require(device.productId);
      commands.checkIdentifiers(model, Object.keys(given.values));
      const order = isWishing ? commands.toPropertySet(model, desiredValues) : null;
      await store.set(device.id, given.values, caller.nickName, new Date(now()));
      const terms = { expiresIn: notifyTimeoutS, reason: given.reason, retries: 0 };
      const reported =
        order === null || !link.isConnected(device.id)
          ? null
          : await commands.order(caller, device, order, terms);
      return { values: await store.list(device.id), commandId: reported?.id ?? null };
    },
  };
}
