import type { BodyOf } from "@tracewater/contract/call";
import { originOf } from "@tracewater/contract/fleet/alarm-sources";
import type {
  DeviceControl,
  DeviceControlDetail,
  overrideBoardLockout,
  setBoardControl,
  WithholdCause,
} from "@tracewater/contract/laboratory/board-controls";
import { personLabel } from "@tracewater/contract/system/person-label";
import { AppError, notFound } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import { type Scope, systemScope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { AlarmService } from "../../fleet/alarms/alarm.service.ts";
import type { CommandService } from "../../fleet/commands/command.service.ts";
import type { DeviceService } from "../../fleet/devices/device.service.ts";
import type { ProductService } from "../../fleet/products/product.service.ts";
import { isChanged, isOverridden, toDeviceControl, toDue, verdictOf } from "./board-control.model.ts";
import {
  type BoardControlQuery,
  createBoardControlStore,
  type PlannedDevice,
} from "./board-control.store.ts";
import { createBoardLockoutStore } from "./board-lockout.store.ts";
import { createBoardWithholdingStore } from "./board-withholding.store.ts";

export type BoardControlService = ReturnType<typeof createBoardControlService>;
type Written = Awaited<ReturnType<CommandService["writeService"]>>;

const perBatch = 200;
const keepsForS = 604_800;

/** Control boards of detectors: when they are due, what withholds results, and who lets them count all the same. */
export function createBoardControlService(options: {
  db: Db;
  alarms: Pick<AlarmService, "raiseOwn" | "endOwn">;
  commands: Pick<CommandService, "writeService" | "onCreated">;
  devices: DeviceService;
  products: ProductService;
  now: () => number;
}) {
  const { db, alarms, commands, devices, products, now } = options;
  const store = createBoardControlStore(db);

  async function require(scope: Scope, deviceId: number): Promise<PlannedDevice> {
    const found = await store.find(scope, deviceId);
    if (found === undefined) throw notFound({ en: "handheld detector", zh: "手持检测仪" });
    return found;
  }

  async function show(planned: readonly PlannedDevice[], at: Date): Promise<DeviceControl[]> {
    const due = await store.listDue(
      planned.map((one) => one.deviceId),
      at,
    );
    return planned.map((one) =>
      toDeviceControl(
        one,
        due.filter((control) => control.deviceId === one.deviceId),
        at,
      ),
    );
  }

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
    const isOverdue = cause === "controlOverdue";
    const over = cause === null ? [failed, overdue] : [isOverdue ? failed : overdue];
    await alarms.endOwn(over, { by: "", at, note: "" }, trx);
    if (cause === null) return;
    const about = {
      deviceId: device.deviceId,
      nameZh: isOverdue ? "质控板逾期" : "质控未通过",
      identifier: "",
      at,
    };
    await alarms.raiseOwn(
      [
        isOverdue
          ? {
              ...about,
              origin: overdue,
              name: "Control board overdue",
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
  async function settle(deviceId: number): Promise<void> {
    const at = new Date(now());
    const written = await db.transaction().execute(async (trx) => {
      const own = createBoardControlStore(trx);
      await own.ensurePlans([deviceId], at);
      await own.lock(deviceId);
      const [device] = await own.listByIds([deviceId]);
      if (device === undefined) return null;
      const [due, failedChecks] = await Promise.all([
        own.listDue([deviceId], at),
        own.listFailedChecks([deviceId]),
      ]);
      const verdict = verdictOf(device, due, failedChecks.has(deviceId), at);
      if (!isChanged(device, verdict, at)) return null;
      const lockouts = createBoardLockoutStore(trx);
      await report(trx, device, verdict.cause, at);
      if (verdict.cause === null) {
        if (device.lockoutId !== null) await lockouts.end(device.lockoutId, at);
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

  return {
    settle,
    require,

    async list(scope: Scope, query: BoardControlQuery): Promise<{ rows: DeviceControl[]; total: number }> {
      const at = new Date(now());
      const total = await store.count(scope, query, at);
      return { rows: await show(await store.list(scope, query, at, pageOf(query, total)), at), total };
    },

    async read(scope: Scope, deviceId: number): Promise<DeviceControlDetail> {
      const at = new Date(now());
      const device = await require(scope, deviceId);
      const due = await store.listDue([deviceId], at);
      const lockouts = await createBoardLockoutStore(db).list(deviceId, 10);
      return {
        ...toDeviceControl(device, due, at),
        controls: due.map((one) => toDue(one, at)),
        lockouts,
      };
    },

    async setPlan(caller: Caller, body: BodyOf<typeof setBoardControl>): Promise<DeviceControl> {
      const { deviceId, ...to } = body;
      await require(caller.scope, deviceId);
      const at = new Date(now());
      await store.setPlan(deviceId, to, personLabel(caller), at);
      await createBoardWithholdingStore(db).judgeSince(deviceId, at);
      await settle(deviceId);
      return this.show(caller.scope, deviceId);
    },

    async show(scope: Scope, deviceId: number): Promise<DeviceControl> {
      const [shown] = await show([await require(scope, deviceId)], new Date(now()));
      if (shown === undefined) throw new Error("a device that was found is not shown");
      return shown;
    },

    /** Counted for each lockout; more than the plan allows are refused. */
    async override(caller: Caller, body: BodyOf<typeof overrideBoardLockout>): Promise<DeviceControl> {
      const { deviceId, reason } = body;
      await require(caller.scope, deviceId);
      const at = new Date(now());
      await db.transaction().execute(async (trx) => {
        const own = createBoardControlStore(trx);
        await own.lock(deviceId);
        const [device] = await own.listByIds([deviceId]);
        if (device === undefined || device.lockoutId === null) throw notLockedOut;
        if (device.overrides >= device.maxOverrides) throw noOverrideLeft(device.maxOverrides);
        const { lockoutId, overrideHours: hours } = device;
        const made = { deviceId, lockoutId, reason, madeBy: personLabel(caller), at, hours };
        const from = await createBoardLockoutStore(trx).addOverride(made);
        await createBoardWithholdingStore(trx).judgeSince(deviceId, from);
      });
      await settle(deviceId);
      return this.show(caller.scope, deviceId);
    },

    /** What no message brings about: controls that became overdue, overrides that lapsed. */
    async sweep(signal: AbortSignal): Promise<number> {
      let [after, changed] = [0, 0];
      while (!signal.aborted) {
        const at = new Date(now());
        const ids = await store.listPlanned(after, perBatch);
        const planned = await store.listByIds(ids);
        const [due, failedChecks] = await Promise.all([store.listDue(ids, at), store.listFailedChecks(ids)]);
        for (const device of planned) {
          const own = due.filter((one) => one.deviceId === device.deviceId);
          if (!isChanged(device, verdictOf(device, own, failedChecks.has(device.deviceId), at), at)) continue;
          await settle(device.deviceId);
          changed += 1;
        }
        if (ids.length < perBatch) break;
        after = ids.at(-1) ?? after;
      }
      return changed;
    },
  };
}

const reasons: Readonly<Record<WithholdCause, string>> = {
  controlFailed: "Control board failed",
  checkFailed: "Self-check failed",
  controlOverdue: "Control board overdue",
};

const notLockedOut = new AppError("refused", {
  en: "This detector is not locked out.",
  zh: "该检测仪未被锁定。",
});

function noOverrideLeft(max: number): AppError {
  return new AppError("refused", {
    en: `All ${max} overrides of this lockout are used. Run a control board that passes.`,
    zh: `本次锁定的 ${max} 次强制放行已用完，请重新检测质控板并通过。`,
  });
}
