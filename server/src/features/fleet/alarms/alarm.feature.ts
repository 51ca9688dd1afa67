import {
  alarmRules,
  exportAlarmRulesJson,
  importAlarmRulesJson,
  tryAlarmRule,
} from "@tracewater/contract/fleet/alarm-rules";
import {
  type Alarm,
  acknowledgeAlarms,
  clearAlarms,
  countAlarms,
  getAlarm,
  getMaintenance,
  listAlarms,
  noteAlarm,
  setMaintenance,
  shelveAlarms,
} from "@tracewater/contract/fleet/alarms";
import type { AuditChange } from "../../../platform/http/audit-change.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import { type ResourceParts, serveResource } from "../../../platform/resource/serve-resource.ts";
import type { AlarmService } from "./alarm.service.ts";
import { tryRule } from "./alarm-trial.ts";

const maxRules = 1000;

export function serveAlarms(
  serve: Serve,
  alarms: AlarmService,
  parts: ResourceParts,
  now: () => number,
): void {
  serveRules(serve, alarms, parts, now);
  serve.forCaller(listAlarms, async ({ query }, caller) => {
    const total = await alarms.count(caller.scope, query);
    return { rows: await alarms.list(caller.scope, query, pageOf(query, total)), total };
  });
  serve.forCaller(countAlarms, async (_input, caller) => {
    const found = await alarms.countOpen(caller.scope);
    const of = (severity: Alarm["severity"]) => found.find((one) => one.severity === severity)?.open ?? 0;
    const open = { info: of("info"), warning: of("warning"), major: of("major"), critical: of("critical") };
    return { data: { open, active: found.reduce((sum, one) => sum + one.active, 0) } };
  });
  serve.forCaller(getAlarm, async ({ params }, caller) => ({
    data: await alarms.require(caller.scope, params.id),
  }));
  serveActs(serve, alarms);
  serve.forCaller(getMaintenance, async ({ params }, caller) => ({
    data: await alarms.maintenanceOf(caller.scope, params.deviceId),
  }));
  serve.forCaller(setMaintenance, async ({ body, audit }, caller) => {
    const { device, before, after } = await alarms.setMaintenance(caller, body);
    const subject = { kind: "device", id: device.id, name: device.deviceName, unitId: device.unitId };
    audit({ subject, before, after });
    return {};
  });
}

type Acted = { changed: number; before: readonly Alarm[]; after: readonly Alarm[] };

function serveActs(serve: Serve, alarms: AlarmService): void {
  serve.forCaller(acknowledgeAlarms, async ({ body, audit }, caller) =>
    auditActs(await alarms.acknowledge(caller, body.alarmIds, body.note), audit),
  );
  serve.forCaller(clearAlarms, async ({ body, audit }, caller) =>
    auditActs(await alarms.clear(caller, body.alarmIds, body.note), audit),
  );
  serve.forCaller(shelveAlarms, async ({ body, audit }, caller) =>
    auditActs(await alarms.shelve(caller, body.alarmIds, body.minutes, body.note), audit),
  );
  serve.forCaller(noteAlarm, async ({ body, audit }, caller) => {
    const alarm = await alarms.addNote(caller, body.alarmId, body.note);
    audit({ subject: auditSubject(alarm), after: { note: body.note } });
    return {};
  });
}

function auditActs(
  { changed, before, after }: Acted,
  audit: (change: AuditChange) => void,
): { data: { changed: number } } {
  for (const one of before) {
    const now = after.find(({ alarmId }) => alarmId === one.alarmId);
    audit({
      subject: auditSubject(one),
      before: toAuditPayload(one),
      after: now === undefined ? undefined : toAuditPayload(now),
    });
  }
  return { data: { changed } };
}

function auditSubject({ alarmId, name, deviceName, unitId }: Alarm): AuditChange["subject"] {
  return { kind: "alarm", id: alarmId, name: `${name} (${deviceName})`, unitId };
}

/** What people decide of an alarm. */
function toAuditPayload({ state, severity, acknowledgedBy, clearedBy, shelvedUntil }: Alarm) {
  return { state, severity, acknowledgedBy, clearedBy, shelvedUntil };
}

function serveRules(serve: Serve, { rules }: AlarmService, parts: ResourceParts, now: () => number): void {
  serveResource(serve, alarmRules, rules.service, parts);
  serve.forCaller(tryAlarmRule, async ({ body }, caller) => {
    const rule = await rules.check(caller.scope, body);
    return { data: await tryRule(rules, caller.scope, rule, rules.week(now())) };
  });
  serve.forCaller(exportAlarmRulesJson, async ({ audit }, caller) => {
    const found = await rules.service.listAfter(
      caller.scope,
      { pageNum: 1, pageSize: 1 },
      0,
      maxRules,
      caller,
    );
    audit({ subject: { kind: "alarmRule", id: 0, name: `× ${found.length}`, unitId: caller.unitId } });
    return { data: { rules: found.map((rule) => alarmRules.body.parse(rule)) } };
  });
  serve.forCaller(importAlarmRulesJson, async ({ body, audit }, caller) => {
    const { added, updated, left } = await rules.importAll(caller, body.rules, body.updateSupport);
    for (const name of [...added, ...updated]) {
      const after = body.rules.find((rule) => rule.name === name);
      audit({ subject: { kind: "alarmRule", id: 0, name, unitId: after?.unitId ?? null }, after });
    }
    return { data: { added: added.length, updated: updated.length, left } };
  });
}
