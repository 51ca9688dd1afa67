import { latestEpochMs } from "@tracewater/contract/moments";
import { isCalendarTime, isMomentText, spanKind } from "@tracewater/contract/time-span";
import { fieldError } from "../app-error.ts";
import { createMomentPrinter, momentIn, startOfDay } from "../moments.ts";

type Values = Record<string, unknown>;

/**
 * Reads the ends of a span as instants, once for all calls that take one: plain or in `params[...]`, as a day or a
 * time in the server's zone or as an epoch.
 */
export function createSpanReader(
  fields: Readonly<Record<string, unknown>>,
  zone: string,
): (values: Values) => Values {
  const kind = spanKind(fields);
  if (kind === null) return (values) => values;
  const print = createMomentPrinter(zone);

  const dayOf = (value: string) =>
    isMomentText(value)
      ? value.slice(0, 10)
      : print(new Date(Number(value) * (isInSeconds(value) ? 1000 : 1)));

  function readEnd(name: "beginTime" | "endTime", value: string): string | number {
    const isText = isMomentText(value);
    if (isText && !isCalendarTime(value)) {
      throw fieldError(name, { en: `"${value}" is not a valid time`, zh: `“${value}”不是有效的时间` });
    }
    if (!isText && !/^\d{1,13}$/.test(value)) return value;
    if (kind === "day") return dayOf(value).slice(0, 10);
    if (!isText) return value;
    // Beyond these no zone shows a year of four digits, and nothing is stored there.
    if (value >= "9999-12-30") return latestEpochMs;
    if (value < "1969-12-31") return 0;
    return Math.min(
      latestEpochMs,
      Math.max(0, name === "endTime" ? endOf(value) : momentIn(zone, value).getTime()),
    );
  }

  /** The last millisecond of a day, or of a second. */
  function endOf(value: string): number {
    if (value.length > 10) return momentIn(zone, value).getTime() + 999;
    return startOfDay(zone, nextDay(value)).getTime() - 1;
  }

  return (values) => {
    const read: Values = { ...values };
    for (const name of ["beginTime", "endTime"] as const) {
      const given = givenOf(values, name);
      if (typeof given !== "string" || given === "") continue;
      read[name] = readEnd(name, given);
      delete read[`params[${name}]`];
    }
    checkOrder(read["beginTime"], read["endTime"]);
    return read;
  };
}

/** The one end that was given; two different ones are refused. */
function givenOf(values: Values, name: "beginTime" | "endTime"): unknown {
  const [plain, inParams] = [values[name], values[`params[${name}]`]];
  if (plain === undefined || plain === "") return inParams;
  if (inParams !== undefined && inParams !== "" && inParams !== plain) {
    throw fieldError(`params[${name}]`, {
      en: `differs from ${name}. Send one of them.`,
      zh: `与 ${name} 不一致，请只传其中一个`,
    });
  }
  return plain;
}

function checkOrder(begin: unknown, end: unknown): void {
  const epoch = (value: unknown) =>
    typeof value === "string" && isInSeconds(value) ? Number(value) * 1000 : Number(value);
  const isDay =
    typeof begin === "string" && isMomentText(begin) && typeof end === "string" && isMomentText(end);
  if (isDay ? end < begin : epoch(end) < epoch(begin)) {
    throw fieldError("endTime", { en: "must not be before the start", zh: "不能早于开始时间" });
  }
}

/** 10 digits are seconds. */
function isInSeconds(value: string): boolean {
  return /^[1-9]\d{9}$/.test(value);
}

function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}
