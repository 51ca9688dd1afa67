import type { LabelTable } from "../locales.ts";

const en = {
  title: "Positions",
  one: "position",
  code: "Position code",
  name: "Position name",
  order: "Order",
  status: "State",
  "status.0": "Enabled",
  "status.1": "Disabled",
  remark: "Remark",
  created: "Created",
  holders: "Holders",
};

const zh: Record<keyof typeof en, string> = {
  title: "岗位",
  one: "岗位",
  code: "岗位编码",
  name: "岗位名称",
  order: "显示顺序",
  status: "状态",
  "status.0": "启用",
  "status.1": "停用",
  remark: "备注",
  created: "创建时间",
  holders: "在岗人数",
};

/** The words of posts. */
export const postLabels = { en, zh } satisfies LabelTable;
