import type { ReplyOf } from "@tracewater/contract/call";
import type { users } from "@tracewater/contract/system/users";

/** The form's values. */
export type UserValues = {
  userName: string;
  nickName: string;
  deptId: number | null;
  phonenumber: string;
  email: string;
  sex: "0" | "1" | "2";
  status: "0" | "1";
  roleIds: number[];
  postIds: number[];
  remark: string;
  /** A day; empty without an end. */
  validUntil: string;
  oneTimePassword: boolean;
  serviceAccount: "0" | "1";
};

export const fieldNames = [
  "userName",
  "nickName",
  "deptId",
  "phonenumber",
  "email",
  "sex",
  "status",
  "roleIds",
  "postIds",
  "remark",
  "validUntil",
  "serviceAccount",
] as const;

export function blankUser(deptId: number | null): UserValues {
  return {
    userName: "",
    nickName: "",
    deptId,
    phonenumber: "",
    email: "",
    sex: "2",
    status: "0",
    roleIds: [],
    postIds: [],
    remark: "",
    validUntil: "",
    oneTimePassword: true,
    serviceAccount: "0",
  };
}

export function toValues({ data, roleIds, postIds }: ReplyOf<typeof users.calls.get>): UserValues {
  const { userName, nickName, deptId, phonenumber, email, sex, status, remark, serviceAccount } = data;
  const own = { userName, nickName, deptId, phonenumber, email, sex, status, remark, serviceAccount };
  return { ...own, validUntil: data.validUntil ?? "", roleIds, postIds, oneTimePassword: false };
}
