import { getSeries, listEvents, listMessages } from "@tracewater/contract/fleet/telemetry";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { DeviceService } from "../devices/device.service.ts";
import { directionNumber, type MessageKind, messageKindNumber } from "../uplink.ts";
import type { TelemetryService } from "./telemetry.service.ts";

export function serveTelemetry(serve: Serve, telemetry: TelemetryService, devices: DeviceService): void {
  serve.forCaller(getSeries, async ({ query }, caller) => {
    await devices.requireReadable(caller, query.deviceId);
    const span = {
      deviceId: query.deviceId,
      identifiers: query.identifiers,
      begin: new Date(query.begin),
      end: new Date(query.end),
    };
    return { data: await telemetry.series(span, query.points) };
  });

  serve.forCaller(listMessages, async ({ query }, caller) => {
    await devices.requireReadable(caller, query.deviceId);
    const filter = {
      deviceId: query.deviceId,
      direction: query.direction === undefined ? undefined : directionNumber[query.direction],
      kind: query.kind === undefined ? undefined : messageKindNumber[query.kind],
      keyword: query.keyword,
      begin: toDate(query.beginTime),
      end: toDate(query.endTime),
    };
    const total = await telemetry.countMessages(filter);
    const { limit, offset } = pageOf(query, total);
    const rows = await telemetry.listMessages(filter, limit, offset);
    return { total, rows: rows.map(toMessage) };
  });

  serve.forCaller(listEvents, async ({ query }, caller) => {
    await devices.requireReadable(caller, query.deviceId);
    const filter = {
      deviceId: query.deviceId,
      identifier: query.identifier,
      begin: toDate(query.beginTime),
      end: toDate(query.endTime),
    };
    const total = await telemetry.countEvents(filter);
    const { limit, offset } = pageOf(query, total);
    const rows = await telemetry.listEvents(filter, limit, offset);
    return { total, rows: rows.map(toEvent) };
  });
}

function toMessage(row: Awaited<ReturnType<TelemetryService["listMessages"]>>[number]) {
  return {
    id: String(row.id),
    at: Math.floor(row.at),
    direction: row.direction === directionNumber.up ? ("up" as const) : ("down" as const),
    kind: kindOf(row.kind),
    topic: row.topic,
    payload: row.payload,
    code: row.code,
  };
}

function toEvent(row: Awaited<ReturnType<TelemetryService["listEvents"]>>[number]) {
  const params = typeof row.params === "object" && row.params !== null ? row.params : {};
  return {
    id: String(row.id),
    identifier: row.identifier,
    type: eventType(row.kind),
    at: Math.floor(row.at),
    receivedAt: Math.floor(row.receivedAt),
    params: Object.fromEntries(Object.entries(params)),
  };
}

function eventType(kind: string): "info" | "alert" | "error" {
  return kind === "alert" || kind === "error" ? kind : "info";
}

const kindNames = new Map(
  Object.entries(messageKindNumber).map(([name, number]) => [number, name as MessageKind] as const),
);

function kindOf(number: number): MessageKind {
  return kindNames.get(number) ?? "other";
}

function toDate(epochMs: number | undefined): Date | undefined {
  return epochMs === undefined ? undefined : new Date(epochMs);
}
