import type { AuditRecord } from "../../../platform/audit/audit-record.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { TimedTaskRow } from "./timed-task.store.ts";

/** What a firing leaves in the audit log: its owner did it, though nobody made a call. */
export function firedRecord(fired: {
  task: TimedTaskRow;
  owner: Caller;
  tick: Date;
  at: Date;
  devices: number;
}): AuditRecord {
  const { task, owner } = fired;
  const target = task.deviceName ?? `#${task.tag}`;
  const after = { service: task.service, target, devices: fired.devices, tick: fired.tick.toISOString() };
  return {
    id: `timedTask-${task.id}-${fired.tick.getTime()}`,
    time: fired.at.getTime(),
    user: { id: owner.userId, name: owner.userName, nick: owner.nickName },
    unit: owner.deptId === null ? null : { id: owner.deptId, name: owner.deptName },
    unitId: owner.deptId ?? task.unitId,
    via: null,
    address: "",
    agent: "",
    call: "timedTask",
    method: "",
    path: "",
    title: { en: "Timed task", zh: "定时任务下发指令" },
    thing: `timedTask ${task.id} ${task.name}`,
    changes: [{ kind: "timedTask", id: String(task.id), name: task.name, before: null, after }],
    input: { params: null, query: null, body: null },
    code: 200,
    message: "",
    cost: 0,
  };
}
