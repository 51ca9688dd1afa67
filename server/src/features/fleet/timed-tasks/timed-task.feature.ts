import {
  addTimedTask,
  changeTimedTask,
  changeTimedTaskStatus,
  listFirings,
  listTimedTasks,
  previewTimedTask,
  removeTimedTask,
  type TimedTask,
} from "@tracewater/contract/fleet/timed-tasks";
import { readSchedule } from "../../../platform/cron.model.ts";
import { describeCron } from "../../../platform/cron-text.model.ts";
import type { AuditChange } from "../../../platform/http/audit-change.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import { requireZone } from "./timed-task.model.ts";
import type { TimedTaskService } from "./timed-task.service.ts";

/** Commands by schedule, of any family. */
export function serveTimedTasks(
  serve: Serve,
  tasks: TimedTaskService,
  server: { zone: string; now: () => number },
): void {
  serve.forCaller(listTimedTasks, async ({ params, query, language }, caller) => {
    const filter = { typeKey: params.family, deviceId: query.deviceId, status: query.status };
    const total = await tasks.count(caller.scope, filter);
    const rows = await tasks.list(caller.scope, filter, pageOf(query, total), language);
    return { total, rows, zone: server.zone };
  });

  serve.forCaller(addTimedTask, async ({ params, body, language, audit }, caller) => {
    const id = await tasks.add(caller, params.family, body);
    const task = await tasks.find(caller.scope, params.family, id, language);
    audit({ subject: auditSubject(task), after: auditPayloadOf(task) });
    return { data: task };
  });

  serve.forCaller(changeTimedTask, async ({ params, body, language, audit }, caller) => {
    const { timedTaskId: id, ...given } = body;
    const before = await tasks.find(caller.scope, params.family, id, language);
    await tasks.change(caller, params.family, id, given);
    const task = await tasks.find(caller.scope, params.family, id, language);
    audit({ subject: auditSubject(task), before: auditPayloadOf(before), after: auditPayloadOf(task) });
    return { data: task };
  });

  serve.forCaller(changeTimedTaskStatus, async ({ params, body, language, audit }, caller) => {
    const task = await tasks.find(caller.scope, params.family, body.timedTaskId, language);
    await tasks.setStatus(caller.scope, params.family, body.timedTaskId, body.status);
    audit({ subject: auditSubject(task), before: { status: task.status }, after: { status: body.status } });
    return {};
  });

  serve.forCaller(removeTimedTask, async ({ params, language, audit }, caller) => {
    const task = await tasks.find(caller.scope, params.family, params.id, language);
    await tasks.remove(caller.scope, params.family, params.id);
    audit({ subject: auditSubject(task), before: auditPayloadOf(task) });
    return {};
  });

  serve.forCaller(listFirings, async ({ params, query, language }, caller) => {
    const { timedTaskId } = await tasks.find(caller.scope, params.family, params.id, language);
    const of = { id: timedTaskId, span: query };
    const total = await tasks.countFirings(of);
    return { total, rows: await tasks.listFirings(of, pageOf(query, total), language) };
  });

  serve.forCaller(previewTimedTask, async ({ query, language }) => {
    requireZone(query.zone);
    const schedule = readSchedule(query.cronExpression, query.zone);
    const nextTimes = schedule.upcoming(new Date(server.now()), 5).map((at) => at.getTime());
    return { data: { words: describeCron(query.cronExpression)[language], nextTimes } };
  });
}

function auditSubject(task: TimedTask): AuditChange["subject"] {
  return { kind: "timedTask", id: task.timedTaskId, name: task.name };
}

/** What people decided of it. */
function auditPayloadOf({ nextTimes: _next, last: _last, whenWords: _words, ...facts }: TimedTask) {
  return facts;
}
