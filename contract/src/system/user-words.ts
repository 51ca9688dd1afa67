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
  "sex.2": "Not told",
  remark: "Remark",
  status: "State",
  "status.0": "Enabled",
  "status.1": "Disabled",
  createTime: "Created",
  roles: "Roles",
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
  "sex.2": "未知",
  remark: "备注",
  status: "状态",
  "status.0": "启用",
  "status.1": "停用",
  createTime: "创建时间",
  roles: "角色",
};

/** What a user's fields are called, in the console and in the head of xlsx files. */
export const userWords = { en, zh };
