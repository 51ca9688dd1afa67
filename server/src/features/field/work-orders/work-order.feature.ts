import {
  acceptWorkOrder,
  arriveAtWorkOrder,
  dispatchWorkOrder,
  finishWorkOrder,
  listWorkOrderAssignees,
  returnWorkOrder,
  tickWorkOrderStep,
  verifyWorkOrder,
} from "@tracewater/contract/field/work-order-steps";
import {
  addWorkOrder,
  cancelWorkOrder,
  changeWorkOrder,
  getWorkOrder,
  listWorkOrders,
  type WorkOrder,
} from "@tracewater/contract/field/work-orders";
import type { AuditChange } from "../../../platform/http/audit-change.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { WorkOrderService } from "./work-order.service.ts";
import type { TakenStep, WorkOrderLifeService } from "./work-order-life.service.ts";

export function serveWorkOrders(serve: Serve, orders: WorkOrderService, life: WorkOrderLifeService): void {
  serve.forCaller(listWorkOrders, async ({ query }, caller) => {
    const total = await orders.count(caller, query);
    return { total, rows: await orders.list(caller, query, pageOf(query, total)) };
  });
  serve.forCaller(getWorkOrder, async ({ params }, { scope }) => ({
    data: await orders.require(scope, params.id),
    events: await life.listEvents(params.id),
  }));
  serve.forCaller(addWorkOrder, async ({ body, audit }, caller) => {
    const added = await orders.add(caller, body);
    const after = await orders.require(caller.scope, added.id);
    audit({ subject: auditSubject(after), after });
    return { data: added };
  });
  serve.forCaller(changeWorkOrder, async ({ body, audit }, caller) => {
    const { before, after } = await orders.change(caller, body);
    audit({ subject: auditSubject(after), before, after });
    return {};
  });
  serveSteps(serve, life);
}

/** Each step is audited with the state before and after, and what was said. */
function serveSteps(serve: Serve, life: WorkOrderLifeService): void {
  function report(
    audit: (change: AuditChange) => void,
    { before, after }: TakenStep,
    more: Record<string, unknown> = {},
  ): Record<string, never> {
    audit({
      subject: auditSubject(before),
      before: { state: before.state, assignee: before.assignee },
      after: { state: after.state, assignee: after.assignee, ...more },
    });
    return {};
  }

  serve.forCaller(listWorkOrderAssignees, async ({ params, query }, { scope }) => ({
    data: await life.listAssignees(scope, params.id, query.keyword),
  }));
  serve.forCaller(dispatchWorkOrder, async ({ body, audit }, caller) =>
    report(audit, await life.dispatch(caller, body), { due: body.due, note: body.note }),
  );
  serve.forCaller(acceptWorkOrder, async ({ body, audit }, caller) =>
    report(audit, await life.accept(caller, body.orderId)),
  );
  serve.forCaller(arriveAtWorkOrder, async ({ body, audit }, caller) =>
    report(audit, await life.arrive(caller, body.orderId)),
  );
  serve.forCaller(tickWorkOrderStep, async ({ body, audit }, caller) => {
    const { before, after } = await life.tick(caller, body);
    audit({
      subject: auditSubject(before),
      before: { ticked: before.ticked },
      after: { ticked: after.ticked },
    });
    return {};
  });
  serve.forCaller(finishWorkOrder, async ({ body, audit }, caller) =>
    report(audit, await life.finish(caller, body.orderId, body.note), { note: body.note }),
  );
  serve.forCaller(verifyWorkOrder, async ({ body, audit }, caller) =>
    report(audit, await life.verify(caller, body.orderId, body.note), { note: body.note }),
  );
  serve.forCaller(returnWorkOrder, async ({ body, audit }, caller) =>
    report(audit, await life.returnBack(caller, body.orderId, body.reason), { reason: body.reason }),
  );
  serve.forCaller(cancelWorkOrder, async ({ body, audit }, caller) =>
    report(audit, await life.cancel(caller, body.orderId, body.reason), { reason: body.reason }),
  );
}

function auditSubject({ orderId, orderNo, unitId }: WorkOrder): AuditChange["subject"] {
  return { kind: "workOrder", id: orderId, name: orderNo, unitId };
}
