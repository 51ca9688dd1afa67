/*
 * What becomes of a device: moved, bound, replaced, claimed, retired. Each step is in its timeline, in the unit
 * whose it was then.
 */
import type { FamilyKey } from "@tracewater/contract/fleet/families";
import { fieldError, notFound } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { EventBus } from "../../../platform/event-bus.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { LicenceService } from "../../system/licences/licence.service.ts";
import type { OrgUnitService } from "../../system/org-units/org-unit.service.ts";
import type { FleetEvents } from "../fleet-events.ts";
import { createDeviceClaims } from "./device-claims.ts";
import { type Allow, createDeviceLifecycleStore } from "./device-lifecycle.store.ts";

export type DeviceLifecycleService = ReturnType<typeof createDeviceLifecycleService>;

const deviceKind = { en: "device", zh: "设备" };

export function createDeviceLifecycleService(options: {
  db: Db;
  orgUnits: OrgUnitService;
  licences: LicenceService;
  /** Throws where there is no such sampling point in the scope. */
  requirePoint: (scope: Scope, id: number) => Promise<void>;
  events: EventBus<FleetEvents>;
  now: () => number;
}) {
  const { orgUnits, licences, requirePoint, events, now } = options;
  const store = createDeviceLifecycleStore(options.db);
  const roomIn =
    (unitId: number): Allow =>
    (trx, fromUnits) =>
      licences.requireRoomToMove(trx, "devices", fromUnits, unitId);

  /** All of them, or none: an id that is not there, or retired, refuses the whole. */
  async function requireLiving(scope: Scope, family: FamilyKey, ids: readonly number[]) {
    const wanted = [...new Set(ids)];
    const found = await store.listLiving(scope, family, wanted);
    if (found.length < wanted.length) throw notFound(deviceKind);
    return found;
  }

  async function requireOne(scope: Scope, family: FamilyKey, id: number) {
    const [found] = await requireLiving(scope, family, [id]);
    if (found === undefined) throw notFound(deviceKind);
    return found;
  }

  const changed = (ids: readonly number[], life?: "delete" | "enable") => {
    for (const deviceId of ids) events.emit("device.changed", life ? { deviceId, life } : { deviceId });
  };

  return {
    requireLiving,
    ...createDeviceClaims({ ...options, requireLiving, roomIn, changed }),

    async move(
      caller: Caller,
      family: FamilyKey,
      { ids, unitId, reason }: { ids: number[]; unitId: number; reason: string },
    ): Promise<void> {
      await requireLiving(caller.scope, family, ids);
      const { name } = await orgUnits.require(caller.scope, unitId, "unitId");
      await store.move(ids, { unitId, name }, { actor: caller.nickName, reason }, roomIn(unitId));
      changed(ids);
    },

    async bindPoint(
      caller: Caller,
      family: FamilyKey,
      given: { id: number; pointId: number | null; since?: number | undefined },
    ): Promise<void> {
      await requireOne(caller.scope, family, given.id);
      if (given.pointId !== null) await requirePoint(caller.scope, given.pointId);
      if (given.since !== undefined && given.since > now()) {
        throw fieldError("since", { en: "must not be in the future", zh: "不能晚于当前时间" });
      }
      const since = given.since === undefined ? null : new Date(given.since);
      const assignment = { deviceId: given.id, pointId: given.pointId, since, actor: caller.nickName };
      const fault = await store.assignTo(assignment);
      if (fault === null) return;
      const limit = fault.laterThan.toISOString();
      throw fieldError("since", {
        en: `must be later than ${limit}, the last change before it`,
        zh: `须晚于上一时段的起止时间 ${limit}`,
      });
    },

    async replace(
      caller: Caller,
      family: FamilyKey,
      { id, byId, reason }: { id: number; byId: number; reason: string },
    ): Promise<void> {
      const old = await requireOne(caller.scope, family, id);
      if (byId === id) throw fieldError("byId", { en: "must be another device", zh: "不能是设备自身" });
      const [by] = await store.listLiving(caller.scope, family, [byId]);
      if (by === undefined) throw fieldError("byId", { en: "device not found", zh: "设备不存在" });
      await store.replace(id, byId, { actor: caller.nickName, reason }, roomIn(old.unitId));
      changed([id], "delete");
      changed([byId]);
    },

    /** Takes devices off the platform; which of them are gone, and which stay as retired ones. */
    async remove(caller: Caller, family: FamilyKey, ids: readonly number[]) {
      const found = await requireLiving(caller.scope, family, ids);
      const ended: { device: (typeof found)[number]; isDeleted: boolean }[] = [];
      for (const device of found) {
        ended.push({ device, isDeleted: await store.remove(device.id, caller.nickName) });
      }
      changed(
        found.map((one) => one.id),
        "delete",
      );
      return ended;
    },

    /** A retired device comes back, at no sampling point, where its unit has room for it. */
    async restore(caller: Caller, id: number, unitId: number): Promise<void> {
      await store.restore(id, unitId, caller.nickName, (trx) =>
        licences.requireRoom(trx, "devices", new Map([[unitId, 1]])),
      );
      changed([id], "enable");
    },

    async tag(
      caller: Caller,
      family: FamilyKey,
      { ids, add, remove }: { ids: number[]; add: string[]; remove: string[] },
    ): Promise<void> {
      await requireLiving(caller.scope, family, ids);
      await store.changeTags(ids, add, remove);
    },
  };
}
