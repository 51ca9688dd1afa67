import {
  addWorkOrder,
  cancelWorkOrder,
  changeWorkOrder,
  getWorkOrder,
  listWorkOrders,
  type WorkOrder,
} from "@tracewater/contract/field/work-orders";
import type { CallNote } from "../../../platform/http/call-notes.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { WorkOrderService } from "./work-order.service.ts";

export function serveWorkOrders(serve: Serve, orders: WorkOrderService): void {
  serve.forCaller(listWorkOrders, async ({ query }, { scope }) => {
    const total = await orders.count(scope, query);
    return { total, rows: await orders.list(scope, query, pageOf(query, total)) };
  });
  serve.forCaller(getWorkOrder, async ({ params }, { scope }) => ({
    data: await orders.require(scope, params.id),
  }));
  serve.forCaller(addWorkOrder, async ({ body, note }, caller) => {
    const added = await orders.add(caller, body);
    const after = await orders.require(caller.scope, added.id);
    note({ thing: thingOf(after), after });
    return { data: added };
  });
  serve.forCaller(changeWorkOrder, async ({ body, note }, caller) => {
    const { before, after } = await orders.change(caller, body);
    note({ thing: thingOf(after), before, after });
    return {};
  });
  serve.forCaller(cancelWorkOrder, async ({ body, note }, caller) => {
    const before = await orders.cancel(caller, body.orderId, body.reason);
    const after = { state: "cancelled", reason: body.reason };
    note({ thing: thingOf(before), before: { state: before.state }, after });
    return {};
  });
}

function thingOf({ orderId, orderNo, unitId }: WorkOrder): CallNote["thing"] {
  return { kind: "workOrder", id: orderId, name: orderNo, unitId };
}
