/*
 * What follows from an approved result over its limit: its bottle is kept, the sampler in which that stands is paused,
 * an alarm is raised and a work order drafted. All of it is written in the transaction that approves the result; the
 * command waits in the store like any other, so that a crash loses none of them.
 */

import type { BodyOf } from "@tracewater/contract/call";
import { analyteWords } from "@tracewater/contract/laboratory/analyte-words";
import { type AnalyteName, analyteName } from "@tracewater/contract/laboratory/factors";
import type { AssayExcess, releaseHold } from "@tracewater/contract/laboratory/limits";
import type { Caller } from "../../../platform/caller.ts";
import type { DayClock } from "../../../platform/day-clock.ts";
import { Failure, noSuch } from "../../../platform/failure.ts";
import { ownWork } from "../../../platform/scope.ts";
import type { Db, Trx } from "../../../platform/store/database.ts";
import type { BottleHoldService } from "../../field/bottles/bottle-hold.service.ts";
import type { WorkOrderService } from "../../field/work-orders/work-order.service.ts";
import type { AlarmService } from "../../fleet/alarms/alarm.service.ts";
import type { CommandService } from "../../fleet/commands/command.service.ts";
import type { DeviceService } from "../../fleet/devices/device.service.ts";
import type { ProductService } from "../../fleet/products/product.service.ts";
import type { CustodyService } from "../custody/custody.service.ts";
import { createExcessStore, createExcessWriter, type Over, originOf } from "./excess.store.ts";

export type ExcessService = ReturnType<typeof createExcessService>;
/** Commands that were written, to be given to `began` after the commit. */
export type Written = Awaited<ReturnType<CommandService["writeService"]>>[];

const keepsForS = 604_800;

export function createExcessService(options: {
  db: Db;
  zone: string;
  alarms: Pick<AlarmService, "raiseOwn" | "endOwn">;
  commands: Pick<CommandService, "writeService" | "began">;
  devices: DeviceService;
  products: ProductService;
  holds: BottleHoldService;
  orders: Pick<WorkOrderService, "draft" | "cancelDrafts">;
  custody: Pick<CustodyService, "append">;
  clock: DayClock;
}) {
  const { db, zone, alarms, commands, devices, products, holds, orders, custody, clock } = options;
  const store = createExcessStore(db);

  async function pause(trx: Trx, caller: Caller, deviceId: number, about: Over) {
    const device = await devices.require(ownWork, deviceId);
    const { model } = await products.require(device.productId);
    const reason = `${analyteWords[nameOf(about)].name}: ${about.bodyCode}`;
    const terms = { expiresIn: keepsForS, retries: 2, reason };
    return commands.writeService(trx, caller, device, { model, service: "pause", params: {}, terms });
  }

  /** What follows from the first result over its limit; one that supersedes it goes on with it. */
  async function begin(trx: Trx, caller: Caller, over: Over, at: Date) {
    const origin = originOf(over.rootId);
    const isThere = over.samplingId !== null || over.standsIn !== null;
    const isKept =
      isThere && (await holds.place(trx, { bottleId: over.bottleId, origin, at, by: caller.nickName }));
    const row = isKept && over.standsIn !== null ? await pause(trx, caller, over.standsIn, over) : undefined;
    const words = analyteWords[nameOf(over)];
    if (over.deviceId !== null) {
      const told = { name: `Over the limit: ${words.name}`, nameZh: `超过限值：${words.nameZh}` };
      const measured = { value: Number(over.value), threshold: Number(over.limitValue) };
      const alarm = { origin, deviceId: over.deviceId, identifier: over.bodyCode, at, ...told, ...measured };
      await alarms.raiseOwn([{ ...alarm, source: "assayLimit", severity: "major" }], trx);
    }
    const orderId = await orders.draft(trx, orderOf(over, origin));
    return { orderId, bottleId: isKept ? over.bottleId : null, row };
  }

  return {
    ofSample: store.ofSample,
    ofAssays: store.ofAssays,

    /** In the transaction that approved these results; gives the commands that have to be told after it. */
    async onApproved(trx: Trx, caller: Caller, assayIds: readonly number[]): Promise<Written> {
      const at = clock.now();
      const writer = createExcessWriter(trx, zone);
      const over = await writer.listOver(assayIds);
      const ended = await writer.closeSuperseded(
        assayIds,
        over.map((one) => one.assayId),
        at,
      );
      if (ended.length > 0) await this.end(trx, caller, ended.map(originOf), at);
      const written: Written = [];
      const events = [];
      for (const one of over) {
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
        const note = `${analyteWords[nameOf(one)].name} ${one.value} μg/L > ${limitValue} μg/L`;
        const about = [`sampling:${one.samplingId}`, `bottle:${bottleId}`];
        events.push({ kind: "exception" as const, about, note });
      }
      await custody.append(trx, caller, events);
      return written;
    },

    began: commands.began,

    /** The results are under their limits after all: the alarm ends, the bottle is free, a draft is cancelled. */
    async end(trx: Trx, caller: Caller, origins: readonly string[], at: Date): Promise<void> {
      const act = { by: caller.nickName, at, note: "" };
      await alarms.endOwn(origins, act, trx);
      await holds.release(trx, origins, act);
      await orders.cancelDrafts(trx, origins, act);
    },

    async release(caller: Caller, { excessId, reason }: BodyOf<typeof releaseHold>) {
      const found = await store.find(caller.scope, excessId);
      if (found === undefined) throw noSuch({ en: "result over its limit", zh: "超限结果" });
      const { excess, rootId, unitId } = found;
      if (excess.hold === null || excess.hold.releasedAt !== null) throw notKept;
      const act = { by: caller.nickName, at: clock.now(), note: reason };
      await db.transaction().execute(async (trx) => {
        const released = await holds.release(trx, [originOf(rootId)], act);
        if (released === 0) throw notKept;
        const about = [`bottle:${excess.hold?.bottleId}`];
        await custody.append(trx, caller, [{ kind: "exception", about, note: reason }]);
      });
      return { before: { ...excess, hold: excess.hold } satisfies AssayExcess, unitId };
    },
  };
}

function nameOf({ analyte }: Pick<Over, "analyte">): AnalyteName {
  return analyteName.parse(analyte);
}

function orderOf(over: Over, origin: string) {
  const { name, nameZh } = analyteWords[nameOf(over)];
  const { bodyCode, value, limitValue, unitId, pointId, deviceId } = over;
  const en = `${name} in ${bodyCode}: ${value} μg/L, limit ${limitValue} μg/L`;
  const zh = `${bodyCode} 中${nameZh}：${value} μg/L，限值 ${limitValue} μg/L`;
  const steps = [
    { en: `Keep bottle ${bodyCode} at 4 °C`, zh: `将采样瓶 ${bodyCode} 于 4 °C 保存` },
    { en: "Analyse the reserve a second time", zh: "对留样进行复测" },
    { en: "Take another sample at this point", zh: "在该采样点再次采样" },
  ];
  return { origin, source: "alarm" as const, unitId, pointId, deviceId, title: en, titleZh: zh, steps };
}

const notKept = new Failure("refused", {
  en: "This bottle is not kept any more.",
  zh: "该采样瓶已不在留样保管中。",
});
