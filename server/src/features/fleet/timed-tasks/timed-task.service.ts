import type { FamilyKey } from "@tracewater/contract/fleet/families";
import { families, familyKey } from "@tracewater/contract/fleet/families";
import type { Firing, TimedTask } from "@tracewater/contract/fleet/timed-tasks";
import { AppError, fieldError, notFound } from "../../../platform/app-error.ts";
import type { AuditRecord } from "../../../platform/audit/audit-record.ts";
import { type Caller, mayDo } from "../../../platform/caller.ts";
import type { Language, LocalizedText } from "../../../platform/localized-text.ts";
import type { Log } from "../../../platform/log.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { BulkCommandService, Planned } from "../commands/bulk-command.service.ts";
import type { CommandService } from "../commands/command.service.ts";
import type { DeviceService } from "../devices/device.service.ts";
import { firedRecord } from "./fired-record.ts";
import { nextTick, requireWhen, toFiring, toTimedTask } from "./timed-task.model.ts";
import {
  createTimedTaskStore,
  type FiringEnd,
  type FiringFilter,
  type TaskFields,
  type TimedTaskRow,
} from "./timed-task.store.ts";
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
  const { db, node, devices, batches, commands, record, now } = options;
  const store = createTimedTaskStore(db, node);
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

  function plan(
    caller: Caller,
    family: FamilyKey,
    of: { service: string; params: Record<string, unknown>; deviceId: number | null; tag: string | null },
  ): Promise<Planned> {
    const selection = of.deviceId === null ? { tag: of.tag ?? "" } : { deviceIds: [of.deviceId] };
    return batches.plan(caller.scope, family, { service: of.service, params: of.params, selection });
  }

  /** Whom a firing goes to, by the rights that its owner has now; the end of the firing where it goes to nobody. */
  async function prepare(task: TimedTaskRow): Promise<{ owner: Caller; planned: Planned } | FiringEnd> {
    const owner = task.ownerId === null ? null : await options.callerAs(task.ownerId);
    if (owner === null) return ended("refused", ownerIsGone);
    const family = familyKey.parse(task.typeKey);
    const may = mayDo(owner, `device:${families[family].permissionKey}:command`) && owner.hasValidLicense;
    if (!may) return ended("refused", ownerMayNot);
    try {
      return { owner, planned: await plan(owner, family, { ...task, params: paramsOf(task) }) };
    } catch (error) {
      if (error instanceof AppError) return ended("failed", error.text);
      throw error;
    }
  }

  async function fire(task: TimedTaskRow, of: { tick: Date; nextAt: Date | null; at: Date }): Promise<void> {
    const prepared = await prepare(task);
    const claim = { id: task.id, ...of, state: "fired", missed: 0 } as const;
    if ("state" in prepared) {
      await db.transaction().execute(async (trx) => {
        const into = createTimedTaskStore(trx, node);
        const id = await into.claim(claim);
        if (id !== null) await into.finish(id, prepared);
      });
      return;
    }
    const { owner, planned } = prepared;
    const rows = await db.transaction().execute(async (trx) => {
      const into = createTimedTaskStore(trx, node);
      const id = await into.claim(claim);
      if (id === null) return [];
      const written = await batches.write(trx, batchOf(task, owner), planned, termsOf(task), owner);
      const end = {
        commandId: written.rows[0]?.id ?? null,
        batchId: written.batch.id,
        devices: written.rows.length,
      };
      await into.finish(id, { state: "fired", message: { en: "", zh: "" }, ...end });
      return written.rows;
    });
    if (rows.length === 0) return;
    commands.onCreated(rows);
    await record(firedRecord({ task, owner, tick: of.tick, at: of.at, devices: rows.length }));
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

const ownerIsGone: LocalizedText = {
  en: "The owner of the task is deleted, disabled or limited to browser log-in.",
  zh: "任务所有者已删除、已停用或仅允许通过浏览器登录。",
};
const ownerMayNot: LocalizedText = {
  en: "The owner of the task no longer has permission to send commands.",
  zh: "任务所有者已无下发指令的权限。",
};

function ended(state: "refused" | "failed", message: LocalizedText): FiringEnd {
  return { state, message, commandId: null, batchId: null, devices: 0 };
}

function paramsOf(task: TimedTaskRow): Record<string, unknown> {
  return typeof task.params === "object" && task.params !== null ? { ...task.params } : {};
}

function termsOf(task: TimedTaskRow) {
  return {
    expiresIn: task.expiresInS,
    timeout: task.timeoutS ?? undefined,
    retries: task.mostAttempts - 1,
    reason: task.reason,
  };
}

function batchOf(task: TimedTaskRow, owner: Caller) {
  return {
    typeKey: task.typeKey,
    identifier: task.service,
    params: task.params,
    selection: task.deviceId === null ? { tag: task.tag } : { deviceIds: [task.deviceId] },
    reason: task.reason,
    actorId: owner.userId,
    actorName: owner.nickName,
    timedTaskId: task.id,
  };
}
