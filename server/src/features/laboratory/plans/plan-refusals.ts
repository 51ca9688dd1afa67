import { planWords } from "@tracewater/contract/laboratory/plan-words";
import type { PlanState } from "@tracewater/contract/laboratory/plans";
import { badField, Failure, noSuch } from "../../../platform/failure.ts";

type Named = { planNo: string; state: PlanState };

export const noPlan = () => noSuch({ en: "sampling plan", zh: "采样计划" });

export function wrongState({ planNo, state }: Named): Failure {
  return new Failure("refused", {
    en: `Plan ${planNo} is ${planWords.en[`state.${state}`].toLowerCase()}: this cannot be done with it.`,
    zh: `计划 ${planNo} 为“${planWords.zh[`state.${state}`]}”状态，不能进行此操作。`,
  });
}

export const ownPlan = new Failure("refused", {
  en: "Whoever wrote a plan cannot approve it: it takes two persons.",
  zh: "编制人不能批准自己的计划，须由他人批准。",
});

export const overAlready = badField("endsAt", {
  en: "lies in the past: nothing can come of this plan",
  zh: "已经过去，该计划无法执行",
});

export function sameDays(planNo: string): Failure {
  return new Failure("conflict", {
    en: `Plan ${planNo} has this sampler on the same days. End or cancel it, or choose other days.`,
    zh: `计划 ${planNo} 在相同日期使用该采样器，请结束或取消该计划，或另选日期。`,
  });
}

export const noSampler = new Failure("refused", {
  en: "This plan names no sampler.",
  zh: "该计划未指定采样器。",
});

export const movedAway = new Failure("refused", {
  en: "The sampler does not stand at the point of this plan any more.",
  zh: "该采样器已不在此计划的采样点。",
});

export const waitsAlready = new Failure("refused", {
  en: "The program is on its way to the sampler already.",
  zh: "程序已在下发途中。",
});

export const noZone = badField("zone", { en: "is no time zone", zh: "不是有效的时区" });
export const noPoint = badField("pointId", { en: "there is no such sampling point", zh: "采样点不存在" });
export const noDevice = badField("deviceId", { en: "there is no such sampler", zh: "采样器不存在" });
export const otherPoint = badField("deviceId", {
  en: "does not stand at this sampling point",
  zh: "未绑定到该采样点",
});
