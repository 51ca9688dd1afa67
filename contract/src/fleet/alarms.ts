import { z } from "zod";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, id, idInBody, page } from "../envelope.ts";
import { idsInBody } from "../id-list.ts";
import { epochMs } from "../moments.ts";
import { blank, paging, searchText, sorting } from "../paging.ts";
import { timeSpan } from "../time-span.ts";
import { clearBy, ruleOperator, severity } from "./alarm-rules.ts";
import { alarmSource } from "./alarm-sources.ts";
import { familyKey } from "./families.ts";

const path = "/v2/admin/alarm";
const may = (verb: string) => permission(`alarm:log:${verb}`);

export const alarmState = z.enum(["active", "acknowledged", "cleared"]);
export type AlarmState = z.infer<typeof alarmState>;

/**
 * One alarm. Never two open ones of one rule on one device: what comes back soon after it cleared is the same alarm,
 * with `flaps` counted. Who acknowledged, cleared or shelved it is empty where the platform did it by itself.
 */
export const alarm = z.object({
  alarmId: z.number().int(),
  /**
   * Null for those whose rule is gone, and those that no rule makes (`platformAlarmSource`).
   */
  ruleId: z.number().int().nullable(),
  name: z.string(),
  nameZh: z.string(),
  source: alarmSource,
  identifier: z.string(),
  operator: ruleOperator,
  threshold: z.number().nullable(),
  value: z.number().nullable(),
  severity,
  state: alarmState,
  /** Null for an alarm of a display, whose name is in place of the device's. */
  deviceId: z.number().int().nullable(),
  displayId: z.number().int().nullable(),
  deviceName: z.string(),
  nickname: z.string(),
  typeKey: familyKey.nullable(),
  unitId: z.number().int(),
  unitName: z.string(),
  /** Since when it was so, by the device's clock; it was raised when that had lasted long enough. */
  beganAt: epochMs,
  raisedAt: epochMs,
  lastAt: epochMs,
  occurrences: z.number().int(),
  flaps: z.number().int(),
  acknowledgedAt: epochMs.nullable(),
  acknowledgedBy: z.string(),
  clearedAt: epochMs.nullable(),
  clearedBy: z.string(),
  shelvedUntil: epochMs.nullable(),
  shelvedBy: z.string(),
  escalations: z.number().int(),
  inMaintenance: z.boolean(),
});
export type Alarm = z.infer<typeof alarm>;

export const alarmStepKind = z.enum([
  "raised",
  "reopened",
  "acknowledged",
  "escalated",
  "shelved",
  "unshelved",
  "noted",
  "cleared",
  "told",
]);
export type AlarmStepKind = z.infer<typeof alarmStepKind>;

/** What happened to an alarm, in order. */
const alarmStep = z.object({
  stepId: z.number().int(),
  kind: alarmStepKind,
  at: epochMs,
  /** Empty where the platform did it. */
  by: z.string(),
  note: z.string(),
  /** Who was notified, and whether it arrived; null of other steps. What waits is tried again. */
  told: z
    .object({
      /** The step that was reported; null of what was reported before versions kept it. */
      about: alarmStepKind.nullable(),
      way: z.enum(["mail", "webhook"]),
      /** An address, or the name of the webhook. */
      recipient: z.string(),
      outcome: z.enum(["waiting", "sent", "failed"]),
      /** Why it did not arrive the last time. */
      error: z.string(),
    })
    .nullable(),
});
export type AlarmStep = z.infer<typeof alarmStep>;

const counts = z.object({
  info: z.number().int(),
  warning: z.number().int(),
  major: z.number().int(),
  critical: z.number().int(),
});

/** What is reported about an alarm at once, see `realtime.ts`. */
export const alarmChange = z.enum(["raised", "reopened", "acknowledged", "escalated", "shelved", "cleared"]);
export type AlarmChange = z.infer<typeof alarmChange>;

export const listAlarms = defineCall({
  name: "listAlarms",
  method: "GET",
  path: `${path}/list`,
  access: may("list"),
  query: z.object({
    ...paging,
    ...sorting(["raisedAt", "severity", "lastAt"]),
    /** Found in the name of the alarm, of the device, or its nickname. */
    keyword: searchText,
    /** `open` is active or acknowledged, and not shelved. */
    state: blank(z.enum([...alarmState.options, "open", "shelved"])),
    severity: blank(severity),
    typeKey: blank(familyKey),
    unitId: blank(id),
    deviceId: blank(id),
    ruleId: blank(id),
    ...timeSpan,
  }),
  reply: page(alarm),
});

/** Open alarms in one's data scope that are not shelved, by severity; `active` nobody has acknowledged yet. */
export const countAlarms = defineCall({
  name: "countAlarms",
  method: "GET",
  path: `${path}/counts`,
  access: may("list"),
  reply: data(z.object({ open: counts, active: z.number().int() })),
});

export const getAlarm = defineCall({
  name: "getAlarm",
  method: "GET",
  path: `${path}/:id`,
  access: may("query"),
  params: z.object({ id }),
  reply: data(
    alarm.extend({
      steps: z.array(alarmStep),
      clearBy: clearBy.nullable(),
      clearThreshold: z.number().nullable(),
      durationS: z.number().int().nullable(),
      params: z.record(z.string(), z.unknown()).nullable(),
    }),
  ),
});

const note = z.string().trim().max(500).default("");
const chosen = z.object({ alarmIds: idsInBody.min(1), note });
const done = data(z.object({ changed: z.number().int() }));

/** Somebody has seen them and cares: they stay quiet until they clear. Those that are so already are left alone. */
export const acknowledgeAlarms = defineCall({
  name: "acknowledgeAlarms",
  title: { en: "Acknowledge alarms", zh: "确认告警" },
  method: "PUT",
  path: `${path}/acknowledge`,
  access: may("acknowledge"),
  body: chosen,
  reply: done,
});

/** Ends them by hand. Where the condition still holds, the next report raises them again. */
export const clearAlarms = defineCall({
  name: "clearAlarms",
  title: { en: "Clear alarms", zh: "恢复告警" },
  method: "PUT",
  path: `${path}/clear`,
  access: may("clear"),
  body: chosen,
  reply: done,
});

/** Puts them aside for a time: they are not counted and notify nobody until it is over. 0 minutes takes them back. */
export const shelveAlarms = defineCall({
  name: "shelveAlarms",
  title: { en: "Shelve alarms", zh: "搁置告警" },
  method: "PUT",
  path: `${path}/shelve`,
  access: may("shelve"),
  body: chosen.extend({ minutes: z.number().int().min(0).max(43_200) }),
  reply: done,
});

/** Adds a note to one alarm. */
export const noteAlarm = defineCall({
  name: "noteAlarm",
  title: { en: "Add a note to an alarm", zh: "添加告警备注" },
  method: "POST",
  path: `${path}/note`,
  access: may("acknowledge"),
  body: z.object({ alarmId: idInBody, note: z.string().trim().min(1).max(500) }),
});

const maintenance = z.object({
  deviceId: z.number().int(),
  /** Null where it is not in maintenance. */
  since: epochMs.nullable(),
  until: epochMs.nullable(),
  reason: z.string(),
  by: z.string(),
});
export type Maintenance = z.infer<typeof maintenance>;

/** Whether somebody works at the device: its alarms are marked then, and notify nobody. */
export const getMaintenance = defineCall({
  name: "getMaintenance",
  method: "GET",
  path: `${path}/maintenance/:deviceId`,
  access: may("list"),
  params: z.object({ deviceId: id }),
  reply: data(maintenance),
});

export const setMaintenance = defineCall({
  name: "setMaintenance",
  title: { en: "Set the maintenance mode of a device", zh: "设置设备维护模式" },
  method: "PUT",
  path: `${path}/maintenance`,
  access: permission("alarm:maintenance:edit"),
  body: z.object({
    deviceId: idInBody,
    /** 0 ends it. */
    minutes: z.number().int().min(0).max(43_200),
    reason: z.string().trim().max(200).default(""),
  }),
});
