import { originOf } from "@tracewater/contract/fleet/alarm-sources";
import type { WithholdCause } from "@tracewater/contract/laboratory/board-controls";
import { systemScope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { AlarmService } from "../../fleet/alarms/alarm.service.ts";
import type { CommandService } from "../../fleet/commands/command.service.ts";
import type { DeviceService } from "../../fleet/devices/device.service.ts";
import type { ProductService } from "../../fleet/products/product.service.ts";
import { isChanged, isOverridden, verdictOf } from "./board-control.model.ts";
import { createBoardControlStore, type PlannedDevice } from "./board-control.store.ts";
import { createBoardLockoutStore } from "./board-lockout.store.ts";
import { createBoardWithholdingStore } from "./board-withholding.store.ts";

export type BoardLockoutService = ReturnType<typeof createBoardLockoutService>;
type Written = Awaited<ReturnType<CommandService["writeService"]>>;

const keepsForS = 604_800;

/** Locks detectors out and releases them: the lockout, its alarm and the command `lock`, all in one transaction. */
export function createBoardLockoutService(options: {
  db: Db;
  alarms: Pick<AlarmService, "raiseOwn" | "endOwn">;
  commands: Pick<CommandService, "writeService" | "onCreated">;
  devices: DeviceService;
  products: ProductService;
  now: () => number;
}) {
  const { db, alarms, commands, devices, products, now } = options;

  /** Null where its thing model knows no lock. */
  async function orderLock(trx: Db, deviceId: number, on: boolean, reason: string): Promise<Written | null> {
    const device = await devices.require(systemScope, deviceId);
    const { model } = await products.require(device.productId);
    if (!model.services.some((one) => one.identifier === "lock")) return null;
    const terms = { expiresIn: keepsForS, retries: 2, reason };
    const order = { model, service: "lock", params: { on: on ? 1 : 0 }, terms };
    return commands.writeService(trx, { userId: null, nickName: "" }, device, order);
  }

  async function report(
    trx: Db,
    device: PlannedDevice,
    cause: WithholdCause | null,
    at: Date,
  ): Promise<void> {
    const failed = originOf("boardControlFailed", device.deviceId);
    const overdue = originOf("boardControlOverdue", device.deviceId);
    const isOverdue = cause === "controlOverdue" || cause === "checkOverdue";
    const what = cause === "checkOverdue" ? check : control;
    const over = cause === null ? [failed, overdue] : [isOverdue ? failed : overdue];
    await alarms.endOwn(over, { by: "", at, note: "" }, trx);
    if (cause === null) return;
    const about = {
      deviceId: device.deviceId,
      nameZh: isOverdue ? what.nameZh : "质控未通过",
      identifier: "",
      at,
    };
    await alarms.raiseOwn(
      [
        isOverdue
          ? {
              ...about,
              origin: overdue,
              name: what.name,
              source: "boardControlOverdue",
              severity: "warning",
            }
          : {
              ...about,
              origin: failed,
              name: "Control failed",
              source: "boardControlFailed",
              severity: "major",
            },
      ],
      trx,
    );
  }

  /** Brings the lockout of one device, its alarm and its lock to what its controls come to. */
  async function evaluate(deviceId: number): Promise<void> {
    const at = new Date(now());
    const written = await db.transaction().execute(async (trx) => {
      const own = createBoardControlStore(trx);
      await own.ensurePlans([deviceId], at);
      await own.lock(deviceId);
      const [device] = await own.listByIds([deviceId]);
      if (device === undefined) return null;
      const due = await own.listDue([deviceId], at);
      const failedChecks = await own.listFailedChecks([deviceId]);
      const verdict = verdictOf(device, due, failedChecks.has(deviceId), at);
      if (!isChanged(device, verdict, at)) return null;
      const lockouts = createBoardLockoutStore(trx);
      await report(trx, device, verdict.cause, at);
      if (verdict.cause === null) {
        if (device.lockoutId !== null) await lockouts.end(device.lockoutId, at);
        // A check that passed shows that the detector was sound all along.
        if (device.cause === "checkOverdue" && device.lockedSince !== null)
          await createBoardWithholdingStore(trx).judgeSince(deviceId, new Date(device.lockedSince));
        return device.isLocked === true ? orderLock(trx, deviceId, false, "Controls passed") : null;
      }
      const isLocked = verdict.isWhole && !isOverridden(device, at);
      const to = { cause: verdict.cause, isLocked };
      if (device.lockoutId === null) await lockouts.begin(deviceId, to, verdict.since);
      else await lockouts.change(device.lockoutId, to);
      if (isLocked === (device.isLocked ?? false)) return null;
      return orderLock(trx, deviceId, isLocked, isLocked ? reasons[verdict.cause] : "Lockout overridden");
    });
    if (written !== null) commands.onCreated([written]);
  }

  return { evaluate };
}

const control = { name: "Control board overdue", nameZh: "质控板逾期" };
const check = { name: "Card check overdue", nameZh: "校验卡核查逾期" };

const reasons: Readonly<Record<WithholdCause, string>> = {
  controlFailed: "Control board failed",
  checkFailed: "Self-check failed",
  controlOverdue: "Control board overdue",
  checkOverdue: "Card check overdue",
};
