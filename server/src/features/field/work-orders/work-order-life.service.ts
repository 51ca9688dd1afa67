import type { BodyOf } from "@tracewater/contract/call";
import type { dispatchWorkOrder, WorkOrderStepName } from "@tracewater/contract/field/work-order-steps";
import type { WorkOrder } from "@tracewater/contract/field/work-orders";
import { personLabel } from "@tracewater/contract/system/person-label";
import { fieldError } from "../../../platform/app-error.ts";
import { type Caller, mayDo } from "../../../platform/caller.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import {
  checkAssignee,
  checkStep,
  checkTick,
  checkTicks,
  checkVerifier,
  outOfOrder,
  stateAfter,
} from "./work-order.model.ts";
import type { WorkOrderService } from "./work-order.service.ts";
import { createWorkOrderLifeStore } from "./work-order-life.store.ts";

export type WorkOrderLifeService = ReturnType<typeof createWorkOrderLifeService>;
export type TakenStep = { before: WorkOrder; after: WorkOrder };

const workPermission = "field:workOrder:work";
const dispatchPermission = "field:workOrder:dispatch";

/** What becomes of a work order: its steps, who may take them, and what each leaves behind. */
export function createWorkOrderLifeService(options: {
  db: Db;
  orders: Pick<WorkOrderService, "require">;
  now: () => number;
}) {
  const { db, orders, now } = options;
  const store = createWorkOrderLifeStore(db, now);

  async function take(
    caller: Caller,
    before: WorkOrder,
    taken: { step: WorkOrderStepName; note: string; values?: Parameters<typeof store.take>[1] },
  ): Promise<TakenStep> {
    const { step, note, values = {} } = taken;
    const act = { state: stateAfter(step), byId: caller.userId, by: personLabel(caller), note };
    if (!(await store.take(before, values, act))) {
      throw outOfOrder(await orders.require(caller.scope, before.orderId), step);
    }
    return { before, after: await orders.require(caller.scope, before.orderId) };
  }

  /** A step that the assignee alone takes. */
  async function byAssignee(
    caller: Caller,
    orderId: number,
    step: "accept" | "arrive" | "finish",
    note = "",
  ): Promise<TakenStep> {
    const before = await orders.require(caller.scope, orderId);
    checkStep(before, step);
    checkAssignee(before, caller.userId);
    if (step === "finish") checkTicks(before, note);
    return take(caller, before, { step, note });
  }

  async function afterDone(
    caller: Caller,
    orderId: number,
    step: "verify" | "return",
    note: string,
  ): Promise<TakenStep> {
    const before = await orders.require(caller.scope, orderId);
    checkStep(before, step);
    checkVerifier(before, caller.userId);
    return take(caller, before, { step, note });
  }

  return {
    listEvents: store.listEvents,

    async listAssignees(scope: Scope, orderId: number, keyword?: string) {
      const { unitId } = await orders.require(scope, orderId);
      return store.listCandidates(scope, unitId, { permission: workPermission, keyword });
    },

    async dispatch(caller: Caller, body: BodyOf<typeof dispatchWorkOrder>): Promise<TakenStep> {
      const { orderId, assigneeId, due, note } = body;
      const before = await orders.require(caller.scope, orderId);
      checkStep(before, "dispatch");
      const find = { permission: workPermission, userId: assigneeId };
      const [found] = await store.listCandidates(caller.scope, before.unitId, find);
      if (found === undefined) {
        throw fieldError("assigneeId", {
          en: "this person is not in the order's unit or cannot carry out work orders",
          zh: "该人员不属于工单所在单位或无权执行工单",
        });
      }
      const values = { assigneeId, assignee: personLabel(found), due: due === null ? null : new Date(due) };
      return take(caller, before, { step: "dispatch", note, values });
    },

    accept: (caller: Caller, orderId: number) => byAssignee(caller, orderId, "accept"),
    arrive: (caller: Caller, orderId: number) => byAssignee(caller, orderId, "arrive"),
    finish: (caller: Caller, orderId: number, note: string) => byAssignee(caller, orderId, "finish", note),
    verify: (caller: Caller, orderId: number, note: string) => afterDone(caller, orderId, "verify", note),
    returnBack: (caller: Caller, orderId: number, reason: string) =>
      afterDone(caller, orderId, "return", reason),

    async tick(caller: Caller, given: { orderId: number; step: number; done: boolean }): Promise<TakenStep> {
      const { orderId, step, done } = given;
      const before = await orders.require(caller.scope, orderId);
      checkTick(before, step);
      checkAssignee(before, caller.userId);
      const isTicked = await store.tick(orderId, caller.userId, step, done);
      const after = await orders.require(caller.scope, orderId);
      if (!isTicked) checkTick(after, step);
      return { before, after };
    },

    async cancel(caller: Caller, orderId: number, reason: string): Promise<TakenStep> {
      const before = await orders.require(caller.scope, orderId);
      checkStep(before, "cancel");
      if (before.state !== "draft" && !mayDo(caller, dispatchPermission)) throw outOfOrder(before, "cancel");
      return take(caller, before, { step: "cancel", note: reason });
    },
  };
}
