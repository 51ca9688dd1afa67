import type { LabelTable } from "../locales.ts";

const en = {
  title: "Roles",
  one: "role",
  roleName: "Name",
  roleKey: "Key",
  roleSort: "Order",
  dataScope: "Data scope",
  "dataScope.1": "All data",
  "dataScope.2": "Selected units",
  "dataScope.3": "Own unit",
  "dataScope.4": "Own unit and below",
  "dataScope.5": "Own records",
  dept: "Unit",
  status: "State",
  "status.0": "Enabled",
  "status.1": "Disabled",
  remark: "Remark",
  users: "Users",
  createTime: "Created",
};

const zh: Record<keyof typeof en, string> = {
  title: "角色",
  one: "角色",
  roleName: "角色名称",
  roleKey: "权限字符",
  roleSort: "显示顺序",
  dataScope: "数据范围",
  "dataScope.1": "全部数据",
  "dataScope.2": "自定义单位",
  "dataScope.3": "本单位",
  "dataScope.4": "本单位及下级",
  "dataScope.5": "仅本人",
  dept: "所属单位",
  status: "状态",
  "status.0": "启用",
  "status.1": "停用",
  remark: "备注",
  users: "用户数",
  createTime: "创建时间",
};

/** What a role's fields are called, in the console and in the head of xlsx files. */
export const roleLabels = { en, zh } satisfies LabelTable;
