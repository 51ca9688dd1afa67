import type { WorkOrderAssignee } from "@tracewater/contract/field/work-order-steps";
import {
  type WorkOrderEvent,
  type WorkOrderState,
  workOrderEvent,
} from "@tracewater/contract/field/work-orders";
import { sql, type Updateable } from "kysely";
import { z } from "zod";
import { inScope, type Scope } from "../../../platform/scope.ts";
import { containing } from "../../../platform/store/contains.ts";
import type { Db } from "../../../platform/store/database.ts";
import { epochMs } from "../../../platform/store/epoch-ms.ts";
import type { Tables } from "../../../platform/store/tables.ts";

export type OrderAct = { state: WorkOrderState; byId: number; by: string; note: string };
export type Candidate = WorkOrderAssignee & { userName: string; nickName: string };

/** The steps of work orders: what changes with one, who may be the assignee, and the events of the past. */
export function createWorkOrderLifeStore(db: Db, now: () => number) {
  return {
    async listEvents(orderId: number): Promise<WorkOrderEvent[]> {
      const { rows } = await sql`select state, ${epochMs("at")} as at, by, note from work_order_event
        where order_id = ${orderId} order by id limit 200`.execute(db);
      return z.array(workOrderEvent).parse(rows);
    },

    /** Enabled people of the unit or of one above it, whose roles carry the permission. */
    async listCandidates(
      scope: Scope,
      unitId: number,
      find: { permission: string; keyword?: string | undefined; userId?: number },
    ): Promise<Candidate[]> {
      const like = find.keyword === undefined ? null : containing(find.keyword);
      const { rows } = await sql<Candidate>`
        with recursive above(id) as (select ${unitId}::int
          union all select d.parent_id from dept d join above on d.id = above.id where d.parent_id is not null)
        select u.id as user_id, u.nick_name as name, u.nick_name, u.user_name, d.name as unit_name, u.app_user,
          (select count(*)::int from work_order o where o.assignee_id = u.id
            and o.state in ('dispatched', 'accepted', 'onSite')) as open_orders
        from sys_user u join dept d on d.id = u.dept_id
        where u.dept_id in (select id from above) and u.status = '0' and u.deleted_at is null
          and not u.service_account and ${inScope(scope, "u.dept_id", "u.id")}
          and (${find.userId ?? null}::int is null or u.id = ${find.userId ?? null}::int)
          and (${like}::text is null or u.nick_name ilike ${like} or u.user_name ilike ${like}
            or u.phonenumber ilike ${like})
          and exists (select 1 from user_role ur join role r on r.id = ur.role_id and r.status = '0'
            left join role_menu rm on rm.role_id = r.id left join menu m on m.id = rm.menu_id
            where ur.user_id = u.id and (r.role_key = 'admin' or m.permission = ${find.permission}))
        order by u.nick_name, u.id limit 50`.execute(db);
      return rows;
    },

    /** False where the order left the state, or its assignee changed, in the meantime. */
    async take(
      order: { orderId: number; state: WorkOrderState; assigneeId: number | null },
      values: Updateable<Tables["workOrder"]>,
      act: OrderAct,
    ): Promise<boolean> {
      return db.transaction().execute(async (trx) => {
        const { state, by, note } = act;
        const at = new Date(now());
        const changed = await trx
          .updateTable("workOrder")
          .set({ ...values, state, stateBy: by, stateReason: note, changedAt: at })
          .where("id", "=", order.orderId)
          .where("state", "=", order.state)
          .where("assigneeId", "is not distinct from", order.assigneeId)
          .returning("id")
          .execute();
        if (changed.length === 0) return false;
        await trx
          .insertInto("workOrderEvent")
          .values({ orderId: order.orderId, at, ...act })
          .execute();
        return true;
      });
    },

    /** One tick alone, so that two of them at once both stay; false where the order is no longer on site. */
    async tick(orderId: number, userId: number, step: number, isDone: boolean): Promise<boolean> {
      const { rows } = await sql`
        update work_order set changed_at = ${new Date(now())}, ticked = case when ${isDone}::boolean
          then (select array_agg(distinct one order by one) from unnest(ticked || ${step}::int) one)
          else array_remove(ticked, ${step}::int) end
        where id = ${orderId} and state = 'onSite' and assignee_id = ${userId} returning id`.execute(db);
      return rows.length > 0;
    },
  };
}
