import { screen, waitFor } from "@testing-library/react";
import {
  acceptWorkOrder,
  dispatchWorkOrder,
  finishWorkOrder,
  listWorkOrderAssignees,
} from "@tracewater/contract/field/work-order-steps";
import { getWorkOrder, type WorkOrder } from "@tracewater/contract/field/work-orders";
import { Route, Routes } from "react-router";
import { expect, test } from "vitest";
import { server } from "../../../../test/fake-server.ts";
import { button, choose, dialog, fill, press } from "../../../../test/hands.ts";
import { openPart } from "../../../../test/open-part.tsx";
import { OrderActions } from "./order-actions.tsx";
import WorkOrderDispatchPage from "./work-order-dispatch.page.tsx";

const order: WorkOrder = {
  ...{ orderId: 8, orderNo: "WO-8", unitId: 2, unitName: "City", source: "hand", assayId: null },
  ...{ title: "Clean", titleZh: "清洗", pointId: 11, pointCode: "P-001", pointName: "North" },
  ...{ deviceId: null, deviceName: null, assignee: "Olga", assigneeId: 7, due: null, note: "" },
  ...{ steps: [{ en: "Stop", zh: "停" }], ticked: [], state: "dispatched", stateReason: "", stateBy: "" },
  ...{ createdBy: "Li", createdAt: 0, changedAt: 0 },
};
const open = (changed: Partial<WorkOrder>, permissions = ["*:*:*"]) =>
  openPart(<OrderActions order={{ ...order, ...changed }} />, { feature: "field/work-orders", permissions });

test("the assignee is offered the next step of the order, and it is sent", async () => {
  server.answer(acceptWorkOrder, {});
  await open({}, ["field:workOrder:work"]);
  press("Accept");
  await waitFor(() => expect(server.received(acceptWorkOrder)).toMatchObject([{ body: { orderId: 8 } }]));
  expect(screen.queryByRole("button", { name: "Dispatch again" })).toBeNull();
});

test("steps of an order are not offered to a colleague, nor its verification to the assignee", async () => {
  await open({ assigneeId: 9 }, ["field:workOrder:work"]);
  expect(screen.queryByRole("button", { name: "Accept" })).toBeNull();
  await open({ state: "done" });
  expect(screen.queryByRole("button", { name: "Verify" })).toBeNull();
  await open({ state: "done", assigneeId: 9 });
  button("Verify");
});

test("an order with an open step is completed only with a reason", async () => {
  server.answer(finishWorkOrder, {});
  await open({ state: "onSite" });
  press("Complete");
  const complete = () => button("Complete", dialog());
  expect(complete().disabled).toBe(true);
  fill("Result or remarks", "no water today", dialog());
  press("Complete", dialog());
  await waitFor(() =>
    expect(server.received(finishWorkOrder)).toMatchObject([
      { body: { orderId: 8, note: "no water today" } },
    ]),
  );
});

test("an order is dispatched to a person who is chosen, with what they have to do already", async () => {
  const draft = { ...order, state: "draft" as const, assignee: "", assigneeId: null };
  server.answer(getWorkOrder, { data: draft, events: [] });
  server.answer(listWorkOrderAssignees, {
    data: [{ userId: 7, name: "Olga", unitName: "City", appUser: true, openOrders: 2 }],
  });
  server.refuse(dispatchWorkOrder, {
    msg: "no",
    errors: [{ field: "assigneeId", message: "not of this unit" }],
  });
  const page = (
    <Routes>
      <Route path="/work/dispatch/:taskId" element={<WorkOrderDispatchPage />} />
    </Routes>
  );
  await openPart(page, { feature: "field/work-orders", at: "/work/dispatch/8" });
  await screen.findByRole("button", { name: "Dispatch" });
  await choose("Assignee", "Olga · City · APP user · 2 open orders");
  press("Dispatch");
  await screen.findByText("not of this unit");
  expect(server.received(dispatchWorkOrder)).toMatchObject([
    { body: { orderId: 8, assigneeId: 7, due: null } },
  ]);
});
