import type { Command } from "@tracewater/contract/fleet/commands";
import { personLabel } from "@tracewater/contract/system/person-label";
import { AppError } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { EventBus } from "../../../platform/event-bus.ts";
import type { LocalizedText } from "../../../platform/localized-text.ts";
import type { Log } from "../../../platform/log.ts";
import type { Db } from "../../../platform/store/database.ts";
import { isDatabaseUnavailable } from "../../../platform/store/store-errors.ts";
import type { CommandService } from "../../fleet/commands/command.service.ts";
import type { Device } from "../../fleet/devices/device.service.ts";
import type { FleetEvents } from "../../fleet/fleet-events.ts";
import type { ProductService } from "../../fleet/products/product.service.ts";
import type { BottleHoldService } from "./bottle-hold.service.ts";
import { createCarouselStore } from "./carousel.store.ts";
import { questionOf, refusalOf } from "./entry.model.ts";
import { createEntryStore, type EndedEntry, type NewEntry } from "./entry.store.ts";

export type EntryService = ReturnType<typeof createEntryService>;

export type Scan = {
  part: "body" | "cap";
  slot: number;
  code: string;
  clearVolume: boolean;
  /** What the person who scans has confirmed. */
  newBottle: boolean;
  replace: boolean;
};

const services = { body: "enterBottleBodyId", cap: "enterBottleCapId" } as const;
const entering = new Set<string>(Object.values(services));

/**
 * Scanned codes on their way to the device and back. Each is a command with its life; the database follows the reply:
 * reported by an event, and looked up again whenever the device's bottles are read, for an event may be lost.
 */
export function createEntryService(options: {
  db: Db;
  commands: CommandService;
  products: ProductService;
  holds: Pick<BottleHoldService, "whyKeptInSlot">;
  events: EventBus<FleetEvents>;
  log: Log;
}) {
  const { db, commands, products, holds, events, log } = options;
  const store = createEntryStore(db);
  const carousel = createCarouselStore(db);
  const underway = new Set<Promise<void>>();
  let stopListening = () => {};

  /** Brings the database to what devices have replied since. */
  async function applyEnded(deviceId: number): Promise<void> {
    await store.endOrphans(deviceId, notSent);
    for (const entry of await store.listEnded(deviceId)) await applyEntry(entry);
  }

  async function applyEntry(entry: EndedEntry): Promise<void> {
    if (entry.commandState === "replied") {
      if (entry.part === "body") await store.applyBody(entry);
      else await store.applyCap(entry, noBody);
    } else if (entry.commandState === "timedOut") await store.end(entry, "unanswered", unanswered);
    else await store.end(entry, "failed", failureOf(entry));
  }

  function inBackground(work: Promise<void>): void {
    const done = work
      .catch((error) => {
        if (!isDatabaseUnavailable(error)) log.error({ err: error }, "a scanned code could not be resolved");
      })
      .finally(() => underway.delete(done));
    underway.add(done);
  }

  async function refuse(entry: NewEntry, reason: LocalizedText): Promise<never> {
    await store.addRefused(entry, reason);
    throw new AppError("conflict", reason, [{ field: "bottleId", text: reason }]);
  }

  /** The body in a slot: the one that waits for the device's answer, for at an offline device both codes wait. */
  async function findInSlot(caller: Caller, deviceId: number, slot: number) {
    const waiting = (await store.listOpen(deviceId)).find((one) => one.slot === slot && one.part === "body");
    if (waiting === undefined) {
      return (await carousel.listNow(deviceId)).find((one) => one.slot === slot) ?? null;
    }
    const { body } = await carousel.findByCode(caller.scope, waiting.code);
    return body ?? { bottleId: null, bodyCode: waiting.code, capCode: null };
  }

  return {
    applyEnded,
    list: store.list,
    count: store.count,
    listOpen: store.listOpen,

    async enter(caller: Caller, device: Device, scan: Scan): Promise<Command> {
      await applyEnded(device.id);
      const entry = {
        deviceId: device.id,
        unitId: device.unitId,
        slot: scan.slot,
        part: scan.part,
        code: scan.code,
        clearVolume: scan.clearVolume,
        actor: personLabel(caller),
      };
      const known = await carousel.findByCode(caller.scope, scan.code);
      const inSlot = await findInSlot(caller, device.id, scan.slot);
      const kept = scan.clearVolume ? await holds.whyKeptInSlot(db, device.id, scan.slot) : null;
      const reason = refusalOf({ ...scan, ...known, deviceId: device.id, inSlot }) ?? kept;
      if (reason !== null) return refuse(entry, reason);
      // Nothing has happened yet: a question is no refused scan.
      const question = questionOf({ ...scan, ...known, inSlot });
      if (question !== null) throw new AppError("warning", question.text, [question]);
      const { model } = await products.require(device.productId);
      const id = await store.add(entry);
      if (id === undefined) return refuse(entry, beingEntered(scan.code));
      try {
        const params = {
          index: scan.slot,
          bottleId: scan.code,
          clearVolume: scan.clearVolume ? 1 : 0,
        };
        const command = await commands.orderService(caller, device, model, services[scan.part], params);
        await store.link(id, command.id);
        // Its reply may have come before the link was written.
        inBackground(applyEnded(device.id));
        return command;
      } catch (error) {
        await store.drop(id);
        throw error;
      }
    },

    async start(): Promise<void> {
      stopListening = events.on("command.changed", ({ deviceId, command }) => {
        if (entering.has(command.identifier) && command.finishedAt !== null)
          inBackground(applyEnded(deviceId));
      });
    },

    async stop(): Promise<void> {
      stopListening();
      await Promise.all(underway);
    },
  };
}

const notSent: LocalizedText = {
  en: "The command could not be sent. Scan again.",
  zh: "指令未能下发，请重新扫码。",
};
const noBody: LocalizedText = {
  en: "The device accepted the cap, but there is no bottle body in this slot.",
  zh: "设备已接受该瓶盖，但该瓶位没有瓶身。",
};
const unanswered: LocalizedText = { en: "The device did not reply in time.", zh: "设备未在规定时间内应答。" };

function failureOf({ commandState, message }: EndedEntry): LocalizedText {
  if (commandState === "expired") {
    return { en: "The device stayed offline until the command expired.", zh: "设备离线，指令已过期。" };
  }
  const said = message ?? "";
  return said === ""
    ? { en: "The device rejected the code.", zh: "设备拒绝了该瓶码。" }
    : { en: `The device rejected the code: ${said}`, zh: `设备拒绝了该瓶码：${said}` };
}

function beingEntered(code: string): LocalizedText {
  return { en: `${code} is already being registered.`, zh: `${code} 正在登记中。` };
}
