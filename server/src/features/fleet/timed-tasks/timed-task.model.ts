import { type Firing, firingState, type TimedTask } from "@tracewater/contract/fleet/timed-tasks";
import { textIn } from "@tracewater/contract/locales";
import { fieldError } from "../../../platform/app-error.ts";
import { readSchedule } from "../../../platform/cron.model.ts";
import { describeCron } from "../../../platform/cron-text.model.ts";
import type { Language, LocalizedText } from "../../../platform/localized-text.ts";
import { createMomentPrinter } from "../../../platform/moments.ts";
import type { FiringRow } from "./timed-firing.store.ts";
import type { TimedTaskRow } from "./timed-task.store.ts";

/** When a task is due: by cron in its own zone, or once. */
export type When = { cron: string | null; onceAt: Date | null; zone: string };

/** So many missed ticks are counted; each is looked for in the schedule, and a clock may be a year ahead. */
const maxCounted = 100;

/** The first tick after a moment; null where none is left. */
export function nextTick(when: When, after: Date): Date | null {
  return upcomingTicks(when, after, 1)[0] ?? null;
}

function upcomingTicks(when: When, after: Date, count: number): Date[] {
  if (when.cron !== null) return readSchedule(when.cron, when.zone).upcoming(after, count);
  return when.onceAt !== null && when.onceAt > after ? [when.onceAt] : [];
}

/** How many ticks lie from the first missed one until a moment, both included. */
export function countMissed(when: When, from: Date, until: Date): number {
  if (when.cron === null) return 1;
  const schedule = readSchedule(when.cron, when.zone);
  let missed = 1;
  for (let one = schedule.next(from); one !== null && one <= until && missed < maxCounted; missed++)
    one = schedule.next(one);
  return missed;
}

/** Refuses what is no schedule: neither or both of the two ways, a zone that is nowhere, a moment that is over. */
export function requireWhen(
  given: { cronExpression: string | null; onceAt: number | null; zone: string },
  now: Date,
): When {
  requireZone(given.zone);
  const cron = given.cronExpression === "" ? null : given.cronExpression;
  if ((cron === null) === (given.onceAt === null)) {
    throw fieldError("cronExpression", {
      en: "enter either a schedule or a single time",
      zh: "请填写周期计划或单次时间，二者选一",
    });
  }
  if (cron !== null) readSchedule(cron, given.zone);
  if (given.onceAt !== null && given.onceAt <= now.getTime())
    throw fieldError("onceAt", { en: "is in the past", zh: "时间已过" });
  return { cron, onceAt: given.onceAt === null ? null : new Date(given.onceAt), zone: given.zone };
}

export function requireZone(zone: string): void {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
  } catch {
    throw fieldError("zone", {
      en: "is not a valid time zone, such as Asia/Shanghai",
      zh: "不是有效的时区，例如 Asia/Shanghai",
    });
  }
}

function describeWhen(when: When, language: Language): string {
  if (when.cron !== null) return describeCron(when.cron)[language];
  const moment = when.onceAt === null ? "" : createMomentPrinter(when.zone)(when.onceAt);
  return textIn({ en: `once, at ${moment}`, zh: `单次，${moment}` }, language);
}

export function toTimedTask(row: TimedTaskRow, now: Date, language: Language): TimedTask {
  return {
    timedTaskId: row.id,
    name: row.name,
    service: row.service,
    params: typeof row.params === "object" && row.params !== null ? { ...row.params } : {},
    cronExpression: row.cron,
    onceAt: row.onceAt?.getTime() ?? null,
    zone: row.zone,
    deviceId: row.deviceId,
    deviceName: row.deviceName,
    tag: row.tag,
    whenWords: describeWhen(row, language),
    status: row.status,
    owner: row.ownerName,
    expiresIn: row.expiresInS,
    timeout: row.timeoutS,
    retries: row.mostAttempts - 1,
    reason: row.reason,
    nextTimes: row.status === "1" ? [] : upcomingTicks(row, now, 5).map((at) => at.getTime()),
    last: row.last === null ? null : toFiring(row.last, language),
  };
}

export function toFiring(row: FiringRow, language: Language): Firing {
  return {
    firingId: row.id,
    tick: row.tick.getTime(),
    at: row.at.getTime(),
    state: firingState.parse(row.state),
    missed: row.missed,
    commandId: row.commandId,
    batchId: row.batchId,
    devices: row.devices,
    node: row.node,
    message: textIn({ en: row.messageEn, zh: row.messageZh }, language),
  };
}

/** What a row of the log says of ticks that were not made up for. */
export function missedText(count: number): LocalizedText {
  if (count === 1) return { en: "The platform was not running at that time.", zh: "当时平台未运行。" };
  const isMore = count >= maxCounted;
  return {
    en: `The platform was not running: ${count}${isMore ? " or more" : ""} runs were missed and will not be repeated.`,
    zh: `平台未运行：错过 ${count} 次${isMore ? "以上" : ""}，不补发。`,
  };
}
