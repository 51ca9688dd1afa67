/** Fires timed tasks: a tick becomes a bulk command in the name of the task's owner. */
import { type FamilyKey, families, familyKey } from "@tracewater/contract/fleet/families";
import { AppError } from "../../../platform/app-error.ts";
import type { AuditRecord } from "../../../platform/audit/audit-record.ts";
import { type Caller, mayDo } from "../../../platform/caller.ts";
import type { LocalizedText } from "../../../platform/localized-text.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { BulkCommandService, Planned } from "../commands/bulk-command.service.ts";
import type { CommandService } from "../commands/command.service.ts";
import { firedRecord } from "./fired-record.ts";
import type { FiringEnd } from "./timed-firing.store.ts";
import { createTimedTaskStore, type TimedTaskRow } from "./timed-task.store.ts";

export function createTaskFiring(options: {
  db: Db;
  node: string;
  batches: BulkCommandService;
  commands: Pick<CommandService, "onCreated">;
  /** A user as they are now; null where they may not act without a browser, or at all. */
  callerAs: (userId: number) => Promise<Caller | null>;
  record: (record: AuditRecord) => Promise<void>;
}) {
  const { db, node, batches, commands, record } = options;

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

  return { plan, fire };
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
