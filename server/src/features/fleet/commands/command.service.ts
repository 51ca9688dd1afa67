import type { AlinkReply } from "@tracewater/alink/envelope";
import type { Command } from "@tracewater/contract/fleet/commands";
import { familyKey } from "@tracewater/contract/fleet/families";
import type { Caller } from "../../../platform/caller.ts";
import type { EventBus } from "../../../platform/event-bus.ts";
import { noSuch } from "../../../platform/failure.ts";
import type { Log } from "../../../platform/log.ts";
import { ownWork, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import { isStoreAway } from "../../../platform/store/database.ts";
import type { DeviceLinkService } from "../device-link/device-link.service.ts";
import type { Device, DeviceService } from "../devices/device.service.ts";
import type { FleetEvents } from "../fleet-events.ts";
import { type Order, toCommand, toDownlink } from "./command.model.ts";
import { type CommandRow, createCommandStore } from "./command.store.ts";

export type CommandService = ReturnType<typeof createCommandService>;

export type OrderTerms = { expiresIn: number; timeout?: number | undefined; reason: string };

/** How long a reply may take, in seconds, where the caller does not say. */
const usualTimeoutS = { async: 60, sync: 10 };
/** A synchronous call is answered by then at the latest, as the command stands. */
const longestWaitMs = 30_000;
const sweepEveryMs = 500;
const finalStates = new Set(["replied", "failed", "timedOut", "expired"]);

/**
 * The life of commands. Each step is written before it is told, and `sent` is written before the message leaves:
 * after a crash between the two a command times out, and never runs twice.
 */
export function createCommandService(options: {
  db: Db;
  link: DeviceLinkService;
  devices: DeviceService;
  events: EventBus<FleetEvents>;
  log: Log;
}) {
  const { link, devices, events, log } = options;
  const store = createCommandStore(options.db);
  const waiters = new Map<string, () => void>();
  let sweeper: NodeJS.Timeout | null = null;
  let stopping = false;
  const underway = new Set<Promise<void>>();

  async function tell(row: CommandRow | undefined): Promise<void> {
    if (row === undefined) return;
    const command = toCommand(row);
    const device = await devices.require(ownWork, row.deviceId);
    const typeKey = familyKey.parse(device.typeKey);
    events.emit("command.changed", { deviceId: row.deviceId, unitId: row.unitId, typeKey, command });
    if (finalStates.has(command.state)) waiters.get(command.id)?.();
  }

  async function send(id: string, device: Device): Promise<void> {
    const claimed = await store.claim(id);
    if (claimed === undefined) return;
    await tell(claimed);
    if (!link.send(device.id, toDownlink(claimed, device))) await tell(await store.unclaim(id));
  }

  async function sendQueued(deviceId: number): Promise<void> {
    const ids = await store.listQueued(deviceId);
    if (ids.length === 0) return;
    const device = await devices.require(ownWork, deviceId);
    for (const id of ids) await send(id, device);
  }

  async function sweep(): Promise<void> {
    try {
      for (const row of await store.endOverdue()) await tell(row);
    } catch (error) {
      if (!isStoreAway(error)) log.error({ err: error }, "overdue commands could not be ended");
    }
    if (!stopping) sweeper = setTimeout(() => inBackground(sweep()), sweepEveryMs);
  }

  function inBackground(work: Promise<void>): void {
    const done = work
      .catch((error) => {
        if (!isStoreAway(error)) log.error({ err: error }, "a step of a command failed");
      })
      .finally(() => underway.delete(done));
    underway.add(done);
  }

  return {
    async order(caller: Caller, device: Device, order: Order, terms: OrderTerms): Promise<Command> {
      const row = await store.add({
        deviceId: device.id,
        unitId: device.unitId,
        kind: order.kind,
        identifier: order.identifier,
        callType: order.callType,
        params: order.params,
        reason: terms.reason,
        actorId: caller.userId,
        actorName: caller.nickName,
        timeoutS: terms.timeout ?? usualTimeoutS[order.callType],
        expiresInS: terms.expiresIn,
      });
      const finished = waitFor(waiters, row.id, longestWaitMs);
      await tell(row);
      const isHere = link.isConnected(device.id);
      if (isHere) await send(row.id, device);
      if (order.callType === "sync" && isHere) await finished.promise;
      finished.cancel();
      return this.require(caller.scope, row.id);
    },

    async require(scope: Scope, id: string): Promise<Command> {
      const row = await store.find(scope, id);
      if (row === undefined) throw noSuch({ en: "command", zh: "指令" });
      return toCommand(row);
    },

    list: store.list,
    countByState: store.countByState,

    /** What the device link tells of its devices. */
    listener: {
      ready: (deviceId: number) => inBackground(sendQueued(deviceId)),
      acknowledged: (id: string) => inBackground(store.acknowledge(id).then(tell)),
      async replied(deviceId: number, reply: AlinkReply): Promise<void> {
        // Replies to what this platform never asked carry ids of other shapes, or of nobody.
        if (!/^\d{1,18}$/.test(reply.id)) return;
        await tell(await store.finish(deviceId, reply.id, reply));
      },
    },

    async start(): Promise<void> {
      await sweep();
    },

    /** Calls that wait for a device's reply are answered now, as their commands stand. */
    async release(): Promise<void> {
      for (const wake of waiters.values()) wake();
    },

    async stop(): Promise<void> {
      stopping = true;
      if (sweeper !== null) clearTimeout(sweeper);
      // Their statements have to end before the store is closed.
      await Promise.all(underway);
    },
  };
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
