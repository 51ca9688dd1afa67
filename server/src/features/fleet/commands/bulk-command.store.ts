import type { TimeSpan } from "@tracewater/contract/time-span";
import { type Selectable, sql } from "kysely";
import { inScope, type Scope } from "../../../platform/scope.ts";
import { containing } from "../../../platform/store/contains.ts";
import type { Db } from "../../../platform/store/database.ts";
import { isWithin } from "../../../platform/store/search-span.ts";
import type { Tables } from "../../../platform/store/tables.ts";
import { type CommandRow, selection } from "./command-queries.store.ts";

export type BulkCommandRow = Selectable<Tables["commandBatch"]>;
export type NewBulkCommand = {
  typeKey: string;
  identifier: string;
  params: unknown;
  selection: unknown;
  reason: string;
  actorId: number;
  actorName: string;
  timedTaskId: number | null;
};
export type BulkCommandFilter = { state?: string | undefined; keyword?: string | undefined };

/** A batch is seen by anyone who may see one of its commands; it has no unit of its own. */
export function createBulkCommandStore(db: Db) {
  const seen = (scope: Scope) =>
    scope.kind === "all"
      ? sql<boolean>`true`
      : sql<boolean>`exists (select 1 from command where command.batch_id = command_batch.id
          and ${inScope(scope, "command.unit_id")})`;

  function rowsOf(scope: Scope, batchId: number, filter: BulkCommandFilter) {
    let query = selection(db).where("command.batchId", "=", batchId).where(inScope(scope, "command.unit_id"));
    if (filter.state !== undefined) query = query.where("command.state", "=", filter.state);
    if (filter.keyword !== undefined)
      query = query.where(sql<boolean>`device.device_name ilike ${containing(filter.keyword)}`);
    return query;
  }

  return {
    async add(batch: NewBulkCommand): Promise<BulkCommandRow> {
      return db
        .insertInto("commandBatch")
        .values({
          ...batch,
          params: JSON.stringify(batch.params),
          selection: JSON.stringify(batch.selection),
          cancelledAt: null,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
    },

    async list(
      scope: Scope,
      of: { typeKey: string; span: TimeSpan },
      page: { limit: number; offset: number },
    ): Promise<BulkCommandRow[]> {
      return db
        .selectFrom("commandBatch")
        .selectAll()
        .where("typeKey", "=", of.typeKey)
        .where(isWithin(sql`command_batch.created_at`, of.span))
        .where(seen(scope))
        .orderBy("createdAt", "desc")
        .orderBy("id", "desc")
        .limit(page.limit)
        .offset(page.offset)
        .execute();
    },

    async count(scope: Scope, of: { typeKey: string; span: TimeSpan }): Promise<number> {
      const { count } = await db
        .selectFrom("commandBatch")
        .select(sql<number>`count(*)::int`.as("count"))
        .where("typeKey", "=", of.typeKey)
        .where(isWithin(sql`command_batch.created_at`, of.span))
        .where(seen(scope))
        .executeTakeFirstOrThrow();
      return count;
    },

    async find(scope: Scope, typeKey: string, id: number): Promise<BulkCommandRow | undefined> {
      return db
        .selectFrom("commandBatch")
        .selectAll()
        .where("id", "=", id)
        .where("typeKey", "=", typeKey)
        .where(seen(scope))
        .executeTakeFirst();
    },

    /** How many commands of each batch are in which state. */
    async countStates(
      scope: Scope,
      ids: readonly number[],
    ): Promise<{ batchId: number; state: string; count: number }[]> {
      const found = await sql<{ batchId: number; state: string; count: number }>`
        select batch_id, state, count(*)::int as count from command
        where batch_id = any(${[...ids]}::int[]) and ${inScope(scope, "command.unit_id")}
        group by batch_id, state`.execute(db);
      return found.rows;
    },

    async markCancelled(id: number): Promise<void> {
      await db
        .updateTable("commandBatch")
        .set({ cancelledAt: sql<Date>`coalesce(cancelled_at, now())` })
        .where("id", "=", id)
        .execute();
    },

    async listCommands(
      scope: Scope,
      batchId: number,
      filter: BulkCommandFilter,
      page: { limit: number; offset: number },
    ): Promise<CommandRow[]> {
      return rowsOf(scope, batchId, filter)
        .orderBy("command.id")
        .limit(page.limit)
        .offset(page.offset)
        .execute();
    },

    async countCommands(scope: Scope, batchId: number, filter: BulkCommandFilter): Promise<number> {
      const counted = await rowsOf(scope, batchId, filter)
        .clearSelect()
        .select(sql<number>`count(*)::int`.as("count"))
        .executeTakeFirstOrThrow();
      return counted.count;
    },

    /** The next of them after an id, for a sheet. */
    async listAfter(scope: Scope, batchId: number, after: string, limit: number): Promise<CommandRow[]> {
      return rowsOf(scope, batchId, {})
        .where("command.id", ">", after)
        .orderBy("command.id")
        .limit(limit)
        .execute();
    },
  };
}
