import type { LabelTable } from "../locales.ts";

const en = {
  title: "Users",
  one: "user",
  userName: "User name",
  nickName: "Name",
  dept: "Unit",
  phonenumber: "Phone",
  email: "E-mail",
  sex: "Sex",
  "sex.0": "Male",
  "sex.1": "Female",
  "sex.2": "Not specified",
  remark: "Remark",
  status: "State",
  "status.0": "Enabled",
  "status.1": "Disabled",
  createTime: "Created",
  roles: "Roles",
  serviceAccount: "Account type",
  "serviceAccount.0": "Person",
  "serviceAccount.1": "Service account",
};

const zh: Record<keyof typeof en, string> = {
  title: "用户",
  one: "用户",
  userName: "用户名",
  nickName: "姓名",
  dept: "所属单位",
  phonenumber: "手机号码",
  email: "邮箱",
  sex: "性别",
  "sex.0": "男",
  "sex.1": "女",
  "sex.2": "未填写",
  remark: "备注",
  status: "状态",
  "status.0": "启用",
  "status.1": "停用",
  createTime: "创建时间",
  roles: "角色",
  serviceAccount: "账号类型",
  "serviceAccount.0": "人员账号",
  "serviceAccount.1": "服务账号",
};

/** What a user's fields are called, in the console and in the head of xlsx files. */
export const userLabels = { en, zh } satisfies LabelTable;
