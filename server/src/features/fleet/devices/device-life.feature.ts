import {
  bindDevicePoint,
  claimDevice,
  type DeviceSpan,
  getConnectDiagnosis,
  getDeviceUptime,
  listDeviceSpans,
  listDeviceTimeline,
  makeDeviceLabels,
  moveDevices,
  removeDevices,
  replaceDevice,
  tagDevices,
} from "@tracewater/contract/fleet/device-life";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { DeviceService } from "./device.service.ts";
import { type Attempt, diagnose } from "./device-diagnosis.model.ts";
import { deviceThing } from "./device-facts.ts";
import type { DeviceLifeService } from "./device-life.service.ts";
import type { DeviceReach } from "./device-reach.service.ts";
import { createDeviceTimelineStore, type SpanRow } from "./device-timeline.store.ts";

type Parts = {
  db: Db;
  devices: DeviceService;
  reach: DeviceReach;
  lives: DeviceLifeService;
  /** The newest CONNECTs of a device. */
  attemptsOf: (deviceId: number) => Promise<(Attempt & { address: string; sdkVersion: string | null })[]>;
  now: () => number;
  zone: string;
};

/** What becomes of devices, and what is told of it afterwards. */
export function serveDeviceLives(serve: Serve, parts: Parts): void {
  servePlaces(serve, parts);
  serveEnds(serve, parts);
  serveLabels(serve, parts);
  servePast(serve, parts);
}

function servePlaces(serve: Serve, { devices, lives }: Parts): void {
  serve.forCaller(moveDevices, async ({ params, body, note }, caller) => {
    const before = await devices.listByIds(caller.scope, body.ids);
    await lives.move(caller, params.family, body);
    const [moved] = await devices.listByIds(caller.scope, body.ids.slice(0, 1));
    for (const device of before) {
      note({
        thing: deviceThing(device),
        before: { unitId: device.unitId, unitName: device.unitName, pointName: device.pointName },
        after: { unitId: body.unitId, unitName: moved?.unitName, pointName: null, reason: body.reason },
      });
    }
    return {};
  });

  serve.forCaller(bindDevicePoint, async ({ params, body, note }, caller) => {
    const before = await devices.requireOfFamily(caller.scope, params.family, body.id);
    await lives.bindPoint(caller, params.family, body);
    const after = await devices.require(caller.scope, body.id);
    note({
      thing: deviceThing(before),
      before: { pointId: before.pointId, pointName: before.pointName },
      after: { pointId: after.pointId, pointName: after.pointName, since: body.since ?? null },
    });
    return {};
  });

  serve.forCaller(tagDevices, async ({ params, body, note }, caller) => {
    const before = await devices.listByIds(caller.scope, body.ids);
    await lives.tag(caller, params.family, body);
    const after = await devices.listByIds(caller.scope, body.ids);
    for (const device of after) {
      const was = before.find((one) => one.id === device.id);
      note({ thing: deviceThing(device), before: { tags: was?.tags ?? [] }, after: { tags: device.tags } });
    }
    return {};
  });
}

function serveEnds(serve: Serve, { devices, lives }: Parts): void {
  serve.forCaller(replaceDevice, async ({ params, body, note }, caller) => {
    const before = await devices.requireOfFamily(caller.scope, params.family, body.id);
    await lives.replace(caller, params.family, body);
    const [old, by] = [
      await devices.require(caller.scope, body.id),
      await devices.require(caller.scope, body.byId),
    ];
    note({
      thing: deviceThing(old),
      before: { pointName: before.pointName, retired: false },
      after: { pointName: null, retired: true, replacedBy: by.deviceName, reason: body.reason },
    });
    note({ thing: deviceThing(by), before: { replaces: null }, after: { replaces: old.deviceName } });
    return {};
  });

  serve.forCaller(removeDevices, async ({ params, note }, caller) => {
    const ended = await lives.remove(caller, params.family, params.ids);
    for (const { device, isDeleted } of ended) {
      const { deviceName, nickname, unitId, unitName, tags } = device;
      const before = { deviceName, nickname, unitId, unitName, tags, retired: false };
      note({ thing: deviceThing(device), before, ...(isDeleted ? {} : { after: { retired: true } }) });
    }
    const deleted = ended.filter((one) => one.isDeleted).length;
    return { data: { deleted, retired: ended.length - deleted } };
  });
}

function serveLabels(serve: Serve, { devices, lives }: Parts): void {
  serve.forCaller(makeDeviceLabels, async ({ params, body, note }, caller) => {
    const labels = await lives.makeLabels(caller, params.family, body.ids);
    for (const device of await devices.listByIds(caller.scope, body.ids)) {
      note({ thing: deviceThing(device), after: { label: "new" } });
    }
    return { data: labels };
  });

  serve.forCaller(claimDevice, async ({ body, note }, caller) => {
    const { unitId: from, ...claimed } = await lives.claim(caller, body);
    const after = { unitId: body.unitId };
    note({
      thing: { kind: "device", id: claimed.id, name: claimed.deviceName, unitId: body.unitId },
      before: { unitId: from },
      after,
    });
    return { data: claimed };
  });
}

function servePast(serve: Serve, { db, devices, reach, attemptsOf, now, zone }: Parts): void {
  const timeline = createDeviceTimelineStore(db);
  serve.forCaller(listDeviceSpans, async ({ params }, caller) => {
    await reach.require(caller, params.id, "query");
    const [points, units] = await Promise.all([
      timeline.listPointSpans(caller.scope, params.id),
      timeline.listUnitSpans(caller.scope, params.id),
    ]);
    return { data: { points: points.map(toSpan), units: units.map(toSpan) } };
  });

  serve.forCaller(listDeviceTimeline, async ({ params, query }, caller) => {
    await reach.require(caller, params.id, "query");
    const total = await timeline.count(caller.scope, params.id, query.topic);
    const rows = await timeline.list(caller.scope, params.id, query.topic, pageOf(query, total));
    return { total, rows: rows.map((row) => ({ ...row, at: row.at.getTime() })) };
  });

  serve.forCaller(getConnectDiagnosis, async ({ params }, caller) => {
    const device = await devices.requireReadable(caller, params.id);
    // Attempts of another unit's time, with its addresses, are not this one's to read.
    const since = caller.scope.kind === "all" ? 0 : (device.movedAt?.getTime() ?? 0);
    const attempts = (await attemptsOf(params.id)).filter((one) => one.at.getTime() >= since);
    return {
      data: {
        diagnosis: diagnose(device, attempts, now()),
        attempts: attempts.map(({ at, address, outcome, sdkVersion, tookOver }) => ({
          ...{ at: at.getTime(), address, outcome, sdkVersion, tookOver },
        })),
      },
    };
  });

  serve.forCaller(getDeviceUptime, async ({ params, query }, caller) => {
    await devices.requireReadable(caller, params.id);
    const days = await timeline.uptime(params.id, { days: query.days, now: new Date(now()), zone });
    const of = days.reduce((sum, day) => sum + day.ofMs, 0);
    const online = days.reduce((sum, day) => sum + day.onlineMs, 0);
    return { data: { days, share: of === 0 ? null : online / of } };
  });
}

function toSpan({ id, name, code, since, until }: SpanRow): DeviceSpan {
  return { id, name, code, since: since.getTime(), until: until?.getTime() ?? null };
}
