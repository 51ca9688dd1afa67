/** Work orders of the demo in each of their states, carried out by the people of their unit. */
import { dispatchWorkOrder } from "@tracewater/contract/field/work-order-steps";
import { addWorkOrder } from "@tracewater/contract/field/work-orders";
import type { HistoryServices } from "../../../app/platform.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { Step } from "../laboratory/history-clock.ts";
import type { EvidenceStaff } from "./people.data.ts";
import { type Taken, works } from "./work-order-texts.data.ts";

const hour = 3_600_000;

export type WorkPlace = { pointId: number; deviceId: number };

export function playWorkOrders(
  history: HistoryServices,
  staff: EvidenceStaff,
  { untilMs, places }: { untilMs: number; places: readonly WorkPlace[] },
): Step[] {
  const assignees = [staff.sampler, staff.sender];
  return works.flatMap(({ taken, addedHoursAgo, dueInHours, ...texts }, number) => {
    const place = places[number % places.length];
    const assignee = assignees[number % assignees.length] ?? staff.sampler;
    if (place === undefined) return [];
    const due = dueInHours === null ? null : untilMs + dueInHours * hour;
    let orderId = 0;
    const add = async () => {
      const body = addWorkOrder.body.parse({ ...texts, ...place, due });
      orderId = (await history.orders.add(staff.sender, body)).id;
    };
    return [
      { at: untilMs - addedHoursAgo * hour + number, work: add },
      ...taken.map((step) => ({
        at: untilMs - step.hoursAgo * hour + number,
        work: () => take(history, { ...staff, assignee }, { orderId, step, due }),
      })),
    ];
  });
}

async function take(
  { orderLife }: HistoryServices,
  { chief, engineer, assignee }: EvidenceStaff & { assignee: Caller },
  { orderId, step, due }: { orderId: number; step: Taken; due: number | null },
): Promise<void> {
  const note = step.note ?? "";
  switch (step.name) {
    case "dispatch": {
      const body = { orderId, assigneeId: assignee.userId, due, note };
      return void (await orderLife.dispatch(chief, dispatchWorkOrder.body.parse(body)));
    }
    case "accept":
      return void (await orderLife.accept(assignee, orderId));
    case "arrive":
      return void (await orderLife.arrive(assignee, orderId));
    case "tick":
      for (let at = 0; at < (step.count ?? 1); at++) {
        await orderLife.tick(assignee, { orderId, step: at, done: true });
      }
      return;
    case "finish":
      return void (await orderLife.finish(assignee, orderId, note));
    case "verify":
      return void (await orderLife.verify(engineer, orderId, note));
    case "return":
      return void (await orderLife.returnBack(engineer, orderId, note));
    case "cancel":
      return void (await orderLife.cancel(chief, orderId, note));
  }
}
