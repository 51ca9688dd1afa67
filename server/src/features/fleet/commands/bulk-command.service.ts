import { type BulkCommand, maxBulkDevices } from "@tracewater/contract/fleet/bulk-commands";
import { type CommandState, checkedServices, commandState } from "@tracewater/contract/fleet/commands";
import type { FamilyKey } from "@tracewater/contract/fleet/families";
import type { TimeSpan } from "@tracewater/contract/time-span";
import { type AppError, fieldError, notFound } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { EventBus } from "../../../platform/event-bus.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { DeviceService } from "../devices/device.service.ts";
import type { FleetEvents } from "../fleet-events.ts";
import type { ProductService } from "../products/product.service.ts";
import { type BulkCommandRow, createBulkCommandStore, type NewBulkCommand } from "./bulk-command.store.ts";
import { type Order, type OrderTerms, orderService, toNewCommand } from "./command.model.ts";
import type { CommandService } from "./command.service.ts";
import { createCommandStore } from "./command.store.ts";
import type { CommandRow } from "./command-queries.store.ts";

export type BulkCommandService = ReturnType<typeof createBulkCommandService>;

type OfFamily = { typeKey: FamilyKey; span: TimeSpan };

export type Selection = {
  deviceIds?: number[] | undefined;
  keyword?: string | undefined;
  state?: "online" | "offline" | "notActivated" | "disabled" | undefined;
  unitId?: number | undefined;
  pointId?: number | undefined;
  tag?: string | undefined;
};

/** Whom a batch goes to, with what is asked of them. */
export type Planned = { order: Order; devices: { id: number; unitId: number }[] };

const insertAtOnce = 1000;
/** A batch that moves is shown twice a second at most. */
const notifyEveryMs = 500;

/** One command to many devices: each has a command of its own, the batch counts them. */
export function createBulkCommandService(options: {
  db: Db;
  node: string;
  devices: DeviceService;
  products: ProductService;
  commands: CommandService;
  events: EventBus<FleetEvents>;
}) {
  const { db, devices, products, commands, events } = options;
  const store = createBulkCommandStore(db);
  const moved = new Map<string, FleetEvents["batch.changed"]>();
  let teller: NodeJS.Timeout | null = null;

  const stopListening = events.on("command.changed", ({ command, unitId, typeKey }) => {
    if (command.batchId === null) return;
    moved.set(`${command.batchId} ${unitId}`, { batchId: command.batchId, unitId, typeKey });
    teller ??= setTimeout(emitMoved, notifyEveryMs).unref();
  });

  function emitMoved(): void {
    teller = null;
    const changed = [...moved.values()];
    moved.clear();
    for (const one of changed) events.emit("batch.changed", one);
  }

  async function toBulkCommands(scope: Scope, rows: readonly BulkCommandRow[]): Promise<BulkCommand[]> {
    const counted = await store.countStates(
      scope,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => toBulkCommand(row, new Map(of(row.id, counted))));
  }

  async function require(scope: Scope, family: FamilyKey, id: number): Promise<BulkCommandRow> {
    const row = await store.find(scope, family, id);
    if (row === undefined) throw notFound({ en: "bulk command", zh: "批量指令" });
    return row;
  }

  return {
    /** Whom it would go to, and what: refused where nobody is found, or too many, or where the inputs fit no model. */
    async plan(
      scope: Scope,
      family: FamilyKey,
      of: { service: string; params: Record<string, unknown>; selection: Selection },
    ): Promise<Planned> {
      if (checkedServices.has(of.service)) throw isChecked(family);
      const { deviceIds: ids, ...filter } = of.selection;
      const found = await devices.listTargets(scope, { ...filter, ids, typeKey: family }, maxBulkDevices + 1);
      if (found.length > maxBulkDevices) throw tooMany();
      // As if it did not exist: one that lies outside of the scope, or is of another family.
      if (ids !== undefined && found.length < new Set(ids).size) throw notFound({ en: "device", zh: "设备" });
      const productIds = [...new Set(found.map(({ productId }) => productId))];
      const orders: Order[] = [];
      for (const id of productIds)
        orders.push(orderService((await products.require(id)).model, of.service, of.params));
      const [order] = orders;
      if (order === undefined) throw nobody();
      return { order, devices: found };
    },

    /** Writes batch and commands in the transaction; `onCreated` reports and sends them once it is through. */
    async write(
      trx: Db,
      batch: NewBulkCommand,
      planned: Planned,
      terms: OrderTerms,
      actor: Pick<Caller, "userId" | "nickName">,
    ): Promise<{ batch: BulkCommandRow; rows: CommandRow[] }> {
      const added = await createBulkCommandStore(trx).add(batch);
      const of = { batchId: added.id, timedTaskId: batch.timedTaskId };
      const command = toNewCommand(planned.order, terms, actor, of);
      const into = createCommandStore(trx, options.node);
      const rows: CommandRow[] = [];
      for (let from = 0; from < planned.devices.length; from += insertAtOnce)
        rows.push(...(await into.add(command, planned.devices.slice(from, from + insertAtOnce))));
      return { batch: added, rows };
    },

    async add(
      caller: Caller,
      family: FamilyKey,
      given: OrderTerms & { service: string; params: Record<string, unknown>; selection: Selection },
    ): Promise<BulkCommand> {
      const planned = await this.plan(caller.scope, family, given);
      const batch: NewBulkCommand = {
        typeKey: family,
        identifier: given.service,
        params: given.params,
        selection: given.selection,
        reason: given.reason,
        actorId: caller.userId,
        actorName: caller.nickName,
        timedTaskId: null,
      };
      const written = await db.transaction().execute((trx) => this.write(trx, batch, planned, given, caller));
      commands.onCreated(written.rows);
      return this.find(caller.scope, family, written.batch.id);
    },

    async find(scope: Scope, family: FamilyKey, id: number): Promise<BulkCommand> {
      const [batch] = await toBulkCommands(scope, [await require(scope, family, id)]);
      if (batch === undefined) throw new Error("a bulk command disappeared after it was read");
      return batch;
    },

    async list(scope: Scope, of: OfFamily, page: { limit: number; offset: number }) {
      return toBulkCommands(scope, await store.list(scope, of, page));
    },
    count: store.count,
    listCommands: store.listCommands,
    countCommands: store.countCommands,
    listAfter: store.listAfter,

    async cancel(caller: Caller, family: FamilyKey, id: number): Promise<BulkCommand> {
      await require(caller.scope, family, id);
      await store.markCancelled(id);
      const into = createCommandStore(db, options.node);
      commands.ended(await into.cancelOfBatch(caller.scope, id, caller.nickName));
      return this.find(caller.scope, family, id);
    },

    async stop(): Promise<void> {
      stopListening();
      if (teller !== null) clearTimeout(teller);
    },
  };
}

function of(id: number, counted: readonly { batchId: number; state: string; count: number }[]) {
  return counted
    .filter(({ batchId }) => batchId === id)
    .map(({ state, count }): [CommandState, number] => [commandState.parse(state), count]);
}

function toBulkCommand(row: BulkCommandRow, counted: ReadonlyMap<CommandState, number>): BulkCommand {
  const at = (state: CommandState) => counted.get(state) ?? 0;
  const { params } = row;
  return {
    batchId: row.id,
    identifier: row.identifier,
    params: typeof params === "object" && params !== null ? { ...params } : {},
    reason: row.reason,
    actor: row.actorName,
    createdAt: row.createdAt.getTime(),
    cancelledAt: row.cancelledAt?.getTime() ?? null,
    timedTaskId: row.timedTaskId,
    total: [...counted.values()].reduce((sum, count) => sum + count, 0),
    counts: {
      queued: at("queued"),
      sent: at("sent"),
      acknowledged: at("acknowledged"),
      replied: at("replied"),
      failed: at("failed"),
      timedOut: at("timedOut"),
      expired: at("expired"),
      cancelled: at("cancelled"),
    },
  };
}

function isChecked(family: FamilyKey): AppError {
  if (family === "evidenceBox") {
    return fieldError("service", {
      en: "needs two persons who are named for each box: open boxes one by one",
      zh: "每次开箱须指明两名经手人，请逐箱开启",
    });
  }
  return fieldError("service", {
    en: "must be sent from the sampler's bottle registration page, where each code is checked",
    zh: "请在采样器的采样瓶录入页面操作，以便核对瓶码",
  });
}

function nobody(): AppError {
  return fieldError("selection", { en: "matches no device", zh: "没有符合条件的设备" });
}

function tooMany(): AppError {
  return fieldError("selection", {
    en: `matches more than ${maxBulkDevices} devices; narrow the selection`,
    zh: `超过 ${maxBulkDevices} 台设备，请缩小范围`,
  });
}
