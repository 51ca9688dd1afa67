import type { BodyOf } from "@tracewater/contract/call";
import type {
  DeviceControl,
  DeviceControlDetail,
  overrideBoardLockout,
  setBoardControl,
} from "@tracewater/contract/laboratory/board-controls";
import { personLabel } from "@tracewater/contract/system/person-label";
import { AppError, notFound } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import { isChanged, toDeviceControl, toDue, verdictOf } from "./board-control.model.ts";
import {
  type BoardControlQuery,
  createBoardControlStore,
  type PlannedDevice,
} from "./board-control.store.ts";
import type { BoardLockoutService } from "./board-lockout.service.ts";
import { createBoardLockoutStore } from "./board-lockout.store.ts";
import { createBoardWithholdingStore } from "./board-withholding.store.ts";

export type BoardControlService = ReturnType<typeof createBoardControlService>;

const perBatch = 200;

/** Control boards of detectors: when they are due, what withholds results, and who lets them count all the same. */
export function createBoardControlService(options: {
  db: Db;
  lockouts: BoardLockoutService;
  now: () => number;
}) {
  const { db, lockouts, now } = options;
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

  return {
    evaluate: lockouts.evaluate,
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
      const past = await createBoardLockoutStore(db).list(deviceId, 10);
      return {
        ...toDeviceControl(device, due, at),
        controls: due.map((one) => toDue(one, at)),
        lockouts: past,
      };
    },

    async setPlan(caller: Caller, body: BodyOf<typeof setBoardControl>): Promise<DeviceControl> {
      const { deviceId, ...to } = body;
      await require(caller.scope, deviceId);
      const at = new Date(now());
      await store.setPlan(deviceId, to, personLabel(caller), at);
      await createBoardWithholdingStore(db).judgeSince(deviceId, at);
      await lockouts.evaluate(deviceId);
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
      await lockouts.evaluate(deviceId);
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
          await lockouts.evaluate(device.deviceId);
          changed += 1;
        }
        if (ids.length < perBatch) break;
        after = ids.at(-1) ?? after;
      }
      return changed;
    },
  };
}

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
