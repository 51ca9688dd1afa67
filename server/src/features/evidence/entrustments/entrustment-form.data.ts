import { textIn } from "@tracewater/contract/locales";
import type { Language } from "../../../platform/localized-text.ts";

/** What the printed form says, `English|Chinese`; the Chinese follows the ministry's form of the letter of entrustment. */
const texts = {
  title: "Letter of entrustment for forensic examination|司法鉴定委托书",
  number: "Number|编号",
  client: "Client|委托人",
  address: "Address|地址",
  contact: "Contact|联系人",
  phone: "Phone|联系电话",
  document: "Identity document|身份证件",
  institution: "Institution|鉴定机构",
  caseNo: "Case number|案件编号",
  workTypes: "Work types|鉴定业务类型",
  purpose: "Purpose|鉴定用途",
  examination: "Examination|鉴定次数",
  earlierNo: "Earlier opinion|原鉴定意见编号",
  matters: "Questions to answer|委托鉴定事项",
  facts: "Facts of the case|与鉴定有关的基本案情",
  persons: "Persons|涉案人员",
  recusal: "asks for recusal|申请回避",
  material: "Material|鉴定材料",
  itemNo: "Item number|检材编号",
  name: "Description|名称",
  quantity: "Quantity|数量",
  sealNo: "Seal|封签号",
  packaging: "Package|包装",
  storage: "Storage|保存条件",
  origin: "Origin|来源方式",
  noMaterial: "No material registered.|尚未登记鉴定材料。",
  terms: "Agreements|约定事项",
  disposition: "Disposition of the material|鉴定材料的处置",
  fetchWeeks: "Collection period (weeks)|领取期限（周）",
  dueDate: "Opinion due|鉴定期限",
  fee: "Fee|鉴定费用",
  feeNote: "Payment|付款方式",
  delivery: "Delivery of the opinion|意见书交付方式",
  copies: "Copies|份数",
  retention: "Retention of the records|档案保存期限",
  risks: "Risks explained|鉴定风险提示",
  decision: "Decision|受理决定",
  examiners: "Examiners|鉴定人",
  reviewer: "Reviewer|复核人",
  confirmation: "Confirmation of the matters of examination (two copies)|鉴定事项确认（一式两份）",
  clientSigns: "For the client: signature or seal, date|委托人（签名或盖章）、日期",
  institutionSigns: "For the institution: signature or seal, date|鉴定机构（签名或盖章）、日期",
  confirmedBy: "Recorded on the platform: {who}, {at}|平台登记：{who}，{at}",
  notConfirmed: "Not confirmed on the platform yet|平台尚未登记确认",
  page: "Page {page} of {pages}|第 {page} 页，共 {pages} 页",
  printed: "Printed {at} by {who}|{who} 打印于 {at}",
} as const;

const values: Readonly<Record<string, string>> = {
  "purpose.trial": "Trial|诉讼",
  "purpose.investigation": "Investigation|侦查",
  "purpose.mediation": "Mediation|调解",
  "purpose.arbitration": "Arbitration|仲裁",
  "purpose.administration": "Administrative proceedings|行政执法",
  "purpose.other": "Other|其他",
  "examination.first": "First examination|初次鉴定",
  "examination.repeated": "Repeated examination|重新鉴定",
  "disposition.returnWhole": "Returned intact|完整退还",
  "disposition.mayBeConsumed": "May be used up|可耗尽",
  "disposition.remainderFetched": "Remainder collected by the client|剩余检材领回",
  "disposition.institutionDisposes": "Institution disposes of it|由鉴定机构处置",
  "delivery.fetched": "Fetched|自取",
  "delivery.posted": "Posted|邮寄",
  "delivery.other": "Other|其他",
  "retention.years30": "30 years|30 年",
  "retention.forever": "Permanent|永久",
  "role.client": "client|委托人",
  "role.party": "party|当事人",
  "role.suspect": "suspect|嫌疑人",
  "role.victim": "victim|被害人",
  "role.witness": "witness|证人",
  "role.other": "other|其他",
};

export type FormTexts = ReturnType<typeof formTexts>;

export function formTexts(language: Language) {
  const pick = (both: string) => {
    const [en = both, zh = en] = both.split("|");
    return textIn({ en, zh }, language);
  };
  return {
    label: (name: keyof typeof texts) => pick(texts[name]),
    fill: (name: keyof typeof texts, given: Readonly<Record<string, string | number>>) =>
      pick(texts[name]).replace(/\{(\w+)\}/g, (_, member: string) => String(given[member] ?? "")),
    value: (field: string, value: string) => pick(values[`${field}.${value}`] ?? value),
  };
}
