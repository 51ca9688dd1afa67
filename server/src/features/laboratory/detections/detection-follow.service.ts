/*
 * What follows from an analyte above the limit of an online detector: the bottle at the arm of the point's sampler is
 * kept, the sampler takes an event sample, and a work order is drafted. All of it is written in the transaction that
 * stores the find, once for each run; the alarm comes from the rule that watches the event.
 */
import type { BodyOf } from "@tracewater/contract/call";
import { analyteLabels } from "@tracewater/contract/laboratory/analyte-labels";
import type { DetectionFollowed, releaseDetectionHold } from "@tracewater/contract/laboratory/detections";
import { analyteName } from "@tracewater/contract/laboratory/factors";
import { personLabel } from "@tracewater/contract/system/person-label";
import { formatMeasured } from "@tracewater/wbe/measured";
import { AppError } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import { systemScope } from "../../../platform/scope.ts";
import type { Db, Trx } from "../../../platform/store/database.ts";
import type { BottleHoldService } from "../../field/bottles/bottle-hold.service.ts";
import type { WorkOrderService } from "../../field/work-orders/work-order.service.ts";
import type { CommandService } from "../../fleet/commands/command.service.ts";
import type { DeviceService } from "../../fleet/devices/device.service.ts";
import type { ProductService } from "../../fleet/products/product.service.ts";
import type { DetectionService } from "./detection.service.ts";
import type { NewFind } from "./detection-event.store.ts";
import { createDetectionFollowStore, originOfFind } from "./detection-follow.store.ts";

export type DetectionFollowUp = ReturnType<typeof createDetectionFollowUp>;
type Command = Awaited<ReturnType<CommandService["writeService"]>>;

/** Of an older find the water is gone. */
const followedForMs = 86_400_000;
const eventSampleMl = 200;
const commandExpiresS = 3600;

export function createDetectionFollowUp(options: {
  commands: Pick<CommandService, "writeService" | "onCreated">;
  devices: DeviceService;
  products: ProductService;
  holds: BottleHoldService;
  orders: Pick<WorkOrderService, "draft">;
  now: () => number;
}) {
  const { commands, devices, products, holds, orders, now } = options;

  async function takeSample(trx: Trx, samplerId: number, by: string, reason: string): Promise<Command> {
    const device = await devices.require(systemScope, samplerId);
    const { model } = await products.require(device.productId);
    const terms = { expiresIn: commandExpiresS, retries: 0, reason };
    const params = { volume: eventSampleMl };
    return commands.writeService(trx, { userId: null, nickName: by }, device, {
      ...{ model, service: "grab", params, terms },
    });
  }

  return {
    onCreated: commands.onCreated,

    /** In the transaction that stored the first find of a run; the command that was written. */
    async follow(trx: Trx, findId: number, find: NewFind): Promise<Command[]> {
      if (now() - find.at.getTime() > followedForMs) return [];
      const store = createDetectionFollowStore(trx);
      const place = await store.findPlace(find.deviceId, find.at);
      if (place === undefined) return [];
      const { deviceName, pointId, samplerId, bottleId } = place;
      const origin = originOfFind(findId);
      const isKept =
        bottleId !== null && (await holds.place(trx, { bottleId, origin, at: find.at, by: deviceName }));
      const { name, nameZh } = analyteLabels[analyteName.parse(find.analyte)];
      const found = formatMeasured(Number(find.value), null).value;
      const command =
        samplerId === null ? null : await takeSample(trx, samplerId, deviceName, `${name}: ${deviceName}`);
      // A limit that is passed run after run asks for one visit, not for one an hour.
      const drafted = await store.findDraftedOrder(find.deviceId);
      const orderId =
        drafted ??
        (await orders.draft(trx, {
          ...{ origin, source: "alarm", unitId: find.unitId, pointId, deviceId: find.deviceId },
          title: `${name} at ${deviceName}: ${found} μg/L, limit ${find.limit} μg/L`,
          titleZh: `${deviceName} 检出${nameZh} ${found} μg/L，限值 ${find.limit} μg/L`,
          steps: [
            { en: "Collect the retained bottles", zh: "收取留样瓶" },
            { en: "Analyze the event sample in the laboratory", zh: "在实验室检测事件样" },
          ],
        }));
      const commandId = command?.id ?? null;
      await store.setFollowed(findId, { bottleId: isKept ? bottleId : null, orderId, commandId });
      return command === null ? [] : [command];
    },
  };
}

export type DetectionHoldService = ReturnType<typeof createDetectionHoldService>;

/** People release the bottle that a find kept. */
export function createDetectionHoldService(options: {
  db: Db;
  detections: Pick<DetectionService, "require">;
  holds: BottleHoldService;
  now: () => number;
}) {
  const { db, detections, holds, now } = options;
  const store = createDetectionFollowStore(db);
  return {
    async release(
      caller: Caller,
      { detectionId, reason }: BodyOf<typeof releaseDetectionHold>,
    ): Promise<{ hold: NonNullable<DetectionFollowed["hold"]>; unitId: number }> {
      const run = await detections.require(caller.scope, detectionId);
      const followed = await store.findFollowed(run);
      if (followed === undefined || followed.hold === null) throw notKept;
      const act = { by: personLabel(caller), at: new Date(now()), note: reason };
      const origins = [originOfFind(followed.findId)];
      const released = await db.transaction().execute((trx) => holds.release(trx, origins, act));
      if (released === 0) throw notKept;
      return { hold: followed.hold, unitId: run.unitId };
    },
  };
}

const notKept = new AppError("refused", {
  en: "No bottle is on hold for this detection.",
  zh: "该检测记录没有正在留样保管的采样瓶。",
});
