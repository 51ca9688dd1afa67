/** Recusal: who is recused takes no step of the entrustment; where they examine or review it, somebody else does. */
import type { BodyOf } from "@tracewater/contract/call";
import type { recuseFromEntrustment } from "@tracewater/contract/evidence/entrustments";
import type { ItemStep } from "@tracewater/contract/evidence/items";
import { AppError, fieldError } from "../../../platform/app-error.ts";
import type { EntrustmentPlan } from "./entrustment.model.ts";
import type { FoundEntrustment, StaffPerson } from "./entrustment.store.ts";

/** With what they still hold they may do nothing but give it away, and say what is wrong with it. */
const stillAllowed: ReadonlySet<ItemStep> = new Set<ItemStep>(["handover", "deposit", "exception"]);

export function isRecused({ recused }: Pick<FoundEntrustment, "recused">, userId: number): boolean {
  return recused.some((one) => one.userId === userId);
}

/** Throws where the person takes no part in the entrustment. */
export function requirePart(
  found: Pick<FoundEntrustment, "recused" | "entrustmentNo">,
  userId: number,
  step: ItemStep | null = null,
): void {
  if (step !== null && stillAllowed.has(step)) return;
  if (isRecused(found, userId)) throw isOut(found.entrustmentNo);
}

export const stepsOfRecused = (steps: readonly ItemStep[]): ItemStep[] =>
  steps.filter((step) => stillAllowed.has(step));

/** Throws where somebody would be named who takes no part. */
export function requireNoneRecused(
  found: Pick<FoundEntrustment, "recused">,
  named: Readonly<Record<string, number | null>>,
): void {
  for (const [field, userId] of Object.entries(named))
    if (userId !== null && isRecused(found, userId))
      throw fieldError(field, { en: "is recused from this entrustment", zh: "已回避本委托" });
}

/** Whether there is still something of it that a person could take no part in. */
export function mayRecuse({ state }: Pick<FoundEntrustment, "state">): boolean {
  return !["returned", "closed", "refused"].includes(state);
}

const roles = ["firstExaminer", "secondExaminer", "reviewer"] as const;

/** The recusal of a person, and who takes over what they examined or reviewed. */
export function recusalOf(given: {
  found: FoundEntrustment;
  body: Pick<BodyOf<typeof recuseFromEntrustment>, "userId" | "ground" | "replacementId">;
  person: StaffPerson | undefined;
  replacement: StaffPerson | undefined;
}): EntrustmentPlan {
  const { found, body, person, replacement } = given;
  if (!mayRecuse(found)) throw isOver(found.entrustmentNo);
  if (person === undefined)
    throw fieldError("userId", { en: "choose an active account of this unit", zh: "请选择本单位的有效账号" });
  if (isRecused(found, person.userId)) throw fieldError("userId", { en: "is already recused", zh: "已回避" });
  const role = roles.find((one) => found[`${one}Id`] === body.userId);
  const event = { condition: "recused", from: person.name, note: body.ground };
  if (role === undefined || found.state === "reported") return { change: {}, event };
  if (replacement === undefined)
    throw fieldError("replacementId", {
      en: "choose who examines or reviews in their place",
      zh: "请选择接替的鉴定人或复核人",
    });
  requireNoneRecused(found, { replacementId: replacement.userId });
  const others = roles.filter((one) => one !== role).map((one) => found[`${one}Id`]);
  if (replacement.userId === person.userId || others.includes(replacement.userId))
    throw fieldError("replacementId", {
      en: "must be another person than the two examiners and the reviewer",
      zh: "须与两名鉴定人、复核人不是同一人",
    });
  return {
    change: { [`${role}Id`]: replacement.userId, [role]: replacement.name },
    event: { ...event, to: replacement.name },
  };
}

const isOut = (no: string) =>
  new AppError("refused", {
    en: `You are recused from entrustment ${no}: you cannot examine, approve, receive or sign anything of it.`,
    zh: `您已回避委托 ${no}，不得参与其鉴定、审批、接收或签名。`,
  });

const isOver = (no: string) =>
  new AppError("conflict", {
    en: `Entrustment ${no} is over: nobody can be recused from it.`,
    zh: `委托 ${no} 已办结，不能再登记回避。`,
  });
