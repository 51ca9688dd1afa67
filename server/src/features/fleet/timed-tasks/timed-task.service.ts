import type { FamilyKey } from "@tracewater/contract/fleet/families";
import type { Firing, TimedTask } from "@tracewater/contract/fleet/timed-tasks";
import { fieldError, notFound } from "../../../platform/app-error.ts";
import type { AuditRecord } from "../../../platform/audit/audit-record.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { Language } from "../../../platform/localized-text.ts";
import type { Log } from "../../../platform/log.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { BulkCommandService } from "../commands/bulk-command.service.ts";
import type { CommandService } from "../commands/command.service.ts";
import type { DeviceService } from "../devices/device.service.ts";
import { createTaskFiring } from "./task-firing.ts";
import type { FiringFilter } from "./timed-firing.store.ts";
import { nextTick, requireWhen, toFiring, toTimedTask } from "./timed-task.model.ts";
import { createTimedTaskStore, type TaskFields, type TimedTaskRow } from "./timed-task.store.ts";
import { createTimedTaskRunner } from "./timed-task-runner.ts";

export type TimedTaskService = ReturnType<typeof createTimedTaskService>;

/** What people decide of a task. */
export type TaskInput = {
  name: string;
  service: string;
  params: Record<string, unknown>;
  cronExpression: string | null;
  onceAt: number | null;
  zone: string;
  deviceId: number | null;
  tag: string | null;
  expiresIn: number;
  timeout?: number | undefined;
  retries: number;
  reason: string;
};

/** Commands by schedule: to a device, or to anyone who carries a tag then, with the rights of the task's owner then. */
export function createTimedTaskService(options: {
  db: Db;
  node: string;
  devices: DeviceService;
  batches: BulkCommandService;
  commands: CommandService;
  /** A user as they are now; null where they may not act without a browser, or at all. */
  callerAs: (userId: number) => Promise<Caller | null>;
  record: (record: AuditRecord) => Promise<void>;
  log: Log;
  now: () => number;
}) {
  const { db, node, devices, now } = options;
  const store = createTimedTaskStore(db, node);
  const { plan, fire } = createTaskFiring(options);
  const runner = createTimedTaskRunner({ store, fire, log: options.log, now });

  async function require(scope: Scope, family: FamilyKey, id: number): Promise<TimedTaskRow> {
    const row = await store.find(scope, family, id);
    if (row === undefined) throw notFound({ en: "timed task", zh: "定时任务" });
    return row;
  }

  async function withLast(rows: readonly TimedTaskRow[], language: Language): Promise<TimedTask[]> {
    const firings = await store.lastFirings(rows.map(({ id }) => id));
    const last = new Map(firings.map((one) => [one.timedTaskId, one]));
    return rows.map((row) =>
      toTimedTask({ ...row, last: last.get(row.id) ?? null }, new Date(now()), language),
    );
  }

  async function auditPayloadOf(caller: Caller, family: FamilyKey, given: TaskInput): Promise<TaskFields> {
    if ((given.deviceId === null) === (given.tag === null))
      throw fieldError("tag", { en: "select either a device or a tag", zh: "请选择设备或标签，二者选一" });
    const when = requireWhen(given, new Date(now()));
    const unitId =
      given.deviceId === null
        ? caller.deptId
        : (await devices.requireOfFamily(caller.scope, family, given.deviceId)).unitId;
    await plan(caller, family, given);
    return {
      unitId,
      name: given.name,
      service: given.service,
      params: given.params,
      deviceId: given.deviceId,
      tag: given.tag,
      ...when,
      ownerId: caller.userId,
      ownerName: caller.nickName,
      reason: given.reason,
      expiresInS: given.expiresIn,
      timeoutS: given.timeout ?? null,
      mostAttempts: given.retries + 1,
      nextAt: nextTick(when, new Date(now())),
    };
  }

  return {
    async list(
      scope: Scope,
      filter: { typeKey: FamilyKey; deviceId?: number | undefined; status?: "0" | "1" | undefined },
      page: { limit: number; offset: number },
      language: Language,
    ): Promise<TimedTask[]> {
      return withLast(await store.list(scope, filter, page), language);
    },
    count: store.count,

    async find(scope: Scope, family: FamilyKey, id: number, language: Language): Promise<TimedTask> {
      const [task] = await withLast([await require(scope, family, id)], language);
      if (task === undefined) throw new Error("a timed task disappeared after it was read");
      return task;
    },

    async add(caller: Caller, family: FamilyKey, given: TaskInput): Promise<number> {
      return store.add(family, await auditPayloadOf(caller, family, given));
    },

    async change(caller: Caller, family: FamilyKey, id: number, given: TaskInput): Promise<void> {
      await require(caller.scope, family, id);
      await store.change(id, await auditPayloadOf(caller, family, given));
    },

    async setStatus(scope: Scope, family: FamilyKey, id: number, status: "0" | "1"): Promise<void> {
      const task = await require(scope, family, id);
      await store.setStatus(id, status, nextTick(task, new Date(now())));
    },

    async remove(scope: Scope, family: FamilyKey, id: number): Promise<void> {
      await require(scope, family, id);
      await store.remove(id);
    },

    async listFirings(
      of: FiringFilter,
      page: { limit: number; offset: number },
      language: Language,
    ): Promise<Firing[]> {
      return (await store.listFirings(of, page)).map((row) => toFiring(row, language));
    },
    countFirings: store.countFirings,

    look: runner.look,
    start: runner.start,
    stop: runner.stop,
  };
}
