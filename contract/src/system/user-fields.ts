import { z } from "zod";
import { localized } from "../both-languages.ts";
import { flag, idInBody } from "../envelope.ts";
import { idsInBody } from "../id-list.ts";
import { field } from "../resource/field-metadata.ts";
import { text } from "../texts.ts";

export const userName = text(30).regex(
  /^[A-Za-z][A-Za-z0-9._-]{1,29}$/,
  localized(
    "must have 2 to 30 letters, digits, '.', '_' or '-' and start with a letter",
    "2 至 30 个字母、数字或 . _ -，以字母开头",
  ),
);

export const sex = z.enum(["0", "1", "2"]);

/** What a user may write about themselves. */
export const ownFields = {
  nickName: field(text(60).min(1), { label: "nickName", sortable: true }),
  phonenumber: field(
    text(20)
      .regex(/^$|^\+?[\d ()-]{5,20}$/, localized("must have 5 to 20 digits", "须为 5 至 20 位数字"))
      .default(""),
    { label: "phonenumber" },
  ),
  email: field(
    text(100)
      .regex(/^$|^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/, localized("must be an e-mail address", "邮箱格式不正确"))
      .default(""),
    { label: "email" },
  ),
  sex: field(sex.default("2"), { label: "sex", dictionary: "sex", column: "hidden" }),
};

export const userFields = {
  userName: field(userName, { label: "userName", sortable: true }),
  nickName: ownFields.nickName,
  /** Null: of no unit; only for those who see all units. */
  deptId: field(idInBody.nullable().default(null), { label: "dept", reference: "unit", nameIn: "deptName" }),
  phonenumber: ownFields.phonenumber,
  email: ownFields.email,
  sex: ownFields.sex,
  remark: field(text(500).default(""), { label: "remark", column: "hidden" }),
};

/** Alongside the fields: what is assigned, and whether the user may come in. */
export const assigned = {
  status: flag.default("0"),
  roleIds: idsInBody.default([]),
  postIds: idsInBody.default([]),
};

export const roleOption = z.object({
  roleId: z.number().int(),
  roleName: z.string(),
  roleKey: z.string(),
  status: flag,
  /** The user holds it. */
  flag: z.boolean(),
  /** The caller may give and take it: they hold all that is in it. */
  assignable: z.boolean(),
});

export const postOption = z.object({
  postId: z.number().int(),
  postCode: z.string(),
  postName: z.string(),
  status: flag,
});

/** A department with what is below it, as tree controls take it. */
export type TreeNode = { id: number; label: string; children: TreeNode[] };

export const treeNode: z.ZodType<TreeNode> = z.lazy(() =>
  z.object({ id: z.number().int(), label: z.string(), children: z.array(treeNode) }),
);
