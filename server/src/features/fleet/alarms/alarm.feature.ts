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
import type { CallNote } from "../../../platform/http/call-notes.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import { type ResourceParts, serveResource } from "../../../platform/resource/serve-resource.ts";
import type { AlarmService } from "./alarm.service.ts";
import { tryRule } from "./alarm-trial.ts";

const mostRules = 1000;

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
  serve.forCaller(setMaintenance, async ({ body, note }, caller) => {
    const { device, before, after } = await alarms.setMaintenance(caller, body);
    const thing = { kind: "device", id: device.id, name: device.deviceName, unitId: device.unitId };
    note({ thing, before, after });
    return {};
  });
}

type Acted = { changed: number; before: readonly Alarm[]; after: readonly Alarm[] };

function serveActs(serve: Serve, alarms: AlarmService): void {
  serve.forCaller(acknowledgeAlarms, async ({ body, note }, caller) =>
    told(await alarms.acknowledge(caller, body.alarmIds, body.note), note),
  );
  serve.forCaller(clearAlarms, async ({ body, note }, caller) =>
    told(await alarms.clear(caller, body.alarmIds, body.note), note),
  );
  serve.forCaller(shelveAlarms, async ({ body, note }, caller) =>
    told(await alarms.shelve(caller, body.alarmIds, body.minutes, body.note), note),
  );
  serve.forCaller(noteAlarm, async ({ body, note }, caller) => {
    const alarm = await alarms.addNote(caller, body.alarmId, body.note);
    note({ thing: thingOf(alarm), after: { note: body.note } });
    return {};
  });
}

function told(
  { changed, before, after }: Acted,
  note: (note: CallNote) => void,
): { data: { changed: number } } {
  for (const one of before) {
    const now = after.find(({ alarmId }) => alarmId === one.alarmId);
    note({ thing: thingOf(one), before: toFacts(one), after: now === undefined ? undefined : toFacts(now) });
  }
  return { data: { changed } };
}

function thingOf({ alarmId, name, deviceName, unitId }: Alarm): CallNote["thing"] {
  return { kind: "alarm", id: alarmId, name: `${name} (${deviceName})`, unitId };
}

/** What people decide of an alarm. */
function toFacts({ state, severity, acknowledgedBy, clearedBy, shelvedUntil }: Alarm) {
  return { state, severity, acknowledgedBy, clearedBy, shelvedUntil };
}

function serveRules(serve: Serve, { rules }: AlarmService, parts: ResourceParts, now: () => number): void {
  serveResource(serve, alarmRules, rules.door, parts);
  serve.forCaller(tryAlarmRule, async ({ body }, caller) => {
    const rule = await rules.check(caller.scope, body);
    return { data: await tryRule(rules, caller.scope, rule, rules.week(now())) };
  });
  serve.forCaller(exportAlarmRulesJson, async ({ note }, caller) => {
    const found = await rules.door.listAfter(caller.scope, { pageNum: 1, pageSize: 1 }, 0, mostRules, caller);
    note({ thing: { kind: "alarmRule", id: 0, name: `${found.length} rules`, unitId: caller.unitId } });
    return { data: { rules: found.map((rule) => alarmRules.body.parse(rule)) } };
  });
  serve.forCaller(importAlarmRulesJson, async ({ body, note }, caller) => {
    const { added, updated, left } = await rules.importAll(caller, body.rules, body.updateSupport);
    for (const name of [...added, ...updated]) {
      const after = body.rules.find((rule) => rule.name === name);
      note({ thing: { kind: "alarmRule", id: 0, name, unitId: after?.unitId ?? null }, after });
    }
    return { data: { added: added.length, updated: updated.length, left } };
  });
}
