import type { DataType, Field, Property } from "@tracewater/alink/thing-model";
import { nameIn, textIn } from "@tracewater/contract/locales";
import type { Language } from "../../../platform/localized-text.ts";
import { type Cell, openWorkbook } from "../../../platform/xlsx/workbook-writer.ts";
import type { LogRow } from "./group-log.store.ts";

/** Prints an instant as ISO 8601 with its offset. */
export type PrintOffset = (at: Date) => string;

/** Writes the log of a group into a sheet: the device's time, the server's, and a column for each property. */
export async function writeGroupWorkbook(work: {
  path: string;
  properties: readonly Property[];
  rows: AsyncIterable<LogRow>;
  language: Language;
  printMoment: PrintOffset;
}): Promise<void> {
  const { properties, language, printMoment } = work;
  const heads = textIn({ en: ["Device time", "Received"], zh: ["设备时间", "接收时间"] }, language);
  const sheet = await openWorkbook(work.path, [
    ...heads.map((head) => ({ head, width: 28 })),
    ...properties.map((property) => ({ head: headOf(property, language), width: 18 })),
  ]);
  for await (const row of work.rows) {
    const times = [row.atMicros / 1000, row.receivedAt].map((ms) => printMoment(new Date(ms)));
    await sheet.add([
      ...times,
      ...properties.map((one) => cellOf(one.dataType, row.values[one.identifier], work)),
    ]);
  }
  await sheet.close();
}

/** The unit of a number; undefined for what has none. */
export function unitOf(type: DataType): string | undefined {
  return "specs" in type && "unit" in type.specs ? type.specs.unit : undefined;
}

function headOf(property: Property, language: Language): string {
  const unit = unitOf(property.dataType);
  return unit === undefined ? nameOf(property, language) : `${nameOf(property, language)} (${unit})`;
}

type Print = { language: Language; printMoment: PrintOffset };

/** A value as people read it: numbers as such, choices by their words. */
export function cellOf(type: DataType, value: unknown, print: Print): Cell {
  if (value === undefined || value === null) return null;
  if (typeof value === "number" && type.type !== "enum" && type.type !== "bool" && type.type !== "date")
    return value;
  return textOf(type, value, print);
}

function textOf(type: DataType, value: unknown, print: Print): string {
  switch (type.type) {
    case "enum":
    case "bool": {
      const names = type.names?.[String(value)];
      return names === undefined
        ? (type.specs[String(value)] ?? String(value))
        : nameOf(names, print.language);
    }
    case "date":
      return typeof value === "number" ? print.printMoment(new Date(value)) : String(value);
    case "struct":
      return type.specs.map((field) => memberText(field, value, print)).join(", ");
    case "array":
      return Array.isArray(value)
        ? value.map((one) => textOf(type.specs.item, one, print)).join(", ")
        : String(value);
    default:
      return typeof value === "object" ? JSON.stringify(value) : String(value);
  }
}

function memberText(field: Field, value: unknown, print: Print): string {
  const member = new Map<string, unknown>(Object.entries(Object(value))).get(field.identifier);
  return `${nameOf(field, print.language)} ${member === undefined ? "-" : textOf(field.dataType, member, print)}`;
}

export function nameOf(named: { name: string; nameZh: string }, language: Language): string {
  return nameIn(named, language);
}
