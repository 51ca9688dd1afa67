import type { Property, ThingModel } from "@tracewater/alink/thing-model";
import type { FamilyKey } from "@tracewater/contract/fleet/families";
import {
  envStatusLog,
  type GroupRow,
  modeLog,
  queryDeviceProperty,
  settingLog,
  workStatusLog,
} from "@tracewater/contract/fleet/group-logs";
import { mostExportRows } from "@tracewater/contract/resource/imports";
import type { FastifyReply } from "fastify";
import type { Caller } from "../../../platform/caller.ts";
import { badField, Failure } from "../../../platform/failure.ts";
import type { MadeFiles } from "../../../platform/files/made-files.ts";
import { sendXlsx } from "../../../platform/files/send-file.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { Language } from "../../../platform/words.ts";
import type { DeviceService } from "../devices/device.service.ts";
import type { ProductService } from "../products/product.service.ts";
import { createGroupLogStore, type LogRow, type LogSpan } from "./group-log.store.ts";
import { type PrintOffset, writeGroupSheet } from "./group-sheet.ts";
import type { TelemetryService } from "./telemetry.service.ts";

type Group = Property["group"];
type Asked = { deviceName: string; beginTime?: number | undefined; endTime?: number | undefined };
type Out = { caller: Caller; language: Language; reply: FastifyReply };

const logs = [
  { group: "workStatus", calls: workStatusLog.calls },
  { group: "mode", calls: modeLog.calls },
  { group: "setting", calls: settingLog.calls },
  { group: "envStatus", calls: envStatusLog.calls },
] as const;

/** The logs of the groups of a device's properties, as lists and as spreadsheets, and its properties as they are. */
export function serveGroupLogs(
  serve: Serve,
  parts: {
    db: Db;
    devices: DeviceService;
    products: ProductService;
    telemetry: TelemetryService;
    files: MadeFiles;
    printMoment: PrintOffset;
  },
): void {
  const { devices, products, telemetry, files } = parts;
  const store = createGroupLogStore(parts.db);

  async function find(caller: Caller, family: FamilyKey, group: Group, asked: Asked) {
    const device = await devices.requireByName(caller.scope, family, asked.deviceName);
    const { model } = await products.require(device.productId);
    const properties = model.properties.filter((property) => property.group === group);
    return { device, properties, span: toSpan(device.id, properties, asked) };
  }

  async function sendSheet(family: FamilyKey, group: Group, asked: Asked, out: Out): Promise<void> {
    const { device, properties, span } = await find(out.caller, family, group, asked);
    const file = await files.plan(out.caller.userId, `${group}Message`);
    try {
      const rows = eachRow((before) => store.listBefore(span, before, batch));
      const { language } = out;
      await writeGroupSheet({ path: file.path, properties, rows, language, printMoment: parts.printMoment });
    } catch (error) {
      await files.discard(file.path);
      throw error;
    }
    const opened = await files.open(out.caller.userId, file.name, true);
    if (opened === null) throw new Error("a file that was made a moment ago is gone");
    await sendXlsx(out.reply, opened, `${device.deviceName} ${groupTitles[group][out.language]}.xlsx`);
  }

  for (const { group, calls } of logs) {
    serve.forCaller(calls.list, async ({ params, query }, caller) => {
      const { span } = await find(caller, params.family, group, query);
      const total = await store.count(span);
      const rows = await store.list(span, pageOf(query, total));
      return { total, rows: rows.map(toRow) };
    });
    serve.stream(calls.export, ({ params, query, language, reply }, caller) =>
      sendSheet(params.family, group, query, { caller, language, reply }),
    );
    serve.stream(calls.exportByForm, ({ params, body, language, reply }, caller) =>
      sendSheet(params.family, group, body, { caller, language, reply }),
    );
  }

  serve.forCaller(queryDeviceProperty, async ({ params, query }, caller) => {
    const device = await devices.requireByName(caller.scope, params.family, query.deviceName);
    const { model } = await products.require(device.productId);
    const latest = (await telemetry.latestOf([device.id])).get(device.id) ?? {};
    const { deviceName, productKey } = device;
    return { data: { deviceName, productKey, properties: describe(model, latest) } };
  });
}

const batch = 1000;

const groupTitles: Record<Group, Record<Language, string>> = {
  workStatus: { en: "work status", zh: "工作状态" },
  mode: { en: "mode", zh: "工作模式" },
  setting: { en: "settings", zh: "参数设置" },
  envStatus: { en: "environment", zh: "环境状态" },
};

function toSpan(deviceId: number, properties: readonly Property[], asked: Asked): LogSpan {
  const begin = asked.beginTime === undefined ? null : new Date(asked.beginTime);
  const end = asked.endTime === undefined ? null : new Date(asked.endTime);
  if (begin !== null && end !== null && end < begin) {
    throw badField("endTime", { en: "lies before the begin", zh: "早于开始时间" });
  }
  return { deviceId, identifiers: properties.map((property) => property.identifier), begin, end };
}

async function* eachRow(read: (before: number | null) => Promise<LogRow[]>): AsyncGenerator<LogRow> {
  let before: number | null = null;
  for (let written = 0; ; ) {
    const rows: LogRow[] = await read(before);
    written += rows.length;
    if (written > mostExportRows) throw tooMany();
    yield* rows;
    if (rows.length < batch) return;
    before = rows.at(-1)?.atMicros ?? null;
  }
}

function tooMany(): Failure {
  return new Failure("refused", {
    en: `These are more than ${mostExportRows} rows; choose a shorter span.`,
    zh: `数据超过 ${mostExportRows} 行，请缩短时间范围。`,
  });
}

function toRow(row: LogRow): GroupRow {
  const { receivedAt, values, outOfRange } = row;
  return { at: Math.floor(row.atMicros / 1000), receivedAt, values, outOfRange };
}

type LatestOfDevice = Record<string, { value: unknown; at: number; receivedAt: number; outOfRange: boolean }>;

function describe(model: ThingModel, latest: LatestOfDevice) {
  return model.properties.map(({ identifier, name, nameZh, group, dataType }) => {
    const told = latest[identifier];
    return {
      identifier,
      name,
      nameZh,
      group,
      unit: "specs" in dataType && "unit" in dataType.specs ? (dataType.specs.unit ?? null) : null,
      value: told?.value ?? null,
      at: told?.at ?? null,
      receivedAt: told?.receivedAt ?? null,
      outOfRange: told?.outOfRange ?? false,
    };
  });
}
