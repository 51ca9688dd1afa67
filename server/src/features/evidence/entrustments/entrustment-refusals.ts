import type { Entrustment, EntrustmentState } from "@tracewater/contract/evidence/entrustment-fields";
import { AppError, fieldError } from "../../../platform/app-error.ts";
import type { LocalizedText } from "../../../platform/localized-text.ts";

const refused = (text: LocalizedText) => new AppError("refused", text);

export const entrustmentName = { en: "entrustment", zh: "委托" };
export const itemName = { en: "item of evidence", zh: "检材" };

/** Why a step of an entrustment is refused; in each case nothing was written. */
export const entrustmentRefusals = {
  state: ({ entrustmentNo, state }: Pick<Entrustment, "entrustmentNo" | "state">) =>
    new AppError("conflict", {
      en: `Entrustment ${entrustmentNo} is ${stateNames[state].en}: this step is not possible in this state.`,
      zh: `委托 ${entrustmentNo} 当前为“${stateNames[state].zh}”，不能进行此步骤。`,
    }),
  supplement: ({ entrustmentNo }: Pick<Entrustment, "entrustmentNo">) =>
    new AppError("conflict", {
      en: `Entrustment ${entrustmentNo} waits for a supplement from its client. Submit it again first.`,
      zh: `委托 ${entrustmentNo} 正待委托人补充材料，须先重新提交。`,
    }),
  noItems: refused({
    en: "The entrustment has no items. Register at least one.",
    zh: "委托没有检材，请至少登记一件。",
  }),
  tooManyItems: refused({
    en: "An entrustment holds at most 500 items, those that were split off included.",
    zh: "每份委托最多 500 件检材（含分样）。",
  }),
  unsettled: (items: readonly string[]) =>
    refused({
      en: `Return, use up or destroy every item first: ${items.join(", ")}`,
      zh: `请先退还、用尽或销毁全部检材：${items.join("、")}`,
    }),
  unconfirmed: refused({
    en: "Both sides have to confirm the entrustment before it starts.",
    zh: "委托事项须经双方确认后方可开始。",
  }),
  notExaminer: refused({
    en: "Only one of the two examiners can start the examination.",
    zh: "仅两名鉴定人之一可开始鉴定。",
  }),
  notReviewer: refused({
    en: "Only the reviewer, who is none of the examiners, can issue the report.",
    zh: "仅复核人（非鉴定人）可出具报告。",
  }),
  confirmed: refused({ en: "This side has already confirmed.", zh: "该方已确认。" }),
  sameAccount: refused({
    en: "The two sides have to be confirmed by two different accounts.",
    zh: "双方确认须由两个不同账号登记。",
  }),
  earlierNo: () =>
    fieldError("earlierNo", {
      en: "enter the number of the earlier opinion",
      zh: "请填写原鉴定意见的编号",
    }),
  fetchWeeks: () =>
    fieldError("fetchWeeks", { en: "enter within how many weeks", zh: "请填写领取期限（周）" }),
  needlessCurrency: () =>
    fieldError("feeCurrency", {
      en: "can be given only when an entrustment whose fee has no currency is submitted",
      zh: "仅在提交鉴定费用缺少币种的委托时可填写",
    }),
  feeCurrency: () =>
    fieldError("feeCurrency", { en: "choose the currency of the fee", zh: "请选择鉴定费用的币种" }),
} as const;

const stateNames: Record<EntrustmentState, LocalizedText> = {
  draft: { en: "a draft", zh: "草稿" },
  submitted: { en: "submitted", zh: "已提交" },
  accepted: { en: "accepted", zh: "已受理" },
  inProgress: { en: "in progress", zh: "办理中" },
  reported: { en: "reported", zh: "已出报告" },
  returned: { en: "returned", zh: "已退还" },
  closed: { en: "closed", zh: "已结案" },
  refused: { en: "refused", zh: "不予受理" },
};
