import type { LabelTable } from "../locales.ts";

const en = {
  title: "Enterprise units",
  one: "enterprise unit",
  name: "Name",
  creditCode: "Credit code",
  leader: "Contact",
  phone: "Phone",
  email: "E-mail",
  address: "Address",
  remark: "Remark",
  order: "Order",
  status: "State",
  "status.0": "Enabled",
  "status.1": "Disabled",
  licence: "Authorization",
  "licence.valid": "Valid",
  "licence.ends": "Expires soon",
  "licence.none": "None",
  until: "Authorized until",
  departments: "Departments",
  members: "Members",
  devices: "Devices",
  points: "Points",
};

const zh: Record<keyof typeof en, string> = {
  title: "企业单位",
  one: "企业单位",
  name: "单位名称",
  creditCode: "统一社会信用代码",
  leader: "联系人",
  phone: "联系电话",
  email: "邮箱",
  address: "地址",
  remark: "备注",
  order: "排序",
  status: "状态",
  "status.0": "启用",
  "status.1": "停用",
  licence: "授权",
  "licence.valid": "有效",
  "licence.ends": "即将到期",
  "licence.none": "无授权",
  until: "授权到期日",
  departments: "部门数",
  members: "成员数",
  devices: "设备数",
  points: "采样点数",
};

/** The words of enterprise units. */
export const unitLabels = { en, zh } satisfies LabelTable;
