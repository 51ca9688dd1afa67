/** What is answered to a step that a sample does not take, in both languages. */
import type { Sampling } from "@tracewater/contract/laboratory/samplings";
import { AppError, fieldError } from "../../../platform/app-error.ts";

const dayMs = 86_400_000;

export const sampleLabels = { en: "water sample", zh: "水样" };

export const refusals = {
  noBottle: new AppError("refused", {
    en: "No bottle was bound to this slot at that time. Bind a bottle or add the sample manually.",
    zh: "该瓶位当时没有绑定采样瓶，请先绑定，或手工登记水样。",
  }),
  stillThere: new AppError("refused", {
    en: "Remove the bottle from the sampler to register it as a sample.",
    zh: "采样瓶仍在采样器中，取出后方可登记为水样。",
  }),
  reused: new AppError("refused", {
    en: "This bottle has been cleaned or filled again since, so the sample is no longer in it.",
    zh: "该采样瓶此后已清洗或再次使用，瓶中已不是该样品。",
  }),
  noRecord: new AppError("refused", {
    en: "The sampler record of this sample was not found, so there is nothing to compare it with.",
    zh: "未找到该水样的采样器记录，无法比对。",
  }),
  movedOn: new AppError("refused", {
    en: "The sample in this bottle has already been processed, so the removal cannot be undone.",
    zh: "瓶中水样已有后续操作，无法撤销取出。",
  }),
  registered: new AppError("conflict", {
    en: "This automatic sample is already registered, or its bottle holds another sample.",
    zh: "该自动采样已登记，或采样瓶中已有其他水样。",
  }),
  notAsked: new AppError("refused", {
    en: "Someone must request the destruction first.",
    zh: "须先由一人申请销毁。",
  }),
  ownDestruction: new AppError("refused", {
    en: "A sample must be destroyed by someone other than the person who requested it.",
    zh: "申请人不能自行销毁，须由他人执行销毁。",
  }),
};

export function holds(bodyCode: string, sampleNo: string): AppError {
  const text = {
    en: `bottle ${bodyCode} already holds sample ${sampleNo}`,
    zh: `采样瓶 ${bodyCode} 中已有水样 ${sampleNo}`,
  };
  return new AppError("conflict", { en: `bodyCode: ${text.en}`, zh: `bodyCode：${text.zh}` }, [
    { field: "bodyCode", text },
  ]);
}

/** A sealed sample is not changed: each field that somebody wanted to change is named. */
export function sealedFields(sampleNo: string, fields: readonly string[]): AppError {
  const text = {
    en: "the sample is sealed: correct it with a reason",
    zh: "水样已封签，请填写原因后更正",
  };
  return new AppError(
    "badInput",
    {
      en: `Sample ${sampleNo} is sealed: correct it with a reason instead (${fields.join(", ")}).`,
      zh: `水样 ${sampleNo} 已封签，请填写原因后更正（${fields.join("、")}）。`,
    },
    fields.map((field) => ({ field, text })),
  );
}

export function nothingToCorrect(sampleNo: string): AppError {
  return new AppError("refused", {
    en: `Nothing differs from what is recorded of sample ${sampleNo}.`,
    zh: `与水样 ${sampleNo} 的记录没有差异。`,
  });
}

export function contradictionError(field: string): AppError {
  return fieldError(field, {
    en: "cannot be changed: it was reported by the sampler",
    zh: "由采样器上报，不能修改",
  });
}

export function sealTaken(): AppError {
  const text = { en: "this seal number is already in use", zh: "该封签号已被使用" };
  return new AppError("conflict", { en: "A seal number is already in use.", zh: "封签号已被使用。" }, [
    { field: "sealNo", text },
  ]);
}

export function changedMeanwhile(sampleNo: string): AppError {
  return new AppError("conflict", {
    en: `Someone else changed sample ${sampleNo} in the meantime. Refresh and try again.`,
    zh: `水样 ${sampleNo} 已被他人更改，请刷新后重试。`,
  });
}

export function inDelivery({ deliveryNo, sampleNo }: Sampling): AppError {
  return new AppError("refused", {
    en: `Sample ${sampleNo} is in delivery ${deliveryNo}. Remove it from the delivery first.`,
    zh: `水样 ${sampleNo} 已列入送样单 ${deliveryNo}，请先移出。`,
  });
}

export type PlanOfSample = {
  pointId: number;
  approvedAt: Date | null;
  startsAt: Date;
  endsAt: Date;
  endedAt: Date | null;
};
export type SampleOfPlan = { pointId: number; began: number };

/** Why a sample cannot name this plan; it is one of its point and of its time, to a day: a hand comes early or late. */
export function refusalOfPlan(plan: PlanOfSample | undefined, input: SampleOfPlan): AppError | null {
  const refused = (en: string, zh: string) => fieldError("planId", { en, zh });
  if (plan === undefined) return refused("sampling plan not found", "采样计划不存在");
  if (plan.pointId !== input.pointId)
    return refused("belongs to another sampling point", "不是该采样点的计划");
  if (plan.approvedAt === null) return refused("is not approved yet", "尚未批准");
  const from = plan.startsAt.getTime() - dayMs;
  const until = (plan.endedAt ?? plan.endsAt).getTime() + dayMs;
  if (input.began >= from && input.began <= until) return null;
  return refused("was not active at that time", "在该采样时间未生效");
}
