import { z } from "zod";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, flag, idInBody } from "../envelope.ts";
import { epochMs } from "../moments.ts";
import { defineResource } from "../resource/define-resource.ts";
import { field } from "../resource/field-metadata.ts";
import { text } from "../texts.ts";
import { alarmRuleLabels } from "./alarm-labels.ts";
import { ruleSource } from "./alarm-sources.ts";
import { familyKey } from "./families.ts";

export const severity = z.enum(["info", "warning", "major", "critical"]);
export type Severity = z.infer<typeof severity>;

export const ruleOperator = z.enum(["gt", "ge", "lt", "le", "eq", "ne"]);
export type RuleOperator = z.infer<typeof ruleOperator>;
export const clearBy = z.enum(["auto", "manual", "event", "after"]);

const minutes = z.number().int().min(1).max(525_600).nullable().default(null);
const threshold = z.number().min(-1e12).max(1e12).nullable().default(null);

/** Addresses with commas between them; the server checks each. */
const addresses = text(1000).default("");

/**
 * What makes an alarm: a property that stays beyond a threshold, an event, a connected device that says nothing for
 * `durationS`, one that is offline for as long. A rule of no unit counts for all of them.
 */
export const alarmRules = defineResource({
  names: { one: "AlarmRule", many: "AlarmRules" },
  path: "/v2/admin/alarm/rule",
  permission: "alarm:rule",
  table: "alarm_rule",
  key: "ruleId",
  unique: "name",
  unit: "unitId",
  fields: {
    name: field(text(100).min(1), { label: "name", search: "text", sortable: true }),
    nameZh: field(text(100).default(""), { label: "nameZh", search: "text", column: "hidden" }),
    typeKey: field(familyKey, { label: "typeKey", dictionary: "typeKey", search: "choice" }),
    source: field(ruleSource, { label: "source", dictionary: "source", search: "choice" }),
    identifier: field(text(50).default(""), { label: "identifier", search: "text" }),
    operator: field(ruleOperator.default("gt"), { label: "operator", dictionary: "operator" }),
    threshold: field(threshold, { label: "threshold" }),
    /** Hysteresis: it clears where the value has come back to this; the threshold itself where it is null. */
    clearThreshold: field(threshold, { label: "clearThreshold", column: "hidden" }),
    /** How long, in device time, before it is raised; of silent and offline devices the time they may be so. */
    durationS: field(z.number().int().min(0).max(31_536_000).default(0), { label: "durationS", unit: "s" }),
    severity: field(severity, {
      label: "severity",
      dictionary: "severity",
      search: "choice",
      sortable: true,
    }),
    unitId: field(idInBody.nullable().default(null), {
      label: "unit",
      reference: "unit",
      nameIn: "unitName",
      search: "choice",
    }),
    tag: field(text(30).default(""), { label: "tag", column: "hidden" }),
    /** Device names with commas between them; none means all. */
    devices: field(text(2000).default(""), { label: "devices", column: "hidden" }),
    clearBy: field(clearBy.default("auto"), { label: "clearBy", dictionary: "clearBy", column: "hidden" }),
    clearEvent: field(text(50).default(""), { label: "clearEvent", column: "hidden" }),
    clearAfterMin: field(minutes, { label: "clearAfterMin", unit: "min", column: "hidden" }),
    /** Raised again so soon after it cleared, it is the same alarm, counted. */
    flapMin: field(z.number().int().min(0).max(1440).default(10), {
      label: "flapMin",
      unit: "min",
      column: "hidden",
    }),
    /** Unacknowledged for so long, it becomes one severity graver, and the next are notified. */
    escalateMin: field(minutes, { label: "escalateMin", unit: "min", column: "hidden" }),
    emails: field(addresses, { label: "emails", column: "hidden" }),
    escalateEmails: field(addresses, { label: "escalateEmails", column: "hidden" }),
    /** "0" in use, "1" out of use. */
    status: field(flag.default("0"), { label: "status", dictionary: "status", search: "choice" }),
    remark: field(text(500).default(""), { label: "remark", column: "hidden" }),
  },
  shown: {
    unitName: z.string(),
    openCount: field(z.number().int(), { label: "openCount", export: false }),
  },
  labels: alarmRuleLabels,
});

export type AlarmRule = z.infer<typeof alarmRules.row>;
export type AlarmRuleBody = z.infer<typeof alarmRules.body>;

/** How often a rule would have been raised by what is stored of the last seven days. It changes nothing. */
export const tryAlarmRule = defineCall({
  name: "tryAlarmRule",
  method: "POST",
  path: "/v2/admin/alarm/rule/try",
  access: permission("alarm:rule:query"),
  audited: false,
  body: alarmRules.body,
  reply: data(
    z.object({
      raised: z.number().int(),
      /** How many devices were looked at, of how many that the rule is about. */
      devices: z.number().int(),
      devicesInAll: z.number().int(),
      values: z.number().int(),
      begin: epochMs,
      end: epochMs,
      examples: z.array(
        z.object({
          deviceName: z.string(),
          begin: epochMs,
          /** Null where it would be open still. */
          end: epochMs.nullable(),
          value: z.number().nullable(),
        }),
      ),
    }),
  ),
});

const file = z.object({ rules: z.array(alarmRules.body).max(1000) });

/** The rules of the filter as JSON, to be taken in again elsewhere. */
export const exportAlarmRulesJson = defineCall({
  name: "exportAlarmRulesJson",
  title: { en: "Export alarm rules as JSON", zh: "导出告警规则（JSON）" },
  method: "GET",
  path: "/v2/admin/alarm/rule/exportJson",
  access: permission("alarm:rule:export"),
  audited: true,
  reply: data(file),
});

/** Takes rules in by their names; those that are are left alone, or changed where it is asked for. */
export const importAlarmRulesJson = defineCall({
  name: "importAlarmRulesJson",
  title: { en: "Import alarm rules from JSON", zh: "导入告警规则（JSON）" },
  method: "POST",
  path: "/v2/admin/alarm/rule/importJson",
  access: permission("alarm:rule:import"),
  body: file.extend({ updateSupport: z.boolean().default(false) }),
  reply: data(z.object({ added: z.number().int(), updated: z.number().int(), left: z.number().int() })),
});
