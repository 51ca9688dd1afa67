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
} from "@tracewater/contract/fleet/device-lifecycle";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { DeviceService } from "./device.service.ts";
import { deviceSubject } from "./device-audit.ts";
import { type Attempt, diagnose } from "./device-diagnosis.model.ts";
import type { DeviceLifecycleService } from "./device-lifecycle.service.ts";
import type { DeviceReach } from "./device-reach.service.ts";
import { createDeviceTimelineStore, type SpanRow } from "./device-timeline.store.ts";

type Parts = {
  db: Db;
  devices: DeviceService;
  reach: DeviceReach;
  lifecycle: DeviceLifecycleService;
  /** The newest CONNECTs of a device. */
  attemptsOf: (deviceId: number) => Promise<(Attempt & { address: string; sdkVersion: string | null })[]>;
  now: () => number;
  zone: string;
};

/** What becomes of devices, and what is reported about it afterwards. */
export function serveDeviceLifecycle(serve: Serve, parts: Parts): void {
  servePlaces(serve, parts);
  serveEnds(serve, parts);
  serveLabels(serve, parts);
  servePast(serve, parts);
}

function servePlaces(serve: Serve, { devices, lifecycle }: Parts): void {
  serve.forCaller(moveDevices, async ({ params, body, audit }, caller) => {
    const before = await devices.listByIds(caller.scope, body.ids);
    await lifecycle.move(caller, params.family, body);
    const [moved] = await devices.listByIds(caller.scope, body.ids.slice(0, 1));
    for (const device of before) {
      audit({
        subject: deviceSubject(device),
        before: { unitId: device.unitId, unitName: device.unitName, pointName: device.pointName },
        after: { unitId: body.unitId, unitName: moved?.unitName, pointName: null, reason: body.reason },
      });
    }
    return {};
  });

  serve.forCaller(bindDevicePoint, async ({ params, body, audit }, caller) => {
    const before = await devices.requireOfFamily(caller.scope, params.family, body.id);
    await lifecycle.bindPoint(caller, params.family, body);
    const after = await devices.require(caller.scope, body.id);
    audit({
      subject: deviceSubject(before),
      before: { pointId: before.pointId, pointName: before.pointName },
      after: { pointId: after.pointId, pointName: after.pointName, since: body.since ?? null },
    });
    return {};
  });

  serve.forCaller(tagDevices, async ({ params, body, audit }, caller) => {
    const before = await devices.listByIds(caller.scope, body.ids);
    await lifecycle.tag(caller, params.family, body);
    const after = await devices.listByIds(caller.scope, body.ids);
    for (const device of after) {
      const was = before.find((one) => one.id === device.id);
      audit({
        subject: deviceSubject(device),
        before: { tags: was?.tags ?? [] },
        after: { tags: device.tags },
      });
    }
    return {};
  });
}

function serveEnds(serve: Serve, { devices, lifecycle }: Parts): void {
  serve.forCaller(replaceDevice, async ({ params, body, audit }, caller) => {
    const before = await devices.requireOfFamily(caller.scope, params.family, body.id);
    await lifecycle.replace(caller, params.family, body);
    const [old, by] = [
      await devices.require(caller.scope, body.id),
      await devices.require(caller.scope, body.byId),
    ];
    audit({
      subject: deviceSubject(old),
      before: { pointName: before.pointName, retired: false },
      after: { pointName: null, retired: true, replacedBy: by.deviceName, reason: body.reason },
    });
    audit({ subject: deviceSubject(by), before: { replaces: null }, after: { replaces: old.deviceName } });
    return {};
  });

  serve.forCaller(removeDevices, async ({ params, audit }, caller) => {
    const ended = await lifecycle.remove(caller, params.family, params.ids);
    for (const { device, isDeleted } of ended) {
      const { deviceName, nickname, unitId, unitName, tags } = device;
      const before = { deviceName, nickname, unitId, unitName, tags, retired: false };
      audit({ subject: deviceSubject(device), before, ...(isDeleted ? {} : { after: { retired: true } }) });
    }
    const deleted = ended.filter((one) => one.isDeleted).length;
    return { data: { deleted, retired: ended.length - deleted } };
  });
}

function serveLabels(serve: Serve, { devices, lifecycle }: Parts): void {
  serve.forCaller(makeDeviceLabels, async ({ params, body, audit }, caller) => {
    const labels = await lifecycle.makeLabels(caller, params.family, body.ids);
    for (const device of await devices.listByIds(caller.scope, body.ids)) {
      audit({ subject: deviceSubject(device), after: { label: "new" } });
    }
    return { data: labels };
  });

  serve.forCaller(claimDevice, async ({ body, audit }, caller) => {
    const { unitId: from, ...claimed } = await lifecycle.claim(caller, body);
    const after = { unitId: body.unitId };
    audit({
      subject: { kind: "device", id: claimed.id, name: claimed.deviceName, unitId: body.unitId },
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
    const filter = { topic: query.topic, span: query };
    const total = await timeline.count(caller.scope, params.id, filter);
    const rows = await timeline.list(caller.scope, params.id, filter, pageOf(query, total));
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
