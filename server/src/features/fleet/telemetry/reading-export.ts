/** Stored values as a file, one value a row. Nothing but one batch of rows is in memory at a time. */
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import type { DataType, Property } from "@tracewater/alink/thing-model";
import { textIn } from "@tracewater/contract/locales";
import type { FastifyReply } from "fastify";
import { AppError } from "../../../platform/app-error.ts";
import { createBreather } from "../../../platform/breather.ts";
import type { ExportFiles } from "../../../platform/files/export-files.ts";
import { sendTable } from "../../../platform/files/send-file.ts";
import type { Language } from "../../../platform/localized-text.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { Db } from "../../../platform/store/database.ts";
import { type Cell, openWorkbook, type WorkbookWriter } from "../../../platform/xlsx/workbook-writer.ts";
import type { Device } from "../devices/device.service.ts";
import type { Span } from "../devices/device-reach.service.ts";
import type { ProductService } from "../products/product.service.ts";
import { valueFlag } from "../uplink.ts";
import { cellOf, nameOf, unitOf } from "./group-workbook.ts";
import { createReadingStore, type Reading } from "./reading.store.ts";

const batch = 1000;
/** A sheet has 1,048,576 rows, its head among them. */
const max = { xlsx: 1_048_575, csv: 10_000_000 } as const;

type Order = {
  device: Device;
  spans: readonly Span[];
  identifiers: readonly string[];
  format: "csv" | "xlsx";
  ownerId: number;
  language: Language;
  reply: FastifyReply;
};

export async function sendReadings(
  parts: { db: Db; products: ProductService; files: ExportFiles; printMoment: PrintMoment },
  order: Order,
): Promise<void> {
  const { files } = parts;
  const { device, format, language, ownerId } = order;
  const file = await files.plan(ownerId, "readings", format);
  try {
    await writeRows(parts, order, file.path);
  } catch (error) {
    await files.discard(file.path);
    throw error;
  }
  const opened = await files.open(ownerId, file.name, true);
  if (opened === null) throw new Error("a file created a moment ago is missing");
  const title = textIn({ en: "readings", zh: "监测数据" }, language);
  await sendTable(order.reply, opened, `${device.deviceName} ${title}.${format}`, format);
}

async function writeRows(
  parts: { db: Db; products: ProductService; printMoment: PrintMoment },
  order: Order,
  path: string,
): Promise<void> {
  const { device, identifiers, spans, format, language } = order;
  const store = createReadingStore(parts.db);
  const { model } = await parts.products.require(device.productId);
  const heads = headsIn[language];
  const table =
    format === "xlsx"
      ? await openWorkbook(
          path,
          heads.map((head, place) => ({ head, width: widths[place] ?? 16 })),
        )
      : openCsv(path, heads);
  let written = 0;
  try {
    for (const identifier of identifiers) {
      const property = model.properties.find((one) => one.identifier === identifier);
      const print = { property, identifier, language, printMoment: parts.printMoment };
      let after: number | null = null;
      for (let more = true; more; ) {
        const rows: Reading[] = await store.listAfter(
          { deviceId: device.id, identifier, spans },
          after,
          batch,
        );
        written += rows.length;
        if (written > max[format]) throw tooMany(format);
        for (const row of rows) await table.add(cellsOf(row, print));
        after = rows.at(-1)?.atMicros ?? null;
        more = rows.length === batch;
      }
    }
  } finally {
    await table.close();
  }
}

const widths = [30, 30, 24, 20, 18, 12, 22, 30];
const headsIn: Record<Language, readonly string[]> = {
  en: ["Device time", "Received", "Property", "Identifier", "Value", "Unit", "Meaning", "Remarks"],
  zh: ["设备时间", "接收时间", "属性", "标识符", "数值", "单位", "含义", "备注"],
};

const remarks: readonly { flag: number; text: Record<Language, string> }[] = [
  { flag: valueFlag.outOfRange, text: { en: "out of range", zh: "超出范围" } },
  { flag: valueFlag.untrustedTime, text: { en: "device clock not credible", zh: "设备时钟不可信" } },
  { flag: valueFlag.serverTime, text: { en: "server time", zh: "服务器时间" } },
  { flag: valueFlag.unmodelled, text: { en: "not in the thing model", zh: "物模型中未定义" } },
];

function cellsOf(
  row: Reading,
  print: { property: Property | undefined; identifier: string; language: Language; printMoment: PrintMoment },
): Cell[] {
  const { property, language, printMoment } = print;
  const type: DataType | undefined = property?.dataType;
  const { value } = row;
  const plain = typeof value === "number" || typeof value === "string" ? value : JSON.stringify(value);
  const meaning = type === undefined ? null : cellOf(type, value, { language, printMoment });
  const said = remarks.filter(({ flag }) => (row.flags & flag) !== 0).map(({ text }) => text[language]);
  if (row.hasConflict) said.push({ en: "conflicting value received", zh: "另有冲突数据" }[language]);
  return [
    printMoment(new Date(row.atMicros / 1000)),
    printMoment(new Date(row.receivedAt)),
    property === undefined ? print.identifier : nameOf(property, language),
    print.identifier,
    plain,
    (type === undefined ? null : unitOf(type)) ?? null,
    meaning === plain ? null : meaning,
    said.join("; "),
  ];
}

/** RFC 4180, with the mark by which spreadsheets know UTF-8. */
function openCsv(path: string, heads: readonly string[]): WorkbookWriter {
  const out = createWriteStream(path, { mode: 0o600 });
  const breathe = createBreather();
  const failed = once(out, "error").then(([error]) => Promise.reject(error));
  failed.catch(() => undefined);
  let waiting = `\uFEFF${heads.join(",")}\r\n`;
  return {
    async add(cells) {
      waiting += `${cells.map(csvCell).join(",")}\r\n`;
      await breathe();
      if (waiting.length < 64 * 1024) return;
      const text = waiting;
      waiting = "";
      if (!out.write(text)) await Promise.race([once(out, "drain"), failed]);
    },
    async close() {
      out.end(waiting);
      await Promise.race([once(out, "close"), failed]);
    },
  };
}

/** A text that a spreadsheet would take for a formula is kept one by an apostrophe. */
function csvCell(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function tooMany(format: keyof typeof max): AppError {
  return new AppError("refused", {
    en: `The export exceeds ${max[format]} rows. Choose a shorter period${format === "xlsx" ? " or CSV" : ""}.`,
    zh: `数据超过 ${max[format]} 行，请缩短时间范围${format === "xlsx" ? "或选择 CSV 格式" : ""}。`,
  });
}
