/** The life of a work order after its draft: who takes which step, from which state, and the calls of the steps. */
import { z } from "zod";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, id, idInBody } from "../envelope.ts";
import { epochInput } from "../moments.ts";
import { searchText } from "../paging.ts";
import { text } from "../texts.ts";
import type { WorkOrderState } from "./work-orders.ts";

const may = (verb: string) => permission(`field:workOrder:${verb}`);
const path = "/v2/admin/work/order";

type OrderStep = { from: readonly WorkOrderState[]; to: WorkOrderState };

/** The states that each step starts from, and the one it leads to. */
export const workOrderSteps = {
  dispatch: { from: ["draft", "dispatched", "accepted"], to: "dispatched" },
  accept: { from: ["dispatched"], to: "accepted" },
  arrive: { from: ["accepted"], to: "onSite" },
  finish: { from: ["onSite"], to: "done" },
  verify: { from: ["done"], to: "verified" },
  return: { from: ["done"], to: "accepted" },
  cancel: { from: ["draft", "dispatched", "accepted", "onSite"], to: "cancelled" },
} as const satisfies Record<string, OrderStep>;
export type WorkOrderStepName = keyof typeof workOrderSteps;

export function canTakeStep(step: WorkOrderStepName, state: WorkOrderState): boolean {
  const { from }: OrderStep = workOrderSteps[step];
  return from.includes(state);
}

export const workOrderAssignee = z.object({
  userId: z.number().int(),
  name: z.string(),
  unitName: z.string(),
  /** They log in on a phone. */
  appUser: z.boolean(),
  /** Work orders that they have and that are not done. */
  openOrders: z.number().int(),
});
export type WorkOrderAssignee = z.infer<typeof workOrderAssignee>;

/** Who may be given the order: people of its unit, or of a unit above it, who may carry out work orders; the first 50. */
export const listWorkOrderAssignees = defineCall({
  name: "listWorkOrderAssignees",
  method: "GET",
  path: `${path}/:id/assignees`,
  access: may("dispatch"),
  params: z.object({ id }),
  query: z.object({ keyword: searchText }),
  reply: data(z.array(workOrderAssignee)),
});

/** Of a draft; of a dispatched or accepted order it changes the assignee. */
export const dispatchWorkOrder = defineCall({
  name: "dispatchWorkOrder",
  method: "PUT",
  path: `${path}/dispatch`,
  access: may("dispatch"),
  title: { en: "Dispatch a work order", zh: "派发工单" },
  body: z.object({
    orderId: idInBody,
    assigneeId: idInBody,
    due: epochInput.nullable().default(null),
    note: text(300).default(""),
  }),
});

const ofOrder = { orderId: idInBody };

/** By its assignee, as the steps up to `finishWorkOrder`. */
export const acceptWorkOrder = defineCall({
  name: "acceptWorkOrder",
  method: "PUT",
  path: `${path}/accept`,
  access: may("work"),
  personOnly: true,
  title: { en: "Accept a work order", zh: "接单" },
  body: z.object(ofOrder),
});

export const arriveAtWorkOrder = defineCall({
  name: "arriveAtWorkOrder",
  method: "PUT",
  path: `${path}/onSite`,
  access: may("work"),
  personOnly: true,
  title: { en: "Arrive on site", zh: "到场" },
  body: z.object(ofOrder),
});

/** Ticks a step of the work off while on site, or takes the tick back. */
export const tickWorkOrderStep = defineCall({
  name: "tickWorkOrderStep",
  method: "PUT",
  path: `${path}/tick`,
  access: may("work"),
  personOnly: true,
  title: { en: "Tick off a step of a work order", zh: "勾选工单步骤" },
  body: z.object({
    ...ofOrder,
    /** Counted from 0. */
    step: z.number().int().min(0).max(19),
    done: z.boolean(),
  }),
});

export const finishWorkOrder = defineCall({
  name: "finishWorkOrder",
  method: "PUT",
  path: `${path}/done`,
  access: may("work"),
  personOnly: true,
  title: { en: "Complete a work order", zh: "完成工单" },
  /** The note is required where a step is not ticked off. */
  body: z.object({ ...ofOrder, note: text(500).default("") }),
});

/** By someone other than the assignee. */
export const verifyWorkOrder = defineCall({
  name: "verifyWorkOrder",
  method: "PUT",
  path: `${path}/verify`,
  access: may("verify"),
  personOnly: true,
  title: { en: "Verify a work order", zh: "验收工单" },
  body: z.object({ ...ofOrder, note: text(500).default("") }),
});

/** What was done does not suffice: the order goes back to its assignee, with its ticks. */
export const returnWorkOrder = defineCall({
  name: "returnWorkOrder",
  method: "PUT",
  path: `${path}/return`,
  access: may("verify"),
  personOnly: true,
  title: { en: "Return a work order", zh: "退回工单" },
  body: z.object({ ...ofOrder, reason: text(300).min(1) }),
});
