import type { Property } from "@tracewater/alink/thing-model";
import type { FamilyKey } from "@tracewater/contract/fleet/families";
import {
  envStatusLog,
  type GroupRow,
  modeLog,
  sampleEnvStatusLog,
  sampleModeLog,
  sampleSettingLog,
  settingLog,
  workStatusLog,
} from "@tracewater/contract/fleet/group-logs";
import { maxExportRows } from "@tracewater/contract/resource/imports";
import type { FastifyReply } from "fastify";
import { AppError, fieldError } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { ExportFiles } from "../../../platform/files/export-files.ts";
import { sendXlsx } from "../../../platform/files/send-file.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import { serveExport } from "../../../platform/http/serve-export.ts";
import type { Language } from "../../../platform/localized-text.ts";
import type { Db } from "../../../platform/store/database.ts";
import { type DeviceReach, type Reach, withinReach } from "../devices/device-reach.service.ts";
import { requireProduct } from "../devices/product-key.service.ts";
import type { ProductService } from "../products/product.service.ts";
import { createGroupLogStore, type LogRow, type LogSpan } from "./group-log.store.ts";
import { type PrintOffset, writeGroupWorkbook } from "./group-workbook.ts";

type Group = Property["group"];
type Asked = {
  deviceName: string;
  productKey?: string | undefined;
  beginTime?: number | undefined;
  endTime?: number | undefined;
};
type Out = { caller: Caller; language: Language; reply: FastifyReply };

const logs = [
  { group: "workStatus", calls: workStatusLog.calls },
  { group: "mode", calls: modeLog.calls },
  { group: "setting", calls: settingLog.calls },
  { group: "envStatus", calls: envStatusLog.calls },
] as const;

/** The same of water samplers, under the specification's own paths. */
const samplerLogs = [
  { group: "mode", calls: sampleModeLog.calls },
  { group: "setting", calls: sampleSettingLog.calls },
  { group: "envStatus", calls: sampleEnvStatusLog.calls },
] as const;

/** The logs of the groups of a device's properties, as lists and as spreadsheets. */
export function serveGroupLogs(
  serve: Serve,
  parts: {
    db: Db;
    reach: DeviceReach;
    products: ProductService;
    files: ExportFiles;
    printMoment: PrintOffset;
  },
): void {
  const { reach, products, files } = parts;
  const store = createGroupLogStore(parts.db);

  async function find(caller: Caller, family: FamilyKey, group: Group, asked: Asked) {
    const { device, reach: own } = await reach.requireByName(caller, family, asked.deviceName);
    requireProduct(device, asked.productKey);
    const { model } = await products.require(device.productId);
    const properties = model.properties.filter((property) => property.group === group);
    return { device, properties, span: toSpan(device.id, properties, asked, own) };
  }

  async function sendWorkbook(family: FamilyKey, group: Group, asked: Asked, out: Out): Promise<void> {
    const { device, properties, span } = await find(out.caller, family, group, asked);
    const file = await files.plan(out.caller.userId, `${group}Message`);
    try {
      const rows = eachRow((before) => store.listBefore(span, before, batch));
      const { language } = out;
      await writeGroupWorkbook({
        path: file.path,
        properties,
        rows,
        language,
        printMoment: parts.printMoment,
      });
    } catch (error) {
      await files.discard(file.path);
      throw error;
    }
    const opened = await files.open(out.caller.userId, file.name, true);
    if (opened === null) throw new Error("a file created a moment ago is missing");
    await sendXlsx(out.reply, opened, `${device.deviceName} ${groupTitles[group][out.language]}.xlsx`);
  }

  async function readPage(
    family: FamilyKey,
    group: Group,
    query: Asked & { pageNum: number; pageSize: number },
    caller: Caller,
  ) {
    const { span } = await find(caller, family, group, query);
    const total = await store.count(span);
    const rows = await store.list(span, pageOf(query, total));
    return { total, rows: rows.map(toRow) };
  }

  for (const { group, calls } of logs) {
    serve.forCaller(calls.list, ({ params, query }, caller) => readPage(params.family, group, query, caller));
    serve.export(calls.export, ({ params, query, language, reply }, caller) =>
      sendWorkbook(params.family, group, query, { caller, language, reply }),
    );
    serve.export(calls.exportByForm, ({ params, body, language, reply }, caller) =>
      sendWorkbook(params.family, group, body, { caller, language, reply }),
    );
  }
  for (const { group, calls } of samplerLogs) {
    serve.forCaller(calls.list, ({ query }, caller) => readPage("waterSample", group, query, caller));
    serveExport(serve, calls.export, calls.exportByForm, (query, asked) =>
      sendWorkbook("waterSample", group, query, asked),
    );
  }
}

const batch = 1000;

const groupTitles: Record<Group, Record<Language, string>> = {
  workStatus: { en: "work status", zh: "工作状态" },
  mode: { en: "mode", zh: "工作模式" },
  setting: { en: "settings", zh: "参数设置" },
  envStatus: { en: "environment", zh: "环境状态" },
};

function toSpan(deviceId: number, properties: readonly Property[], asked: Asked, own: Reach): LogSpan {
  const { beginTime, endTime } = asked;
  if (beginTime !== undefined && endTime !== undefined && endTime < beginTime) {
    throw fieldError("endTime", { en: "must not be before the start", zh: "不能早于开始时间" });
  }
  const identifiers = properties.map((property) => property.identifier);
  return { deviceId, identifiers, spans: withinReach(own, beginTime, endTime) };
}

async function* eachRow(read: (before: number | null) => Promise<LogRow[]>): AsyncGenerator<LogRow> {
  let before: number | null = null;
  for (let written = 0; ; ) {
    const rows: LogRow[] = await read(before);
    written += rows.length;
    if (written > maxExportRows) throw tooMany();
    yield* rows;
    if (rows.length < batch) return;
    before = rows.at(-1)?.atMicros ?? null;
  }
}

function tooMany(): AppError {
  return new AppError("refused", {
    en: `The export exceeds ${maxExportRows} rows. Choose a shorter period.`,
    zh: `数据超过 ${maxExportRows} 行，请缩短时间范围。`,
  });
}

function toRow(row: LogRow): GroupRow {
  const { receivedAt, values, outOfRange } = row;
  return { at: Math.floor(row.atMicros / 1000), receivedAt, values, outOfRange };
}
