import { personLabel } from "@tracewater/contract/system/person-label";
/*
 * What follows from an approved result over its limit: its bottle is kept, the sampler that holds it is paused,
 * an alarm is raised and a work order drafted. All of it is written in the transaction that approves the result; the
 * command waits in the database like any other, so that a crash loses none of them.
 */

import type { BodyOf } from "@tracewater/contract/call";
import { analyteLabels } from "@tracewater/contract/laboratory/analyte-labels";
import { type AnalyteName, analyteName } from "@tracewater/contract/laboratory/factors";
import type { AssayExceedance, releaseHold } from "@tracewater/contract/laboratory/limits";
import { AppError, notFound } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { DayClock } from "../../../platform/day-clock.ts";
import { systemScope } from "../../../platform/scope.ts";
import type { Db, Trx } from "../../../platform/store/database.ts";
import type { BottleHoldService } from "../../field/bottles/bottle-hold.service.ts";
import type { WorkOrderService } from "../../field/work-orders/work-order.service.ts";
import type { AlarmService } from "../../fleet/alarms/alarm.service.ts";
import type { CommandService } from "../../fleet/commands/command.service.ts";
import type { DeviceService } from "../../fleet/devices/device.service.ts";
import type { ProductService } from "../../fleet/products/product.service.ts";
import type { CustodyService } from "../custody/custody.service.ts";
import {
  createExceedanceStore,
  createExceedanceWriter,
  type Exceedance,
  originOfRoot,
} from "./exceedance.store.ts";

export type ExceedanceService = ReturnType<typeof createExceedanceService>;
/** Commands that were written, to be given to `onCreated` after the commit. */
export type Written = Awaited<ReturnType<CommandService["writeService"]>>[];

const keepsForS = 604_800;

export function createExceedanceService(options: {
  db: Db;
  zone: string;
  alarms: Pick<AlarmService, "raiseOwn" | "endOwn">;
  commands: Pick<CommandService, "writeService" | "onCreated">;
  devices: DeviceService;
  products: ProductService;
  holds: BottleHoldService;
  orders: Pick<WorkOrderService, "draft" | "cancelDrafts">;
  custody: Pick<CustodyService, "append">;
  clock: DayClock;
}) {
  const { db, zone, alarms, commands, devices, products, holds, orders, custody, clock } = options;
  const store = createExceedanceStore(db);

  async function pause(trx: Trx, caller: Caller, deviceId: number, about: Exceedance) {
    const device = await devices.require(systemScope, deviceId);
    const { model } = await products.require(device.productId);
    const reason = `${analyteLabels[nameOf(about)].name}: ${about.bodyCode}`;
    const terms = { expiresIn: keepsForS, retries: 2, reason };
    return commands.writeService(trx, caller, device, { model, service: "pause", params: {}, terms });
  }

  /** What follows from the first result over its limit; one that supersedes it goes on with it. */
  async function begin(trx: Trx, caller: Caller, exceedance: Exceedance, at: Date) {
    const origin = originOfRoot(exceedance.rootId);
    const isThere = exceedance.samplingId !== null || exceedance.inDeviceId !== null;
    const isKept =
      isThere &&
      (await holds.place(trx, { bottleId: exceedance.bottleId, origin, at, by: personLabel(caller) }));
    const row =
      isKept && exceedance.inDeviceId !== null
        ? await pause(trx, caller, exceedance.inDeviceId, exceedance)
        : undefined;
    const labels = analyteLabels[nameOf(exceedance)];
    if (exceedance.deviceId !== null) {
      const titles = { name: `Limit exceeded: ${labels.name}`, nameZh: `超标：${labels.nameZh}` };
      const measured = { value: Number(exceedance.value), threshold: Number(exceedance.limitValue) };
      const alarm = {
        origin,
        deviceId: exceedance.deviceId,
        identifier: exceedance.bodyCode,
        at,
        ...titles,
        ...measured,
      };
      await alarms.raiseOwn([{ ...alarm, source: "assayLimit", severity: "major" }], trx);
    }
    const orderId = await orders.draft(trx, orderOf(exceedance, origin));
    return { orderId, bottleId: isKept ? exceedance.bottleId : null, row };
  }

  return {
    ofSample: store.ofSample,
    ofAssays: store.ofAssays,

    /** In the transaction that approved these results; gives the commands that have to be reported after it. */
    async onApproved(trx: Trx, caller: Caller, assayIds: readonly number[]): Promise<Written> {
      const at = clock.now();
      const writer = createExceedanceWriter(trx, zone);
      const exceeded = await writer.listExceeded(assayIds);
      const ended = await writer.closeSuperseded(
        assayIds,
        exceeded.map((one) => one.assayId),
        at,
      );
      if (ended.length > 0) await this.end(trx, caller, ended.map(originOfRoot), at);
      const written: Written = [];
      const events = [];
      for (const one of exceeded) {
        const { assayId, rootId, unitId, limitId, limitValue, deviceId } = one;
        const begun = one.before === null ? await begin(trx, caller, one, at) : null;
        const { orderId, bottleId } = begun ?? one.before ?? { orderId: null, bottleId: null };
        const commandId = begun?.row?.id ?? one.before?.commandId ?? null;
        const facts = {
          assayId,
          rootId,
          unitId,
          limitId,
          limitValue,
          deviceId,
          orderId,
          bottleId,
          commandId,
        };
        await writer.add({ ...facts, at });
        if (begun?.row !== undefined) written.push(begun.row);
        if (begun === null || bottleId === null || one.samplingId === null) continue;
        const note = `${analyteLabels[nameOf(one)].name} ${one.value} μg/L > ${limitValue} μg/L`;
        const about = [`sampling:${one.samplingId}`, `bottle:${bottleId}`];
        events.push({ kind: "exception" as const, about, note });
      }
      await custody.append(trx, caller, events);
      return written;
    },

    onCreated: commands.onCreated,

    /** The results are under their limits after all: the alarm ends, the bottle is free, a draft is cancelled. */
    async end(trx: Trx, caller: Caller, origins: readonly string[], at: Date): Promise<void> {
      const act = { by: personLabel(caller), at, note: "" };
      await alarms.endOwn(origins, act, trx);
      await holds.release(trx, origins, act);
      await orders.cancelDrafts(trx, origins, act);
    },

    async release(caller: Caller, { excessId, reason }: BodyOf<typeof releaseHold>) {
      const found = await store.find(caller.scope, excessId);
      if (found === undefined) throw notFound({ en: "result above its limit", zh: "超标结果" });
      const { exceedance, rootId, unitId } = found;
      if (exceedance.hold === null || exceedance.hold.releasedAt !== null) throw notKept;
      const act = { by: personLabel(caller), at: clock.now(), note: reason };
      await db.transaction().execute(async (trx) => {
        const released = await holds.release(trx, [originOfRoot(rootId)], act);
        if (released === 0) throw notKept;
        const about = [`bottle:${exceedance.hold?.bottleId}`];
        await custody.append(trx, caller, [{ kind: "exception", about, note: reason }]);
      });
      return { before: { ...exceedance, hold: exceedance.hold } satisfies AssayExceedance, unitId };
    },
  };
}

function nameOf({ analyte }: Pick<Exceedance, "analyte">): AnalyteName {
  return analyteName.parse(analyte);
}

function orderOf(exceedance: Exceedance, origin: string) {
  const { name, nameZh } = analyteLabels[nameOf(exceedance)];
  const { bodyCode, value, limitValue, unitId, pointId, deviceId } = exceedance;
  const en = `${name} in ${bodyCode}: ${value} μg/L, limit ${limitValue} μg/L`;
  const zh = `${bodyCode} 中${nameZh} ${value} μg/L，限值 ${limitValue} μg/L`;
  const steps = [
    { en: `Store bottle ${bodyCode} at 4 °C`, zh: `将采样瓶 ${bodyCode} 于 4 °C 保存` },
    { en: "Analyze the reserve sample again", zh: "对留样进行复测" },
    { en: "Take another sample at this point", zh: "在该采样点再次采样" },
  ];
  return { origin, source: "alarm" as const, unitId, pointId, deviceId, title: en, titleZh: zh, steps };
}

const notKept = new AppError("refused", {
  en: "This bottle is no longer on hold.",
  zh: "该采样瓶已不在留样保管中。",
});
