import {
  canTakeStep,
  type WorkOrderStepName,
  workOrderSteps,
} from "@tracewater/contract/field/work-order-steps";
import type { WorkOrder, WorkOrderState } from "@tracewater/contract/field/work-orders";
import { AppError, fieldError } from "../../../platform/app-error.ts";
import type { LocalizedText } from "../../../platform/localized-text.ts";

/** How the states and steps are called in a refusal. */
const stateNames: Record<WorkOrderState, LocalizedText> = {
  draft: { en: "a draft", zh: "草稿" },
  dispatched: { en: "dispatched", zh: "已派发" },
  accepted: { en: "accepted", zh: "已接单" },
  onSite: { en: "on site", zh: "已到场" },
  done: { en: "done", zh: "已完成" },
  verified: { en: "verified", zh: "已验收" },
  cancelled: { en: "canceled", zh: "已取消" },
};
const stepNames: Record<WorkOrderStepName, LocalizedText> = {
  dispatch: { en: "dispatched", zh: "派发" },
  accept: { en: "accepted", zh: "接单" },
  arrive: { en: "set to on site", zh: "登记到场" },
  finish: { en: "completed", zh: "完成" },
  verify: { en: "verified", zh: "验收" },
  return: { en: "returned", zh: "退回" },
  cancel: { en: "canceled", zh: "取消" },
};

export function checkStep(order: WorkOrder, step: WorkOrderStepName): void {
  if (!canTakeStep(step, order.state)) throw outOfOrder(order, step);
}

export function outOfOrder({ orderNo, state }: WorkOrder, step: WorkOrderStepName): AppError {
  return new AppError("refused", {
    en: `Work order ${orderNo} is ${stateNames[state].en}; it cannot be ${stepNames[step].en} now.`,
    zh: `工单 ${orderNo} 当前${stateNames[state].zh}，不能${stepNames[step].zh}。`,
  });
}

export function checkAssignee({ orderNo, assigneeId }: WorkOrder, userId: number): void {
  if (assigneeId === userId) return;
  throw new AppError("refused", {
    en: `Only the assignee of work order ${orderNo} can do this.`,
    zh: `只有工单 ${orderNo} 的负责人才能执行此操作。`,
  });
}

/** Two persons: who did the work does not verify it. */
export function checkVerifier({ orderNo, assigneeId }: WorkOrder, userId: number): void {
  if (assigneeId !== userId) return;
  throw new AppError("refused", {
    en: `Work order ${orderNo} must be verified by someone other than its assignee.`,
    zh: `工单 ${orderNo} 须由负责人以外的人员验收。`,
  });
}

/** On site a step that exists can be ticked off, or its tick taken back. */
export function checkTick(order: WorkOrder, step: number): void {
  if (order.state !== "onSite") {
    throw new AppError("refused", {
      en: `Steps of work order ${order.orderNo} are ticked off on site; it is ${stateNames[order.state].en}.`,
      zh: `工单 ${order.orderNo} 的步骤须在到场后勾选，当前${stateNames[order.state].zh}。`,
    });
  }
  if (step >= order.steps.length)
    throw fieldError("step", { en: "this work order has no such step", zh: "该工单没有此步骤" });
}

/** What is left out takes a word of explanation. */
export function checkTicks({ steps, ticked }: WorkOrder, note: string): void {
  const open = steps.length - ticked.length;
  if (open === 0 || note !== "") return;
  throw fieldError("note", {
    en: `enter why ${open} of ${steps.length} steps are not ticked off`,
    zh: `请说明 ${steps.length} 个步骤中 ${open} 个未勾选的原因`,
  });
}

export const stateAfter = (step: WorkOrderStepName): WorkOrderState => workOrderSteps[step].to;
