import * as steps from "@tracewater/contract/field/work-order-steps";
import * as workOrders from "@tracewater/contract/field/work-orders";
import { addUser } from "../test-people.ts";
import type { Actor, CallInput, Rule, Side } from "./access-cells.ts";
import type { AccessStage } from "./access-stage.ts";
import { addPoint } from "./point-rules.ts";

/** Work orders and their steps; those of the assignee are taken on orders of the actor's own. */
export function workOrderRules(stage: AccessStage): Record<string, Rule> {
  /** Where the actor may take the step, it is theirs; else the administrator's, who proves that it is there. */
  async function assigneeFor(side: Side, actor: Actor): Promise<number> {
    const isTheirs = side === "own" && (actor === "operator" || actor === "unitAdmin");
    const { userName } = stage.credentialsOf(isTheirs ? actor : "admin");
    const found = stage.platform.db.selectFrom("sysUser").select("id").where("userName", "=", userName);
    return (await found.executeTakeFirstOrThrow()).id;
  }
  const inState = (
    state: workOrders.WorkOrderState,
    input: (orderId: number, unitId: number) => CallInput | Promise<CallInput>,
    isAssignee = true,
  ): Rule => ({
    outside: "notFound",
    make: async (unitId, side, actor) => {
      const title = stage.name();
      const order = { orderNo: stage.name(), unitId, title, titleZh: title, madeBy: "", state };
      const assigneeId = isAssignee ? await assigneeFor(side, actor) : null;
      const { id } = await stage.platform.db
        .insertInto("workOrder")
        .values({ ...order, assigneeId, source: "hand", steps: JSON.stringify([{ en: "a", zh: "a" }]) })
        .returning("id")
        .executeTakeFirstOrThrow();
      return { input: await input(id, unitId) };
    },
  });

  return {
    ...draftRules(stage),
    [steps.listWorkOrderAssignees.name]: inState("draft", (id) => ({ params: { id } }), false),
    [steps.dispatchWorkOrder.name]: inState(
      "draft",
      async (orderId, unitId) => {
        const userName = stage.name();
        const { id } = await addUser(stage.platform.db, { unitId, userName, roles: ["operator"] });
        return { body: { orderId, assigneeId: id } };
      },
      false,
    ),
    [steps.acceptWorkOrder.name]: inState("dispatched", (orderId) => ({ body: { orderId } })),
    [steps.arriveAtWorkOrder.name]: inState("accepted", (orderId) => ({ body: { orderId } })),
    [steps.tickWorkOrderStep.name]: inState("onSite", (orderId) => ({
      body: { orderId, step: 0, done: true },
    })),
    [steps.finishWorkOrder.name]: inState("onSite", (orderId) => ({ body: { orderId, note: "stage" } })),
    [steps.verifyWorkOrder.name]: inState("done", (orderId) => ({ body: { orderId } }), false),
    [steps.returnWorkOrder.name]: inState(
      "done",
      (orderId) => ({ body: { orderId, reason: "stage" } }),
      false,
    ),
  };
}

/** What becomes of a work order before anybody has it. */
function draftRules(stage: AccessStage): Record<string, Rule> {
  /** A draft that nobody of the actors made. */
  async function addOrder(unitId: number) {
    const title = stage.name();
    const order = { orderNo: stage.name(), unitId, title, titleZh: title, madeBy: "" };
    const { db } = stage.platform;
    const { id } = await db
      .insertInto("workOrder")
      .values({ ...order, source: "alarm", steps: "[]" })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { orderId: id, title };
  }
  const orderTitle = { title: "stage", titleZh: "stage" };

  return {
    [workOrders.listWorkOrders.name]: {
      outside: "notSeen",
      make: async (unitId) => {
        const { title } = await addOrder(unitId);
        return { input: { query: { keyword: title } }, sees: title };
      },
    },
    [workOrders.getWorkOrder.name]: {
      outside: "notFound",
      make: async (unitId) => ({ input: { params: { id: (await addOrder(unitId)).orderId } } }),
    },
    [workOrders.addWorkOrder.name]: {
      outside: "field",
      make: async (unitId) => ({
        input: { body: { ...orderTitle, pointId: (await addPoint(stage, unitId)).id } },
      }),
    },
    [workOrders.changeWorkOrder.name]: {
      outside: "notFound",
      make: async (unitId) => {
        const { orderId } = await addOrder(unitId);
        return { input: { body: { ...orderTitle, orderId, pointId: (await addPoint(stage, unitId)).id } } };
      },
    },
    [workOrders.cancelWorkOrder.name]: {
      outside: "notFound",
      make: async (unitId) => ({
        input: { body: { orderId: (await addOrder(unitId)).orderId, reason: "stage" } },
      }),
    },
  };
}
