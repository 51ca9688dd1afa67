/** What people do to alarms, and to the devices that the alarms are about. */
import type { Alarm, Maintenance } from "@tracewater/contract/fleet/alarms";
import { notFound } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Device, DeviceService } from "../devices/device.service.ts";
import type { Act, createAlarmStore } from "./alarm.store.ts";

export const alarmName = { en: "alarm", zh: "告警" };

export function createAlarmActs(options: {
  store: ReturnType<typeof createAlarmStore>;
  devices: DeviceService;
  now: () => number;
}) {
  const { store, devices, now } = options;

  const actOf = (caller: Caller, note: string): Act => ({
    by: caller.nickName || caller.userName,
    at: new Date(now()),
    note,
  });

  async function requireAll(scope: Scope, ids: readonly number[]): Promise<Alarm[]> {
    const wanted = [...new Set(ids)];
    const found = await store.listByIds(scope, wanted);
    if (found.length < wanted.length) throw notFound(alarmName);
    return found;
  }

  /** What an act made of the alarms, each before and after. */
  async function acted(scope: Scope, ids: readonly number[], act: () => Promise<number[]>) {
    const before = await requireAll(scope, ids);
    const changed = await act();
    return { changed: changed.length, before, after: await store.listByIds(scope, ids) };
  }

  return {
    acknowledge: (caller: Caller, ids: readonly number[], note: string) =>
      acted(caller.scope, ids, () => store.acknowledge(ids, actOf(caller, note))),
    clear: (caller: Caller, ids: readonly number[], note: string) =>
      acted(caller.scope, ids, () => store.clear(ids, actOf(caller, note))),
    shelve: (caller: Caller, ids: readonly number[], minutes: number, note: string) =>
      acted(caller.scope, ids, () =>
        minutes === 0
          ? store.unshelve(ids, actOf(caller, note))
          : store.shelve(ids, new Date(now() + minutes * 60_000), actOf(caller, note)),
      ),
    async addNote(caller: Caller, id: number, note: string): Promise<Alarm> {
      const [found] = await requireAll(caller.scope, [id]);
      if (found === undefined) throw notFound(alarmName);
      await store.addNote(id, actOf(caller, note));
      return found;
    },

    async maintenanceOf(scope: Scope, deviceId: number): Promise<Maintenance> {
      await devices.require(scope, deviceId);
      const found = await store.findMaintenance(deviceId, new Date(now()));
      return found ?? { deviceId, since: null, until: null, reason: "", by: "" };
    },

    async setMaintenance(
      caller: Caller,
      given: { deviceId: number; minutes: number; reason: string },
    ): Promise<{ device: Device; before: Maintenance; after: Maintenance }> {
      const device = await devices.require(caller.scope, given.deviceId);
      const before = await this.maintenanceOf(caller.scope, device.id);
      const act = actOf(caller, given.reason);
      if (given.minutes === 0) await store.endMaintenance(device.id, act);
      else await store.beginMaintenance(device.id, new Date(now() + given.minutes * 60_000), act);
      return { device, before, after: await this.maintenanceOf(caller.scope, device.id) };
    },
  };
}
