import type { LabelTable } from "../locales.ts";

const typeEn = {
  title: "Dictionary types",
  one: "dictionary type",
  dictType: "Type",
  dictName: "Name",
  dictNameZh: "Name (Chinese)",
  status: "State",
  "status.0": "Enabled",
  "status.1": "Disabled",
  remark: "Remark",
  dataCount: "Values",
};

const typeZh: Record<keyof typeof typeEn, string> = {
  title: "字典类型",
  one: "字典类型",
  dictType: "字典类型",
  dictName: "字典名称（英文）",
  dictNameZh: "字典名称（中文）",
  status: "状态",
  "status.0": "启用",
  "status.1": "停用",
  remark: "备注",
  dataCount: "字典项数",
};

const dataEn = {
  title: "Dictionary data",
  one: "dictionary value",
  dictType: "Dictionary type",
  dictValue: "Value",
  dictLabel: "Label",
  dictLabelZh: "Label (Chinese)",
  dictSort: "Order",
  listClass: "Style",
  "class.default": "Default",
  "class.primary": "Primary",
  "class.success": "Success",
  "class.info": "Info",
  "class.warning": "Warning",
  "class.danger": "Danger",
  cssClass: "CSS class",
  isDefault: "Default",
  "yesNo.0": "Yes",
  "yesNo.1": "No",
  status: "State",
  "status.0": "Enabled",
  "status.1": "Disabled",
  remark: "Remark",
};

const dataZh: Record<keyof typeof dataEn, string> = {
  title: "字典数据",
  one: "字典项",
  dictType: "字典类型",
  dictValue: "字典键值",
  dictLabel: "字典标签（英文）",
  dictLabelZh: "字典标签（中文）",
  dictSort: "排序",
  listClass: "显示样式",
  "class.default": "默认",
  "class.primary": "主要",
  "class.success": "成功",
  "class.info": "信息",
  "class.warning": "警告",
  "class.danger": "危险",
  cssClass: "CSS 类名",
  isDefault: "默认值",
  "yesNo.0": "是",
  "yesNo.1": "否",
  status: "状态",
  "status.0": "启用",
  "status.1": "停用",
  remark: "备注",
};

/** What the fields of dictionaries are called. */
export const dictTypeLabels = { en: typeEn, zh: typeZh } satisfies LabelTable;
export const dictDataLabels = { en: dataEn, zh: dataZh } satisfies LabelTable;
