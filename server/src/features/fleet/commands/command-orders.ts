/** Commands are ordered here: by a person who may wait for the reply, or within a transaction of another feature. */
import type { ThingModel } from "@tracewater/alink/thing-model";
import type { Command } from "@tracewater/contract/fleet/commands";
import type { Caller } from "../../../platform/caller.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { DeviceLinkService } from "../device-link/device-link.service.ts";
import type { Device } from "../devices/device.service.ts";
import {
  type CommandActor,
  type Order,
  type OrderTerms,
  orderPropertyGet,
  orderPropertySet,
  orderService,
  toNewCommand,
} from "./command.model.ts";
import { type CommandStore, createCommandStore } from "./command.store.ts";
import type { CommandRow } from "./command-queries.store.ts";
import type { createCommandSender } from "./command-sender.ts";

/** How long a command waits for its device, in seconds. */
const defaultExpiryS = 1800;
/** A synchronous call is answered by then at the latest, as the command is. */
const maxWaitMs = 30_000;

export function createCommandOrders(options: {
  node: string;
  store: CommandStore;
  link: Pick<DeviceLinkService, "isConnected">;
  sender: Pick<ReturnType<typeof createCommandSender>, "drain">;
  /** Who waits for the end of which command. */
  waiters: Map<string, () => void>;
  emitChanged: (row: CommandRow) => void;
  require: (scope: Scope, id: string) => Promise<Command>;
}) {
  const { store, link, sender, waiters, emitChanged, require } = options;

  return {
    async order(caller: Caller, device: Device, order: Order, terms: OrderTerms): Promise<Command> {
      const [row] = await store.add(toNewCommand(order, terms, caller), [device]);
      if (row === undefined) throw new Error("the database returned no row");
      const finished = waitFor(waiters, row.id, maxWaitMs);
      emitChanged(row);
      const isHere = link.isConnected(device.id) && row.heldUntil === null && row.awaitsId === null;
      if (isHere) await sender.drain(device.id);
      if (order.callType === "sync" && isHere) await finished.promise;
      finished.cancel();
      return require(caller.scope, row.id);
    },

    /** Values for a device's properties as an order, checked against the thing model. */
    toPropertySet: orderPropertySet,
    /** Throws where the thing model does not know one of them. */
    checkIdentifiers(model: ThingModel, identifiers: string[]): void {
      orderPropertyGet(model, identifiers);
    },

    /** The same for a service by its name, checked against the device's thing model; for features above the fleet. */
    async orderService(
      caller: Caller,
      device: Device,
      model: ThingModel,
      service: string,
      params: Record<string, unknown>,
    ): Promise<Command> {
      const terms = { expiresIn: defaultExpiryS, retries: 0, reason: "" };
      return this.order(caller, device, orderService(model, service, params), terms);
    },

    /**
     * Writes the order within a transaction of the caller's, who gives the row to `onCreated` after its commit: the
     * command is there if and only if what it belongs to is.
     */
    async writeService(
      trx: Db,
      caller: CommandActor,
      device: Pick<Device, "id" | "unitId">,
      order: { model: ThingModel; service: string; params: Record<string, unknown>; terms: OrderTerms },
    ): Promise<CommandRow> {
      const made = orderService(order.model, order.service, order.params);
      const command = toNewCommand(made, order.terms, caller);
      const [row] = await createCommandStore(trx, options.node).add(command, [device]);
      if (row === undefined) throw new Error("the database returned no row");
      return row;
    },
  };
}

function waitFor(waiters: Map<string, () => void>, id: string, maxMs: number) {
  let wake = () => {};
  const promise = new Promise<void>((resolve) => {
    wake = resolve;
    waiters.set(id, resolve);
  });
  const timer = setTimeout(() => wake(), maxMs);
  return {
    promise,
    cancel() {
      clearTimeout(timer);
      waiters.delete(id);
    },
  };
}
