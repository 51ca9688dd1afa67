import type { TimeSpan } from "@tracewater/contract/time-span";
import { type Selectable, sql } from "kysely";
import type { LocalizedText } from "../../../platform/localized-text.ts";
import { inScope, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import { isWithin } from "../../../platform/store/search-span.ts";
import type { Tables } from "../../../platform/store/tables.ts";

export type FiringFilter = { id: number; span: TimeSpan };
export type FiringRow = Selectable<Tables["timedFiring"]>;
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

export type Claim = {
  id: number;
  tick: Date;
  nextAt: Date | null;
  at: Date;
  state: "fired" | "missed";
  missed: number;
};
export type FiringEnd = {
  state: "fired" | "missed" | "refused" | "failed";
  message: LocalizedText;
  commandId: string | null;
  batchId: number | null;
  devices: number;
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

    /** The latest firing of each task. */
    async lastFirings(ids: readonly number[]): Promise<FiringRow[]> {
      return db
        .selectFrom("timedFiring")
        .distinctOn("timedTaskId")
        .selectAll()
        .where(sql<boolean>`timed_task_id = any(${[...ids]}::int[])`)
        .orderBy("timedTaskId")
        .orderBy("tick", "desc")
        .execute();
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

    /**
     * Takes one tick in one statement: of any number of nodes one gets its row. None does where the tick has fired
     * before, when a clock went back; one that was missed then may fire after all.
     */
    async claim(of: Claim): Promise<string | null> {
      const claimed = await sql<{ id: string }>`
        with taken as (
          update timed_task set next_at = ${of.nextAt}::timestamptz
          where id = ${of.id} and next_at = ${of.tick}::timestamptz and status = '0' returning id)
        insert into timed_firing (timed_task_id, tick, at, state, missed, node)
        select id, ${of.tick}::timestamptz, ${of.at}::timestamptz, ${of.state}, ${of.missed}::int, ${node} from taken
        on conflict (timed_task_id, tick) do update
          set state = excluded.state, at = excluded.at, missed = excluded.missed, node = excluded.node
          where timed_firing.state = 'missed' and excluded.state = 'fired'
        returning id`.execute(db);
      return claimed.rows[0]?.id ?? null;
    },

    async finish(firingId: string, end: FiringEnd): Promise<void> {
      await db
        .updateTable("timedFiring")
        .set({
          state: end.state,
          messageEn: end.message.en,
          messageZh: end.message.zh,
          commandId: end.commandId,
          batchId: end.batchId,
          devices: end.devices,
        })
        .where("id", "=", firingId)
        .execute();
    },

    async listFirings(of: FiringFilter, page: { limit: number; offset: number }): Promise<FiringRow[]> {
      return db
        .selectFrom("timedFiring")
        .selectAll()
        .where(isWithin(sql`tick`, of.span, sql`timed_task_id = ${of.id}`))
        .orderBy("tick", "desc")
        .limit(page.limit)
        .offset(page.offset)
        .execute();
    },

    async countFirings(of: FiringFilter): Promise<number> {
      const { count } = await db
        .selectFrom("timedFiring")
        .select(sql<number>`count(*)::int`.as("count"))
        .where(isWithin(sql`tick`, of.span, sql`timed_task_id = ${of.id}`))
        .executeTakeFirstOrThrow();
      return count;
    },

    /** Whether this tick was fired, or refused: then it is over. */
    async isOver(taskId: number, tick: Date): Promise<boolean> {
      const found = await db
        .selectFrom("timedFiring")
        .select("id")
        .where("timedTaskId", "=", taskId)
        .where("tick", "=", tick)
        .where("state", "!=", "missed")
        .executeTakeFirst();
      return found !== undefined;
    },
  };
}
