import type { AlinkReply } from "@tracewater/alink/envelope";
import type { Command, CommandStep } from "@tracewater/contract/fleet/commands";
import { familyKey } from "@tracewater/contract/fleet/families";
import { AppError, notFound } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { EventBus } from "../../../platform/event-bus.ts";
import type { Log } from "../../../platform/log.ts";
import { type Scope, systemScope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { DeviceLinkService } from "../device-link/device-link.service.ts";
import type { DeviceService } from "../devices/device.service.ts";
import type { FleetEvents } from "../fleet-events.ts";
import { toCommand, toStep } from "./command.model.ts";
import { type CommandStore, createCommandStore } from "./command.store.ts";
import { createCommandOrders } from "./command-orders.ts";
import type { CommandRow } from "./command-queries.store.ts";
import { type Carry, createCommandSender } from "./command-sender.ts";

export type CommandService = ReturnType<typeof createCommandService>;

const finalStates = new Set(["replied", "failed", "timedOut", "expired", "cancelled"]);

/**
 * The lifecycle of commands. Each step is written before it is reported, and `sent` is written before the message
 * leaves: after a crash between the two a command times out, and never runs twice.
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
    findDevice: (id) => devices.require(systemScope, id),
    carry: options.carry,
    emitChanged,
    log,
  });

  function emitChanged(row: CommandRow): void {
    const command = toCommand(row);
    const typeKey = familyKey.parse(row.typeKey);
    events.emit("command.changed", { deviceId: row.deviceId, unitId: row.unitId, typeKey, command });
    if (finalStates.has(command.state)) waiters.get(command.id)?.();
  }

  async function acknowledge(id: string): Promise<void> {
    const row = await store.acknowledge(id);
    if (row === undefined) return;
    emitChanged(row);
    sender.resume(row.deviceId);
  }

  const require = async (scope: Scope, id: string) => toCommand(found(await store.find(scope, id)));
  const send = async (id: number) => (link.isConnected(id) ? sender.drain(id) : undefined);

  return {
    require,
    free: freeWith({ store, emitChanged, send, require }),

    ...createCommandOrders({ ...options, store, waiters, emitChanged, sender, require }),

    async stepsOf(id: string): Promise<CommandStep[]> {
      return (await store.listSteps(id)).map(toStep);
    },

    /** Takes back what still waits. */
    async cancel(caller: Caller, command: Command): Promise<Command> {
      const cancelled = await store.cancel(command.id, caller.nickName);
      if (cancelled === undefined) throw isUnderway();
      emitChanged(cancelled);
      return toCommand(cancelled);
    },

    /** Commands that somebody else wrote into the database: reported, and sent to anyone who is here. */
    onCreated(rows: readonly CommandRow[]): void {
      for (const row of rows) emitChanged(row);
      // Those of a large batch are found by the sweep, a few at a time.
      for (const row of rows.slice(0, maxPerBatch)) sender.inBackground(sender.drain(row.deviceId));
    },
    ended(rows: readonly CommandRow[]): void {
      for (const row of rows) emitChanged(row);
    },

    list: store.list,
    countByState: store.countByState,

    /** What the device link reports of its devices. */
    listener: {
      ready: sender.ready,
      acknowledged(token: string): void {
        if (isCommandId(token)) sender.inBackground(acknowledge(token));
      },
      async replied(deviceId: number, reply: AlinkReply): Promise<void> {
        if (!isCommandId(reply.id)) return;
        const finished = await store.finish(deviceId, reply.id, reply);
        if (finished === undefined) await store.noteRepeated(deviceId, reply.id, reply.code);
        else emitChanged(finished);
      },
    },

    start: sender.start,

    /** Calls that wait for a device's reply are answered now, as their commands are. */
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

const maxPerBatch = 50;
const commandName = { en: "command", zh: "指令" };

function found(row: CommandRow | undefined): CommandRow {
  if (row === undefined) throw notFound(commandName);
  return row;
}

/** Lets a command leave whose second person confirmed it. */
function freeWith(of: {
  store: Pick<CommandStore, "free">;
  emitChanged: (row: CommandRow) => void;
  send: (deviceId: number) => Promise<void>;
  require: (scope: Scope, id: string) => Promise<Command>;
}) {
  return async (caller: Caller, { id }: Pick<Command, "id">): Promise<Command> => {
    const row = await of.store.free(id, caller.nickName);
    if (row === undefined) throw isOver();
    of.emitChanged(row);
    await of.send(row.deviceId);
    return of.require(caller.scope, id);
  };
}

function isOver(): AppError {
  return new AppError("conflict", {
    en: "This order no longer waits for a confirmation: its time is over, or it was canceled.",
    zh: "该指令已不在待确认状态：已超时或已取消。",
  });
}

function isUnderway(): AppError {
  return new AppError("refused", {
    en: "This command is no longer queued. A command that was sent cannot be canceled.",
    zh: "指令已下发，无法取消。",
  });
}
