import {
  addDevice,
  changeDevice,
  changeDeviceStatus,
  countDevices,
  type DeviceDetail,
  type DeviceRow,
  getDevice,
  getDeviceOfAnyFamily,
  type LatestValue,
  listDevices,
  resetDeviceSecret,
} from "@tracewater/contract/fleet/devices";
import { familyKey, familyKeys } from "@tracewater/contract/fleet/families";
import type { CallNote } from "../../../platform/http/call-notes.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { TelemetryService } from "../telemetry/telemetry.service.ts";
import { connectionOf, type DeviceService } from "./device.service.ts";
import type { DeviceRecord, StateName } from "./device.store.ts";

const stateNames: readonly StateName[] = ["online", "offline", "notActivated", "disabled"];

export function serveDevices(
  serve: Serve,
  devices: DeviceService,
  telemetry: TelemetryService,
  printMoment: PrintMoment,
): void {
  serve.forCaller(listDevices, async ({ params, query }, caller) => {
    const filter = { ...query, typeKey: params.family };
    const counts = await devices.countByState(caller.scope, filter);
    const total = sum(query.state === undefined ? stateNames : [query.state], counts);
    const order = {
      column: query.orderByColumn ?? "deviceName",
      descending: query.isAsc === "desc",
    } as const;
    const records = await devices.list(caller.scope, filter, { order, ...pageOf(query, total) });
    const latest = await telemetry.latestOf(records.map((record) => record.id));
    return { rows: records.map((record) => toRow(record, latest)), total, counts: toCounts(counts) };
  });

  serve.forCaller(countDevices, async (_input, caller) => {
    const rows = await devices.countAll(caller.scope);
    return {
      data: familyKeys.map((typeKey) => {
        const own = rows.filter((row) => row.typeKey === typeKey);
        return { typeKey, ...toCounts(new Map(own.map((row) => [row.state, row.count]))) };
      }),
    };
  });

  serve.forCaller(getDeviceOfAnyFamily, async ({ params }, caller) => {
    const record = await devices.requireReadable(caller, params.id);
    return { data: toDetail(record, await telemetry.latestOf([record.id]), printMoment) };
  });

  serve.forCaller(getDevice, async ({ params }, caller) => {
    const record = await devices.requireOfFamily(caller.scope, params.family, params.id);
    return { data: toDetail(record, await telemetry.latestOf([record.id]), printMoment) };
  });

  serveChanges(serve, devices);
}

function serveChanges(serve: Serve, devices: DeviceService): void {
  serve.forCaller(addDevice, async ({ params, body, note }, caller) => {
    const added = await devices.add(caller.scope, params.family, body);
    const after = await devices.require(caller.scope, added.id);
    note({ thing: thingOf(after), after: toFacts(after) });
    return { data: added };
  });
  serve.forCaller(changeDevice, async ({ params, body, note }, caller) => {
    const before = await devices.requireOfFamily(caller.scope, params.family, body.id);
    await devices.change(caller.scope, params.family, body);
    const after = await devices.require(caller.scope, body.id);
    note({ thing: thingOf(before), before: toFacts(before), after: toFacts(after) });
    return {};
  });
  serve.forCaller(changeDeviceStatus, async ({ params, body, note }, caller) => {
    const device = await devices.requireOfFamily(caller.scope, params.family, body.id);
    await devices.setStatus(caller.scope, params.family, body.id, body.status);
    note({ thing: thingOf(device), before: { status: device.status }, after: { status: body.status } });
    return {};
  });
  serve.forCaller(resetDeviceSecret, async ({ params, note }, caller) => {
    const device = await devices.requireOfFamily(caller.scope, params.family, params.id);
    const data = await devices.resetSecret(caller.scope, params.family, params.id);
    note({ thing: thingOf(device) });
    return { data };
  });
}

function thingOf({ id, deviceName, unitId }: DeviceRecord): CallNote["thing"] {
  return { kind: "device", id, name: deviceName, unitId };
}

/** What people decide of a device; what it reports by itself is no change of theirs. */
function toFacts(record: DeviceRecord) {
  const { deviceName, nickname, typeKey, status, unitId, unitName, pointId, pointName, tags } = record;
  return { deviceName, nickname, typeKey, status, unitId, unitName, pointId, pointName, tags };
}

type Latest = Map<number, Record<string, LatestValue>>;

function toRow(record: DeviceRecord, latest: Latest): DeviceRow {
  const values = latest.get(record.id) ?? {};
  return {
    id: record.id,
    deviceName: record.deviceName,
    nickname: record.nickname,
    productId: record.productId,
    productKey: record.productKey,
    typeKey: familyKey.parse(record.typeKey),
    status: record.status,
    connection: connectionOf(record),
    unitId: record.unitId,
    unitName: record.unitName,
    pointId: record.pointId,
    pointName: record.pointName,
    tags: record.tags,
    lastValueAt: newest(values)?.receivedAt ?? null,
    latest: values,
  };
}

function toDetail(record: DeviceRecord, latest: Latest, printMoment: PrintMoment): DeviceDetail {
  const values = latest.get(record.id) ?? {};
  const last = newest(values);
  const position = readPosition(values["gps"]?.value);
  const firmware = values["firmware"]?.value;
  return {
    ...toRow(record, latest),
    productName: record.productName,
    productNameZh: record.productNameZh,
    firmware: typeof firmware === "string" ? firmware : null,
    latitude: position?.latitude ?? null,
    longitude: position?.longitude ?? null,
    pointCode: record.pointCode,
    createTime: printMoment(record.createdAt),
    activatedAt: record.activatedAt?.getTime() ?? null,
    lastOnlineAt: record.lastOnlineAt?.getTime() ?? null,
    lastConnect: lastConnectOf(record),
    clockSkewMs: last === null ? null : last.receivedAt - last.at,
  };
}

function lastConnectOf(record: DeviceRecord): DeviceDetail["lastConnect"] {
  if (record.lastConnectAt === null) return null;
  return {
    at: record.lastConnectAt.getTime(),
    address: record.lastConnectAddress ?? "",
    outcome: record.lastConnectOutcome ?? "",
    sdkVersion: record.lastConnectSdk,
  };
}

function newest(values: Record<string, LatestValue>): LatestValue | null {
  return Object.values(values).reduce<LatestValue | null>(
    (last, value) => (last === null || value.receivedAt > last.receivedAt ? value : last),
    null,
  );
}

function readPosition(value: unknown): { latitude: number; longitude: number } | null {
  if (typeof value !== "object" || value === null || !("latitude" in value) || !("longitude" in value))
    return null;
  const { latitude, longitude } = value;
  return typeof latitude === "number" && typeof longitude === "number" ? { latitude, longitude } : null;
}

function toCounts(counts: ReadonlyMap<StateName, number>) {
  const of = (state: StateName) => counts.get(state) ?? 0;
  return {
    online: of("online"),
    offline: of("offline"),
    notActivated: of("notActivated"),
    disabled: of("disabled"),
  };
}

function sum(states: readonly StateName[], counts: ReadonlyMap<StateName, number>): number {
  return states.reduce((total, state) => total + (counts.get(state) ?? 0), 0);
}
