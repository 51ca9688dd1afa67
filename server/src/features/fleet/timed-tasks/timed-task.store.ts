/** Timed tasks: what people decide of them, and which are due. */
import { type Selectable, sql } from "kysely";
import { inScope, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { Tables } from "../../../platform/store/tables.ts";
import { createTimedFiringStore, type FiringRow } from "./timed-firing.store.ts";

export type TimedTaskRow = Selectable<Tables["timedTask"]> & {
  deviceName: string | null;
  last: FiringRow | null;
};

/** What people decide of a task, and what follows from that. */
export type TaskFields = {
  unitId: number | null;
  name: string;
  service: string;
  params: unknown;
  deviceId: number | null;
  tag: string | null;
  cron: string | null;
  onceAt: Date | null;
  zone: string;
  ownerId: number;
  ownerName: string;
  reason: string;
  expiresInS: number;
  timeoutS: number | null;
  mostAttempts: number;
  nextAt: Date | null;
};

export type TimedTaskStore = ReturnType<typeof createTimedTaskStore>;

export function createTimedTaskStore(db: Db, node: string) {
  const rows = () =>
    db
      .selectFrom("timedTask")
      .leftJoin("device", "device.id", "timedTask.deviceId")
      .selectAll("timedTask")
      .select(["device.deviceName", sql<null>`null`.as("last")]);

  function seen(
    scope: Scope,
    filter: { typeKey: string; deviceId?: number | undefined; status?: "0" | "1" | undefined },
  ) {
    const parts = [
      sql<boolean>`timed_task.type_key = ${filter.typeKey}`,
      inScope(scope, "timed_task.unit_id", "timed_task.owner_id"),
    ];
    if (filter.status !== undefined) parts.push(sql<boolean>`timed_task.status = ${filter.status}`);
    if (filter.deviceId !== undefined)
      parts.push(sql<boolean>`(timed_task.device_id = ${filter.deviceId} or timed_task.tag = any(
        select unnest(d.tags) from device d where d.id = ${filter.deviceId}))`);
    return sql<boolean>`${sql.join(parts, sql` and `)}`;
  }

  return {
    ...createTimedFiringStore(db, node),

    async list(
      scope: Scope,
      filter: Parameters<typeof seen>[1],
      page: { limit: number; offset: number },
    ): Promise<TimedTaskRow[]> {
      return rows()
        .where(seen(scope, filter))
        .orderBy("timedTask.id", "desc")
        .limit(page.limit)
        .offset(page.offset)
        .execute();
    },

    async count(scope: Scope, filter: Parameters<typeof seen>[1]): Promise<number> {
      const { count } = await db
        .selectFrom("timedTask")
        .select(sql<number>`count(*)::int`.as("count"))
        .where(seen(scope, filter))
        .executeTakeFirstOrThrow();
      return count;
    },

    async find(scope: Scope, typeKey: string, id: number): Promise<TimedTaskRow | undefined> {
      return rows().where("timedTask.id", "=", id).where(seen(scope, { typeKey })).executeTakeFirst();
    },

    async add(typeKey: string, facts: TaskFields): Promise<number> {
      const { id } = await db
        .insertInto("timedTask")
        .values({ typeKey, ...facts, params: JSON.stringify(facts.params) })
        .returning("id")
        .executeTakeFirstOrThrow();
      return id;
    },

    async change(id: number, facts: TaskFields): Promise<void> {
      await db
        .updateTable("timedTask")
        .set({ ...facts, params: JSON.stringify(facts.params) })
        .where("id", "=", id)
        .execute();
    },

    async setStatus(id: number, status: "0" | "1", nextAt: Date | null): Promise<void> {
      await db.updateTable("timedTask").set({ status, nextAt }).where("id", "=", id).execute();
    },

    async remove(id: number): Promise<void> {
      await db.deleteFrom("timedTask").where("id", "=", id).execute();
    },

    async listDue(at: Date, limit: number): Promise<TimedTaskRow[]> {
      return rows()
        .where("timedTask.status", "=", "0")
        .where("timedTask.nextAt", "<=", at)
        .orderBy("timedTask.nextAt")
        .limit(limit)
        .execute();
    },

    /** Those that are not due, a page after an id: their next tick is looked at again when the clock went back. */
    async listWaiting(after: number, limit: number): Promise<TimedTaskRow[]> {
      return rows()
        .where("timedTask.status", "=", "0")
        .where("timedTask.id", ">", after)
        .orderBy("timedTask.id")
        .limit(limit)
        .execute();
    },

    /** Sets the next tick, unless another node has done so since it was read. */
    async move(id: number, from: Date | null, to: Date | null): Promise<void> {
      await sql`update timed_task set next_at = ${to}::timestamptz
        where id = ${id} and next_at is not distinct from ${from}::timestamptz`.execute(db);
    },
  };
}
