import type { BodyOf } from "@tracewater/contract/call";
import {
  addDevice,
  changeDevice,
  changeDeviceStatus,
  connectOutcome,
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
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { Scope } from "../../../platform/scope.ts";
import { connectionOf, type DeviceService } from "./device.service.ts";
import { deviceAuditPayload, deviceSubject } from "./device-audit.ts";
import type { DeviceLifecycleService } from "./device-lifecycle.service.ts";
import { maxCounted } from "./device-queries.store.ts";
import type { DeviceRecord, StateName } from "./device-record.ts";

/** Retired ones are listed only where they are asked for. */
const stateNames: readonly StateName[] = ["online", "offline", "notActivated", "disabled"];

export function serveDevices(
  serve: Serve,
  devices: DeviceService,
  lifecycle: DeviceLifecycleService,
  latestValues: (deviceIds: readonly number[]) => Promise<Latest>,
  printMoment: PrintMoment,
): void {
  /** What a device reported in another unit before is that unit's: it is no latest value in this one. */
  async function latestOf(scope: Scope, records: readonly DeviceRecord[]): Promise<Latest> {
    const latest = await latestValues(records.map((record) => record.id));
    if (scope.kind === "all") return latest;
    for (const { id, movedAt } of records) {
      if (movedAt === null) continue;
      const own = Object.entries(latest.get(id) ?? {}).filter(([, value]) => value.at >= movedAt.getTime());
      latest.set(id, Object.fromEntries(own));
    }
    return latest;
  }

  serve.forCaller(listDevices, async ({ params, query }, caller) => {
    const filter = { ...query, typeKey: params.family };
    const order = {
      column: query.orderByColumn ?? "deviceName",
      descending: query.isAsc === "desc",
    } as const;
    const page = (total: number) => devices.list(caller.scope, filter, { order, ...pageOf(query, total) });
    // The first page is the first whatever the total; a later one may lie beyond it.
    const early = query.pageNum === 1 ? page(0) : null;
    const [counted] = await Promise.all([devices.countByState(caller.scope, filter), early]);
    const all = sum(query.state === undefined ? stateNames : [query.state], counted);
    const total = Math.min(all, maxCounted);
    const records = await (early ?? page(total));
    const latest = await latestOf(caller.scope, records);
    return {
      rows: records.map((record) => toRow(record, latest)),
      total,
      isMore: all > maxCounted,
      counts: toCounts(counted, maxCounted),
      beyond: [...counted].flatMap(([state, count]) => (count > maxCounted ? [state] : [])),
    };
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

  serve.forCaller(getDeviceOfAnyFamily, async ({ params, query }, caller) => {
    const record = await devices.requireReadable(caller, query.deviceName ?? params.id);
    return { data: toDetail(record, await latestOf(caller.scope, [record]), printMoment) };
  });

  serve.forCaller(getDevice, async ({ params }, caller) => {
    const record = await devices.requireOfFamily(caller.scope, params.family, params.id);
    return { data: toDetail(record, await latestOf(caller.scope, [record]), printMoment) };
  });

  serveChanges(serve, devices, lifecycle);
}

function serveChanges(serve: Serve, devices: DeviceService, lifecycle: DeviceLifecycleService): void {
  serve.forCaller(addDevice, async ({ params, body, audit }, caller) => {
    const added = await devices.add(caller.scope, params.family, body, caller.nickName);
    const after = await devices.require(caller.scope, added.id);
    audit({ subject: deviceSubject(after), after: deviceAuditPayload(after) });
    return { data: added };
  });
  serve.forCaller(changeDevice, async ({ params, body, audit }, caller) => {
    const before = await devices.requireOfFamily(caller.scope, params.family, body.id);
    await devices.change(caller.scope, params.family, toChange(body, before), caller.nickName);
    const after = await devices.require(caller.scope, body.id);
    audit({
      subject: deviceSubject(before),
      before: deviceAuditPayload(before),
      after: deviceAuditPayload(after),
    });
    return {};
  });
  serve.forCaller(changeDeviceStatus, async ({ params, body, audit }, caller) => {
    const device = await devices.requireOfFamily(caller.scope, params.family, body.id);
    if (device.retiredAt !== null && body.status === "0")
      await lifecycle.restore(caller, device.id, device.unitId);
    else await devices.setStatus(caller.scope, params.family, body.id, body.status, caller.nickName);
    audit({
      subject: deviceSubject(device),
      before: { status: device.status },
      after: { status: body.status },
    });
    return {};
  });
  serve.forCaller(resetDeviceSecret, async ({ params, audit }, caller) => {
    const device = await devices.requireOfFamily(caller.scope, params.family, params.id);
    const data = await devices.resetSecret(caller.scope, params.family, params.id, caller.nickName);
    audit({ subject: deviceSubject(device) });
    return { data };
  });
}

/** A position that is left out stays. */
function toChange(body: BodyOf<typeof changeDevice>, { latitude, longitude }: DeviceRecord) {
  if (body.latitude === undefined || body.longitude === undefined) return { ...body, latitude, longitude };
  return { ...body, latitude: body.latitude, longitude: body.longitude };
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
    retiredAt: record.retiredAt?.getTime() ?? null,
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
  const position = positionOf(record, values);
  const firmware = values["firmware"]?.value;
  return {
    ...toRow(record, latest),
    productName: record.productName,
    productNameZh: record.productNameZh,
    firmware: typeof firmware === "string" ? firmware : null,
    latitude: position?.latitude ?? null,
    longitude: position?.longitude ?? null,
    positionSource: position?.source ?? null,
    replacedBy: record.replacedBy,
    movedAt: record.movedAt?.getTime() ?? null,
    pointCode: record.pointCode,
    createTime: printMoment(record.createdAt),
    activatedAt: record.activatedAt?.getTime() ?? null,
    lastOnlineAt: record.lastOnlineAt?.getTime() ?? null,
    lastConnect: lastConnectOf(record),
    clockSkewMs: last === null ? null : last.receivedAt - last.at,
  };
}

function lastConnectOf(record: DeviceRecord): DeviceDetail["lastConnect"] {
  const outcome = connectOutcome.safeParse(record.lastConnectOutcome);
  if (record.lastConnectAt === null || !outcome.success) return null;
  return {
    at: record.lastConnectAt.getTime(),
    address: record.lastConnectAddress ?? "",
    outcome: outcome.data,
    sdkVersion: record.lastConnectSdk,
  };
}

function newest(values: Record<string, LatestValue>): LatestValue | null {
  return Object.values(values).reduce<LatestValue | null>(
    (last, value) => (last === null || value.receivedAt > last.receivedAt ? value : last),
    null,
  );
}

/** As a person entered it, else as the device reported it. */
function positionOf({ latitude, longitude }: DeviceRecord, values: Record<string, LatestValue>) {
  if (latitude !== null && longitude !== null) return { latitude, longitude, source: "entered" as const };
  const reported = readPosition(values["gps"]?.value);
  return reported === null ? null : { ...reported, source: "gps" as const };
}

function readPosition(value: unknown): { latitude: number; longitude: number } | null {
  if (typeof value !== "object" || value === null || !("latitude" in value) || !("longitude" in value))
    return null;
  const { latitude, longitude } = value;
  return typeof latitude === "number" && typeof longitude === "number" ? { latitude, longitude } : null;
}

function toCounts(counts: ReadonlyMap<StateName, number>, max = Number.POSITIVE_INFINITY) {
  const of = (state: StateName) => Math.min(counts.get(state) ?? 0, max);
  return {
    online: of("online"),
    offline: of("offline"),
    notActivated: of("notActivated"),
    disabled: of("disabled"),
    retired: of("retired"),
  };
}

function sum(states: readonly StateName[], counts: ReadonlyMap<StateName, number>): number {
  return states.reduce((total, state) => total + (counts.get(state) ?? 0), 0);
}
