import type { LabelTable } from "../locales.ts";

const en = {
  title: "System config",
  one: "parameter",
  configName: "Name",
  configNameZh: "Name (Chinese)",
  configKey: "Key",
  configValue: "Value",
  isPublic: "Public",
  "yesNo.0": "Yes",
  "yesNo.1": "No",
  configType: "Built-in",
  remark: "Remark",
  remarkZh: "Remark (Chinese)",
};

const zh: Record<keyof typeof en, string> = {
  title: "参数设置",
  one: "参数",
  configName: "参数名称（英文）",
  configNameZh: "参数名称（中文）",
  configKey: "参数键名",
  configValue: "参数键值",
  isPublic: "公开",
  "yesNo.0": "是",
  "yesNo.1": "否",
  configType: "系统内置",
  remark: "备注（英文）",
  remarkZh: "备注（中文）",
};

/** What the fields of a parameter are called. */
export const configLabels = { en, zh } satisfies LabelTable;
