import {
  exportReadings,
  getSeries,
  listConflicts,
  listEvents,
  listMessages,
} from "@tracewater/contract/fleet/telemetry";
import type { Caller } from "../../../platform/caller.ts";
import type { ExportFiles } from "../../../platform/files/export-files.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { Db } from "../../../platform/store/database.ts";
import { type DeviceReach, type Span, withinReach } from "../devices/device-reach.service.ts";
import type { ProductService } from "../products/product.service.ts";
import { directionNumber, type MessageKind, messageKindNumber } from "../uplink.ts";
import { createConflictStore } from "./conflict.store.ts";
import { sendReadings } from "./reading-export.ts";
import { checkSpan, createSeriesService } from "./series.service.ts";
import type { TelemetryService } from "./telemetry.service.ts";

/** What devices reported, as series, files and lists. Each gives what belongs to the caller's units by its own time. */
export function serveTelemetry(
  serve: Serve,
  parts: {
    db: Db;
    telemetry: TelemetryService;
    reach: DeviceReach;
    products: ProductService;
    files: ExportFiles;
    printMoment: PrintMoment;
    now: () => number;
  },
): void {
  const { telemetry, reach } = parts;
  const seriesOf = createSeriesService(parts);
  const conflicts = createConflictStore(parts.db);

  serve.forCaller(getSeries, async ({ query }, caller) => {
    const { begin, end, points, identifiers, deviceId, interval } = query;
    const found = await reach.require(caller, deviceId, "query");
    checkSpan(query);
    const spans = withinReach(found.reach, begin, end).map((span) => ({
      begin: span.begin ?? new Date(begin),
      end: span.end ?? new Date(end),
    }));
    const asked = { deviceId, identifiers, begin, end, points, expectedMs: interval ?? null, spans };
    return { data: await seriesOf.read(asked) };
  });

  serve.export(exportReadings, async ({ query, language, reply }, caller) => {
    const { device, reach: own } = await reach.require(caller, query.deviceId, "export");
    checkSpan(query);
    const spans = withinReach(own, query.begin, query.end);
    await sendReadings(parts, {
      ...{ device, spans, identifiers: query.identifiers, format: query.format ?? "csv" },
      ...{ ownerId: caller.userId, language, reply },
    });
  });

  serve.forCaller(listConflicts, async ({ query }, caller) => {
    const spans = await spansOf(query, caller);
    const filter = { deviceId: query.deviceId, identifier: query.identifier, spans };
    const total = await conflicts.count(filter);
    return { total, rows: await conflicts.list(filter, pageOf(query, total)) };
  });

  serve.forCaller(listMessages, async ({ query }, caller) => {
    const filter = {
      deviceId: query.deviceId,
      direction: query.direction === undefined ? undefined : directionNumber[query.direction],
      kind: query.kind === undefined ? undefined : messageKindNumber[query.kind],
      keyword: query.keyword,
      spans: await spansOf(query, caller),
    };
    const total = await telemetry.countMessages(filter);
    const { limit, offset } = pageOf(query, total);
    const rows = await telemetry.listMessages(filter, limit, offset);
    return { total, rows: rows.map(toMessage) };
  });

  serve.forCaller(listEvents, async ({ query }, caller) => {
    const { deviceId, identifier } = query;
    const filter = { deviceId, identifier, spans: await spansOf(query, caller) };
    const total = await telemetry.countEvents(filter);
    const { limit, offset } = pageOf(query, total);
    const rows = await telemetry.listEvents(filter, limit, offset);
    return { total, rows: rows.map(toEvent) };
  });

  async function spansOf(
    query: { deviceId: number; beginTime?: number | undefined; endTime?: number | undefined },
    caller: Caller,
  ): Promise<Span[]> {
    const found = await reach.require(caller, query.deviceId, "query");
    return withinReach(found.reach, query.beginTime, query.endTime);
  }
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
