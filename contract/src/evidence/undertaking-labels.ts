import type { LabelTable } from "../locales.ts";

const en = {
  title: "Off-site undertakings",
  one: "off-site undertaking",
  undertakingNo: "Undertaking number",
  box: "Evidence box",
  unit: "Unit",
  undertaker: "Undertaken by",
  contact: "Contact",
  place: "Place",
  purpose: "Purpose",
  beginsOn: "From",
  dueOn: "Return due",
  returnedOn: "Returned",
  documentName: "Document",
  documentHash: "SHA-256 of the document",
  remark: "Remarks",
  state: "State",
  "state.out": "Off-site",
  "state.overdue": "Return overdue",
  "state.returned": "Returned",
};

const zh: Record<keyof typeof en, string> = {
  title: "异地承办",
  one: "异地承办",
  undertakingNo: "承办编号",
  box: "物证箱",
  unit: "所属单位",
  undertaker: "承办方",
  contact: "联系方式",
  place: "承办地点",
  purpose: "用途",
  beginsOn: "开始日期",
  dueOn: "应归还日期",
  returnedOn: "归还日期",
  documentName: "文件",
  documentHash: "文件 SHA-256",
  remark: "备注",
  state: "状态",
  "state.out": "在外",
  "state.overdue": "逾期未还",
  "state.returned": "已归还",
};

/** The words of off-site undertakings. */
export const undertakingLabels = { en, zh } satisfies LabelTable;
