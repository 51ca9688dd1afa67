import { readDeviceTime } from "@tracewater/alink/device-time";
import { isObject } from "@tracewater/alink/envelope";
import { isStorableText } from "@tracewater/alink/value-check";
import type { LogLine } from "./device-log.store.ts";

const maxLines = 200;
const maxLength = 4000;

/**
 * Lines of a device's log as the SDKs send them: `{utcTime, logLevel, module, code, traceContext, logContent}`; null
 * where one of them is none. Their time is the device's where it can be believed.
 */
export function readLogLines(params: unknown, nowMs: number): LogLine[] | null {
  if (!Array.isArray(params) || params.length === 0 || params.length > maxLines) return null;
  const lines = params.map((one) => readLine(one, nowMs)).filter((one) => one !== null);
  return lines.length === params.length ? lines : null;
}

const fields = ["utcTime", "logLevel", "module", "code", "traceContext", "logContent"] as const;

function readLine(value: unknown, nowMs: number): LogLine | null {
  if (!isObject(value)) return null;
  const words = fields.map((field) => readField(value[field] ?? ""));
  if (!words.every((word) => word !== null)) return null;
  const [time = "", level = "", module = "", code = "", trace = "", content = ""] = words;
  return {
    at: readTime(time, nowMs),
    level: level.slice(0, 20),
    module: module.slice(0, 60),
    code: code.slice(0, 60),
    trace: trace.slice(0, 200),
    content: content.slice(0, maxLength),
  };
}

function readField(value: unknown): string | null {
  const word = typeof value === "number" ? String(value) : value;
  return typeof word === "string" && isStorableText(word) ? word : null;
}

/** `2020-12-29T20:16:38.001+0800` as the C SDK prints it, or an epoch. */
function readTime(text: string, nowMs: number): Date {
  const iso = text.replace(/([+-]\d\d)(\d\d)$/, "$1:$2");
  const parsed = /^\d{4}-/.test(text) ? Date.parse(iso) : Number(text);
  return new Date(readDeviceTime(parsed, nowMs).ms);
}
