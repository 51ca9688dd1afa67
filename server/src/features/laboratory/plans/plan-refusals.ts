import { planLabels } from "@tracewater/contract/laboratory/plan-labels";
import type { PlanState } from "@tracewater/contract/laboratory/plans";
import { AppError, fieldError, notFound } from "../../../platform/app-error.ts";

type Named = { planNo: string; state: PlanState };

export const noPlan = () => notFound({ en: "sampling plan", zh: "采样计划" });

export function wrongState({ planNo, state }: Named): AppError {
  return new AppError("refused", {
    en: `Plan ${planNo} is ${planLabels.en[`state.${state}`].toLowerCase()}, so this action is not available.`,
    zh: `计划 ${planNo} 为“${planLabels.zh[`state.${state}`]}”状态，无法执行此操作。`,
  });
}

export const ownPlan = new AppError("refused", {
  en: "A plan must be approved by someone other than its author.",
  zh: "编制人不能批准自己编制的计划，须由他人批准。",
});

export const overAlready = fieldError("endsAt", {
  en: "is in the past, so this plan cannot run",
  zh: "已过期，该计划无法执行",
});

export function sameDays(planNo: string): AppError {
  return new AppError("conflict", {
    en: `Plan ${planNo} uses this sampler on the same days. End or cancel it, or choose other days.`,
    zh: `计划 ${planNo} 在相同日期使用该采样器，请结束或取消该计划，或另选日期。`,
  });
}

export const noSampler = new AppError("refused", {
  en: "This plan has no sampler.",
  zh: "该计划未指定采样器。",
});

export const movedAway = new AppError("refused", {
  en: "The sampler is no longer at the sampling point of this plan.",
  zh: "该采样器已不在此计划的采样点。",
});

export const waitsAlready = new AppError("refused", {
  en: "The program is already being sent to the sampler.",
  zh: "程序已在下发途中。",
});

export const noZone = fieldError("zone", { en: "is not a valid time zone", zh: "不是有效的时区" });
export const noPoint = fieldError("pointId", { en: "sampling point not found", zh: "采样点不存在" });
export const noDevice = fieldError("deviceId", { en: "sampler not found", zh: "采样器不存在" });
export const otherPoint = fieldError("deviceId", {
  en: "is not bound to this sampling point",
  zh: "未绑定到该采样点",
});
