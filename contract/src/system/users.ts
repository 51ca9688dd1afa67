import { z } from "zod";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { data, flag, id, idInBody, page } from "../envelope.ts";
import { idList } from "../id-list.ts";
import { dateTime } from "../moments.ts";
import { blank, paging, searchText, sorting } from "../paging.ts";
import { defineResource } from "../resource/define-resource.ts";
import { field } from "../resource/field-metadata.ts";
import { importReply } from "../resource/imports.ts";
import { timeSpan } from "../time-span.ts";
import { assigned, postOption, roleOption, treeNode, userFields } from "./user-fields.ts";
import { userLabels } from "./user-labels.ts";

const path = "/v2/admin/system/user";
const may = (verb: string) => permission(`system:user:${verb}`);

const declared = defineResource({
  names: { one: "User", many: "Users" },
  path,
  permission: "system:user",
  table: "sys_user",
  key: "userId",
  unique: "userName",
  unit: "deptId",
  fields: userFields,
  shown: {
    deptName: z.string(),
    status: field(flag, { label: "status", dictionary: "status" }),
    createTime: field(dateTime, { label: "createTime", sortable: true }),
    roleNames: field(z.string(), { label: "roles" }),
    dept: z.object({ deptId: z.number().int(), deptName: z.string() }).nullable(),
    /** How they come in: with a password of their own, with a one-time password, or not at all yet. */
    password: z.enum(["own", "oneTime", "none"]),
    /** The last sign of life of an open session; empty where there is none. */
    loginDate: z.string(),
    /** From where that session is; empty where there is none. */
    loginIp: z.string(),
    /** The user who added them; empty for the first ones. */
    createBy: z.string(),
    /** Of the last change of their own facts; empty where there was none. */
    updateTime: z.string(),
    /** "1": a program's account. It has no password; API keys act for it. */
    serviceAccount: field(flag, { label: "serviceAccount", dictionary: "serviceAccount" }),
    avatar: z.string(),
    /** The last day on which they may come in; null without an end. */
    validUntil: z.iso.date().nullable(),
    /** The caller may change them: they hold all that the user holds. */
    changeable: z.boolean(),
  },
  labels: userLabels,
});

const query = z.object({
  ...paging,
  ...sorting(["userId", "userName", "nickName", "createTime"]),
  keyword: searchText,
  userId: blank(id),
  userName: searchText,
  nickName: searchText,
  phonenumber: searchText,
  email: searchText,
  status: blank(flag),
  /** With all that is below it. */
  deptId: blank(id),
  ...timeSpan,
});

const oneTime = z.object({
  id: z.number().int(),
  /** Shown once; null where none was asked for. */
  oneTimePassword: z.string().nullable(),
});

/** Left out, the platform makes one. Either way it has to be changed at the first log-in. */
const password = z.string().max(128).optional();

/** The last day on which they may come in; null without an end, left out it stays. */
const validUntil = z.iso.date().nullable().optional();

const choices = { posts: z.array(postOption), roles: z.array(roleOption) };

/** The platform's users; what is assigned to them travels besides their own fields. */
export const users = {
  ...declared,
  calls: {
    ...declared.calls,
    list: { ...declared.calls.list, query, reply: page(declared.row) },
    export: { ...declared.calls.export, query },
    exportByForm: { ...declared.calls.exportByForm, body: query },
    import: { ...declared.calls.import, reply: importReply },
    get: {
      ...declared.calls.get,
      reply: z.object({
        data: declared.row,
        ...choices,
        postIds: z.array(z.number()),
        roleIds: z.array(z.number()),
      }),
    },
    add: {
      ...declared.calls.add,
      /** For the administrator's role. */
      confirmation: "byInput" as const,
      body: z.object({
        ...userFields,
        ...assigned,
        validUntil,
        password,
        /** A one-time password is made at once. */
        oneTimePassword: z.boolean().default(false),
        /** Chosen here and never changed: no person becomes a program's account, and none of those a person. */
        serviceAccount: flag.default("0"),
      }),
      reply: data(oneTime),
    },
    change: {
      ...declared.calls.change,
      confirmation: "byInput" as const,
      body: z.object({
        ...{ userId: idInBody, ...userFields, ...assigned, validUntil },
        serviceAccount: flag.optional(),
      }),
    },
  },
};
export type User = z.infer<typeof declared.row>;
export type UserBody = z.infer<typeof declared.body>;
export type UserQuery = z.infer<typeof query>;

/** What a new user may be given: the address of a user without their id. */
export const getUserChoices = defineCall({
  name: "getUserChoices",
  method: "GET",
  path: `${path}/`,
  access: may("query"),
  reply: z.object(choices),
});

export const getUserDeptTree = defineCall({
  name: "getUserDeptTree",
  method: "GET",
  path: `${path}/deptTree`,
  access: may("list"),
  reply: data(z.array(treeNode)),
});

export const resetPassword = defineCall({
  name: "resetPassword",
  method: "PUT",
  path: `${path}/resetPwd`,
  access: may("resetPwd"),
  /** For an administrator's password. */
  confirmation: "byInput",
  title: { en: "Reset a user's password", zh: "重置用户密码" },
  body: z.object({ userId: idInBody, password }),
  reply: data(oneTime),
});

export const changeUserStatus = defineCall({
  name: "changeUserStatus",
  method: "PUT",
  path: `${path}/changeStatus`,
  access: may("edit"),
  title: { en: "Enable or disable a user", zh: "启用或停用用户" },
  body: z.object({ userId: idInBody, status: flag }),
});

export const forceUserLogout = defineCall({
  name: "forceUserLogout",
  method: "PUT",
  path: `${path}/forceLogout`,
  access: may("forceLogout"),
  title: { en: "End all sessions of a user", zh: "强制用户下线" },
  body: z.object({ userId: idInBody }),
  reply: data(z.object({ ended: z.number().int() })),
});

export const getUserRoles = defineCall({
  name: "getUserRoles",
  method: "GET",
  path: `${path}/authRole/:id`,
  access: may("query"),
  params: z.object({ id }),
  reply: z.object({ user: declared.row, roles: z.array(roleOption) }),
});

export const setUserRoles = defineCall({
  name: "setUserRoles",
  method: "PUT",
  path: `${path}/authRole`,
  access: may("edit"),
  confirmation: "byInput",
  title: { en: "Assign roles to a user", zh: "分配用户角色" },
  query: z.object({ userId: id, roleIds: idList.default([]) }),
});
