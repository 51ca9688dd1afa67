import type { AlinkReply } from "@tracewater/alink/envelope";
import type { ThingModel } from "@tracewater/alink/thing-model";
import type { Command, CommandStep } from "@tracewater/contract/fleet/commands";
import { familyKey } from "@tracewater/contract/fleet/families";
import type { Caller } from "../../../platform/caller.ts";
import type { EventBus } from "../../../platform/event-bus.ts";
import { Failure, noSuch } from "../../../platform/failure.ts";
import type { Log } from "../../../platform/log.ts";
import { ownWork, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { DeviceLinkService } from "../device-link/device-link.service.ts";
import type { Device, DeviceService } from "../devices/device.service.ts";
import type { FleetEvents } from "../fleet-events.ts";
import {
  type Order,
  type OrderTerms,
  orderPropertyGet,
  orderPropertySet,
  orderService,
  toCommand,
  toNewCommand,
  toStep,
} from "./command.model.ts";
import { type CommandRow, createCommandStore } from "./command.store.ts";
import { type Carry, createCommandSender } from "./command-sender.ts";

export type CommandService = ReturnType<typeof createCommandService>;

/** How long a command waits for its device, in seconds. */
const usualExpiryS = 1800;
/** A synchronous call is answered by then at the latest, as the command stands. */
const longestWaitMs = 30_000;
const finalStates = new Set(["replied", "failed", "timedOut", "expired", "cancelled"]);

/**
 * The life of commands. Each step is written before it is told, and `sent` is written before the message leaves:
 * after a crash between the two a command times out, and never runs twice.
 */
export function createCommandService(options: {
  db: Db;
  node: string;
  link: DeviceLinkService;
  devices: DeviceService;
  events: EventBus<FleetEvents>;
  log: Log;
  carry: Carry;
}) {
  const { link, devices, events, log } = options;
  const store = createCommandStore(options.db, options.node);
  const waiters = new Map<string, () => void>();
  const sender = createCommandSender({
    store,
    link,
    findDevice: (id) => devices.require(ownWork, id),
    carry: options.carry,
    tell,
    log,
  });

  function tell(row: CommandRow): void {
    const command = toCommand(row);
    const typeKey = familyKey.parse(row.typeKey);
    events.emit("command.changed", { deviceId: row.deviceId, unitId: row.unitId, typeKey, command });
    if (finalStates.has(command.state)) waiters.get(command.id)?.();
  }

  async function acknowledge(id: string): Promise<void> {
    const row = await store.acknowledge(id);
    if (row === undefined) return;
    tell(row);
    sender.loosen(row.deviceId);
  }

  return {
    async order(caller: Caller, device: Device, order: Order, terms: OrderTerms): Promise<Command> {
      const [row] = await store.add(toNewCommand(order, terms, caller), [device]);
      if (row === undefined) throw new Error("the store gave no row back");
      const finished = waitFor(waiters, row.id, longestWaitMs);
      tell(row);
      const isHere = link.isConnected(device.id);
      if (isHere) await sender.drain(device.id);
      if (order.callType === "sync" && isHere) await finished.promise;
      finished.cancel();
      return this.require(caller.scope, row.id);
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
      const terms = { expiresIn: usualExpiryS, retries: 0, reason: "" };
      return this.order(caller, device, orderService(model, service, params), terms);
    },

    /**
     * Writes the order within a transaction of the caller's, who gives the row to `began` after its commit: the
     * command is there if and only if what it belongs to is.
     */
    async writeService(
      trx: Db,
      caller: Pick<Caller, "userId" | "nickName">,
      device: Pick<Device, "id" | "unitId">,
      order: { model: ThingModel; service: string; params: Record<string, unknown>; terms: OrderTerms },
    ): Promise<CommandRow> {
      const made = orderService(order.model, order.service, order.params);
      const command = toNewCommand(made, order.terms, caller);
      const [row] = await createCommandStore(trx, options.node).add(command, [device]);
      if (row === undefined) throw new Error("the store gave no row back");
      return row;
    },

    async require(scope: Scope, id: string): Promise<Command> {
      const row = await store.find(scope, id);
      if (row === undefined) throw noSuch(commandWords);
      return toCommand(row);
    },

    async stepsOf(id: string): Promise<CommandStep[]> {
      return (await store.listSteps(id)).map(toStep);
    },

    /** Takes back what still waits. */
    async cancel(caller: Caller, command: Command): Promise<Command> {
      const cancelled = await store.cancel(command.id, caller.nickName);
      if (cancelled === undefined) throw isUnderway();
      tell(cancelled);
      return toCommand(cancelled);
    },

    /** Commands that somebody else wrote into the store: told, and sent to whoever is here. */
    began(rows: readonly CommandRow[]): void {
      for (const row of rows) tell(row);
      // Those of a large batch are found by the sweep, a few at a time.
      for (const row of rows.slice(0, mostAtOnce)) sender.inBackground(sender.drain(row.deviceId));
    },
    ended(rows: readonly CommandRow[]): void {
      for (const row of rows) tell(row);
    },

    list: store.list,
    countByState: store.countByState,

    /** What the device link tells of its devices. */
    listener: {
      ready: sender.ready,
      acknowledged(token: string): void {
        if (isCommandId(token)) sender.inBackground(acknowledge(token));
      },
      async replied(deviceId: number, reply: AlinkReply): Promise<void> {
        if (!isCommandId(reply.id)) return;
        const finished = await store.finish(deviceId, reply.id, reply);
        if (finished === undefined) await store.noteRepeated(deviceId, reply.id, reply.code);
        else tell(finished);
      },
    },

    start: sender.start,

    /** Calls that wait for a device's reply are answered now, as their commands stand. */
    async release(): Promise<void> {
      for (const wake of waiters.values()) wake();
    },

    stop: sender.stop,
  };
}

/** What other features send, or this platform never asked, has ids of other shapes, or of nobody. */
function isCommandId(id: string): boolean {
  return /^\d{1,18}$/.test(id);
}

const mostAtOnce = 50;
const commandWords = { en: "command", zh: "指令" };

function isUnderway(): Failure {
  return new Failure("refused", {
    en: "It does not wait any more: what was sent cannot be taken back.",
    zh: "指令已不在等待状态，已下发的指令无法撤回。",
  });
}

function waitFor(waiters: Map<string, () => void>, id: string, longestMs: number) {
  let wake = () => {};
  const promise = new Promise<void>((resolve) => {
    wake = resolve;
    waiters.set(id, resolve);
  });
  const timer = setTimeout(() => wake(), longestMs);
  return {
    promise,
    cancel() {
      clearTimeout(timer);
      waiters.delete(id);
    },
  };
}
