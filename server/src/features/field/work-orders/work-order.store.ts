/** Work orders with the point, the device and the result that they are about. */
import type { QueryOf } from "@tracewater/contract/call";
import { type listWorkOrders, type WorkOrder, workOrder } from "@tracewater/contract/field/work-orders";
import { originOf } from "@tracewater/contract/fleet/alarm-sources";
import { type Insertable, type RawBuilder, sql, type Updateable } from "kysely";
import { z } from "zod";
import { columnOf } from "../../../platform/resource/matching-rows.ts";
import { inScope, type Scope } from "../../../platform/scope.ts";
import { containing } from "../../../platform/store/contains.ts";
import type { Db } from "../../../platform/store/database.ts";
import { epochMs } from "../../../platform/store/epoch-ms.ts";
import { inSpan } from "../../../platform/store/search-span.ts";
import type { Tables } from "../../../platform/store/tables.ts";

export type WorkOrderQuery = QueryOf<typeof listWorkOrders>;
export type WorkOrderFilter = Omit<WorkOrderQuery, "mine"> & { assigneeId?: number };
export type NewWorkOrder = Insertable<Tables["workOrder"]>;

const assayOrigin = `^${originOf("assayLimit", "([0-9]+)")}$`;
export function createWorkOrderStore(db: Db) {
  async function read(rest: RawBuilder<unknown>): Promise<WorkOrder[]> {
    const { rows } = await sql`
      select o.id as order_id, o.order_no, o.unit_id, u.name as unit_name, o.source,
        (substring(o.origin from ${assayOrigin}::text))::int as assay_id, o.title, o.title_zh, o.point_id,
        point.code as point_code, point.name as point_name, o.device_id, d.device_name, o.assignee,
        o.assignee_id, ${epochMs("o.due")} as due, o.steps, o.ticked, o.note, o.state, o.state_reason, o.state_by, o.made_by as created_by,
        ${epochMs("o.created_at")} as created_at, ${epochMs("o.changed_at")} as changed_at
      from work_order o join dept u on u.id = o.unit_id left join sampling_point point on point.id = o.point_id
        left join device d on d.id = o.device_id
      ${rest}`.execute(db);
    return z.array(workOrder).parse(rows);
  }

  function matching(scope: Scope, query: WorkOrderFilter): RawBuilder<boolean> {
    const parts: RawBuilder<unknown>[] = [inScope(scope, "o.unit_id")];
    if (query.state !== undefined) parts.push(sql`o.state = ${query.state}`);
    if (query.source !== undefined) parts.push(sql`o.source = ${query.source}`);
    if (query.pointId !== undefined) parts.push(sql`o.point_id = ${query.pointId}`);
    if (query.assigneeId !== undefined) parts.push(sql`o.assignee_id = ${query.assigneeId}`);
    if (query.open === "1") parts.push(sql`o.state not in ('done', 'verified', 'cancelled')`);
    parts.push(...inSpan(sql`o.created_at`, query));
    if (query.keyword !== undefined) {
      const like = containing(query.keyword);
      parts.push(sql`(o.order_no ilike ${like} or o.title ilike ${like} or o.title_zh ilike ${like}
        or o.assignee ilike ${like}
        or o.point_id in (select id from sampling_point where code ilike ${like} or name ilike ${like})
        or o.device_id in (select id from device where device_name ilike ${like}))`);
    }
    return sql<boolean>`${sql.join(parts, sql` and `)}`;
  }

  return {
    async list(
      scope: Scope,
      query: WorkOrderFilter,
      page: { limit: number; offset: number },
    ): Promise<WorkOrder[]> {
      const column = sql.ref(`o.${columnOf(query.orderByColumn ?? "createdAt")}`);
      const direction = query.isAsc === "asc" ? sql`asc` : sql`desc`;
      return read(sql`where ${matching(scope, query)} order by ${column} ${direction} nulls last, o.id desc
        limit ${page.limit} offset ${page.offset}`);
    },

    async count(scope: Scope, query: WorkOrderFilter): Promise<number> {
      const counted = await sql<{ count: number }>`
        select count(*)::int as count from work_order o where ${matching(scope, query)}`.execute(db);
      return counted.rows[0]?.count ?? 0;
    },

    async find(scope: Scope, id: number): Promise<WorkOrder | undefined> {
      return (await read(sql`where o.id = ${id} and ${inScope(scope, "o.unit_id")} limit 1`))[0];
    },

    async add(order: NewWorkOrder): Promise<number> {
      return (await db.insertInto("workOrder").values(order).returning("id").executeTakeFirstOrThrow()).id;
    },

    async findByOrigin(origin: string): Promise<number | undefined> {
      const found = await db
        .selectFrom("workOrder")
        .select("id")
        .where("origin", "=", origin)
        .executeTakeFirst();
      return found?.id;
    },

    /** False where it is no longer a draft. */
    async changeDraft(id: number, values: Updateable<Tables["workOrder"]>): Promise<boolean> {
      const changed = await db
        .updateTable("workOrder")
        .set(values)
        .where("id", "=", id)
        .where("state", "=", "draft")
        .returning("id")
        .execute();
      return changed.length > 0;
    },

    async cancelDrafts(
      origins: readonly string[],
      act: { by: string; at: Date; note: string },
    ): Promise<void> {
      await sql`update work_order set state = 'cancelled', state_by = ${act.by}, state_reason = ${act.note},
          changed_at = ${act.at}
        where origin = any(${[...origins]}::text[]) and state = 'draft'`.execute(db);
    },
  };
}
