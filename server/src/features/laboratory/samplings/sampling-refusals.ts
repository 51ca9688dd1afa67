/** What is answered to a step that a sample does not take, in both languages. */
import type { Sampling } from "@tracewater/contract/laboratory/samplings";
import { badField, Failure } from "../../../platform/failure.ts";

const dayMs = 86_400_000;

export const sampleWords = { en: "water sampling", zh: "水样" };

export const refusals = {
  noBottle: new Failure("refused", {
    en: "No bottle was known in this slot: bind one, or add the sample by hand.",
    zh: "该瓶位当时没有绑定采样瓶，请先绑定，或手工登记水样。",
  }),
  stillThere: new Failure("refused", {
    en: "The bottle stands in the sampler: it becomes a sample when it is taken out.",
    zh: "采样瓶仍在采样器中，取出时自动登记为水样。",
  }),
  registered: new Failure("conflict", {
    en: "This sampling is registered already, or its bottle holds another sample.",
    zh: "该自动采样已登记，或采样瓶中已有其他水样。",
  }),
  notAsked: new Failure("refused", {
    en: "Somebody has to ask for the destruction first.",
    zh: "须先由一人申请销毁。",
  }),
  ownDestruction: new Failure("refused", {
    en: "Whoever asked for the destruction cannot carry it out: it takes two persons.",
    zh: "申请人不能自行销毁，销毁须由两人完成。",
  }),
};

export function holds(bodyCode: string, sampleNo: string): Failure {
  const words = {
    en: `bottle ${bodyCode} holds sample ${sampleNo}`,
    zh: `采样瓶 ${bodyCode} 中已有水样 ${sampleNo}`,
  };
  return new Failure("conflict", { en: `bodyCode: ${words.en}`, zh: `bodyCode：${words.zh}` }, [
    { field: "bodyCode", words },
  ]);
}

export function asTold(field: string): Failure {
  return badField(field, { en: "stays as the sampler told it", zh: "以采样器上报的时间为准，不能修改" });
}

export function sealTaken(): Failure {
  const words = { en: "this seal number is used already", zh: "该封签号已被使用" };
  return new Failure("conflict", { en: "A seal number is used already.", zh: "封签号已被使用。" }, [
    { field: "sealNo", words },
  ]);
}

export function changedMeanwhile(sampleNo: string): Failure {
  return new Failure("conflict", {
    en: `Sample ${sampleNo} was changed by somebody else meanwhile.`,
    zh: `水样 ${sampleNo} 已被他人更改。`,
  });
}

export function inDelivery({ deliveryNo, sampleNo }: Sampling): Failure {
  return new Failure("refused", {
    en: `Sample ${sampleNo} stands in delivery ${deliveryNo}: take it out of that first.`,
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
export type ToldOfPlan = { pointId: number; began: number };

/** Why a sample cannot name this plan; it is one of its point and of its time, to a day: a hand comes early or late. */
export function refusalOfPlan(plan: PlanOfSample | undefined, told: ToldOfPlan): Failure | null {
  const refused = (en: string, zh: string) => badField("planId", { en, zh });
  if (plan === undefined) return refused("there is no such sampling plan", "采样计划不存在");
  if (plan.pointId !== told.pointId) return refused("is a plan of another point", "不是该采样点的计划");
  if (plan.approvedAt === null) return refused("is not approved yet", "尚未批准");
  const from = plan.startsAt.getTime() - dayMs;
  const until = (plan.endedAt ?? plan.endsAt).getTime() + dayMs;
  if (told.began >= from && told.began <= until) return null;
  return refused("was not in force at that time", "在该采样时间未生效");
}
