import type { EvidenceItem, ItemStep } from "@tracewater/contract/evidence/items";
import { AppError } from "../../../platform/app-error.ts";
import type { LocalizedText } from "../../../platform/localized-text.ts";

type Named = Pick<EvidenceItem, "itemNo" | "state" | "holder">;

const conflict = (text: LocalizedText) => new AppError("conflict", text);
const refused = (text: LocalizedText) => new AppError("refused", text);

/** Why a step of an item is refused; in each case nothing was written. */
export const itemRefusals = {
  state: ({ itemNo, state }: Named, step: ItemStep | "photo") =>
    conflict({
      en: `Item ${itemNo} is ${stateNames[state].en}: “${stepNames[step].en}” is not possible in this state.`,
      zh: `检材 ${itemNo} 当前为“${stateNames[state].zh}”，不能进行“${stepNames[step].zh}”。`,
    }),
  notHolder: ({ itemNo, holder }: Named) =>
    refused({
      en: `Item ${itemNo} is in the custody of ${holder}. Only that person can record this step.`,
      zh: `检材 ${itemNo} 由 ${holder} 保管，仅保管人可登记此步骤。`,
    }),
  noOffer: ({ itemNo }: Named) =>
    conflict({
      en: `Item ${itemNo} is not offered to anyone. Its custodian has to hand it over first.`,
      zh: `检材 ${itemNo} 没有待接收的交接，须先由保管人发起交接。`,
    }),
  notReceiver: ({ itemNo }: Named, to: string) =>
    refused({
      en: `Item ${itemNo} was handed over to ${to}. Only that person can receive it.`,
      zh: `检材 ${itemNo} 的接收人为 ${to}，仅其本人可以接收。`,
    }),
  expired: ({ itemNo, holder }: Named) =>
    conflict({
      en: `The handover of item ${itemNo} has expired. It is in the custody of ${holder} again and has to be handed over again.`,
      zh: `检材 ${itemNo} 的交接已过期，仍由 ${holder} 保管，须重新发起交接。`,
    }),
  notExaminer: ({ itemNo }: Named) =>
    refused({
      en: `Item ${itemNo} can only be tested by one of the examiners of its entrustment.`,
      zh: `检材 ${itemNo} 仅可由该委托的鉴定人检验。`,
    }),
  notInProgress: ({ itemNo }: Named) =>
    conflict({
      en: `Item ${itemNo} can be tested only while its entrustment is in progress.`,
      zh: `委托办理中方可检验检材 ${itemNo}。`,
    }),
  destroyAsked: ({ itemNo }: Named) =>
    conflict({
      en: `The destruction of item ${itemNo} has already been requested.`,
      zh: `检材 ${itemNo} 已申请销毁。`,
    }),
  destroyNotAsked: ({ itemNo }: Named) =>
    conflict({
      en: `The destruction of item ${itemNo} was not requested. Its custodian has to request it first.`,
      zh: `检材 ${itemNo} 未申请销毁，须先由保管人申请。`,
    }),
  ownDestruction: refused({
    en: "A destruction must be approved by someone other than the person who requested it.",
    zh: "销毁须由申请人以外的人员批准。",
  }),
} as const;

const stateNames: Record<EvidenceItem["state"], LocalizedText> = {
  registered: { en: "registered", zh: "已登记" },
  sealed: { en: "sealed", zh: "已封存" },
  deposited: { en: "in storage", zh: "已入库" },
  inBox: { en: "in an evidence box", zh: "在物证箱中" },
  out: { en: "out of storage", zh: "已出库" },
  inLaboratory: { en: "in the laboratory", zh: "在实验室" },
  returned: { en: "returned", zh: "已退还" },
  destroyed: { en: "destroyed", zh: "已销毁" },
  lost: { en: "lost", zh: "遗失" },
};

const stepNames: Record<ItemStep | "photo", LocalizedText> = {
  photo: { en: "add a photo", zh: "添加照片" },
  collect: { en: "collect", zh: "提取" },
  seal: { en: "seal", zh: "封存" },
  deposit: { en: "deposit", zh: "入库" },
  takeOut: { en: "take out", zh: "出库" },
  handover: { en: "hand over", zh: "交接" },
  receive: { en: "receive", zh: "接收" },
  split: { en: "split", zh: "分样" },
  test: { en: "test", zh: "检验" },
  return: { en: "return", zh: "退还" },
  audit: { en: "audit", zh: "盘点" },
  exception: { en: "record an exception", zh: "登记异常" },
  destroy: { en: "request destruction", zh: "申请销毁" },
};
