import { z } from "zod";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { defineExport } from "../define-export.ts";
import { data, flag, id, idInBody, page } from "../envelope.ts";
import { idsInBody } from "../id-list.ts";
import { epochMs } from "../moments.ts";
import { blank, paging, searchText } from "../paging.ts";
import { ownFields, roleOption } from "./user-fields.ts";

const path = "/v2/admin/system/appUser";
const may = (verb: string) => permission(`system:appUser:${verb}`);

const fields = {
  nickName: ownFields.nickName,
  /** One of phone number and address at least: a code goes there. */
  phonenumber: ownFields.phonenumber,
  email: ownFields.email,
  deptId: idInBody.nullable().default(null),
  roleIds: idsInBody.default([]),
  remark: z.string().trim().max(500).default(""),
  /** The last day of the account; null without an end. */
  validUntil: z.iso.date().nullable().default(null),
};

const position = z.object({
  latitude: z.number(),
  longitude: z.number(),
  /** Metres. */
  accuracy: z.number().nullable(),
  at: epochMs,
});

export const appUser = z.object({
  userId: z.number().int(),
  userName: z.string(),
  nickName: z.string(),
  phonenumber: z.string(),
  email: z.string(),
  deptId: z.number().int().nullable(),
  deptName: z.string(),
  roleNames: z.string(),
  remark: z.string(),
  status: flag,
  hasPassword: z.boolean(),
  validUntil: z.iso.date().nullable(),
  createdAt: epochMs,
  devices: z.number().int(),
  lastLogInAt: epochMs.nullable(),
  position: position.nullable(),
  /** The caller may change them: they hold all that the user holds. */
  changeable: z.boolean(),
});
export type AppUser = z.infer<typeof appUser>;

const filter = { keyword: searchText, status: blank(flag), deptId: blank(id) };

export const listAppUsers = defineCall({
  name: "listAppUsers",
  method: "GET",
  path: `${path}/list`,
  access: may("list"),
  query: z.object({ ...paging, ...filter }),
  reply: page(appUser),
});

export const { export: exportAppUsers, exportByForm: exportAppUsersByForm } = defineExport({
  name: "exportAppUsers",
  path: `${path}/export`,
  access: may("export"),
  title: { en: "Export APP users", zh: "导出 APP 用户" },
  query: z.object(filter),
});

const appDevice = z.object({
  deviceId: z.number().int(),
  name: z.string(),
  browser: z.string(),
  os: z.string(),
  address: z.string(),
  firstAt: epochMs,
  lastAt: epochMs,
});
export type AppDevice = z.infer<typeof appDevice>;

const appLogIn = z.object({
  infoId: z.number().int(),
  at: epochMs,
  kind: z.enum(["logIn", "logOut"]),
  ok: z.boolean(),
  reason: z.string(),
  address: z.string(),
  browser: z.string(),
  os: z.string(),
});
export type AppLogIn = z.infer<typeof appLogIn>;

/** One with the phones they used, the newest 50 log-ins, and the roles that the caller may give. */
export const getAppUser = defineCall({
  name: "getAppUser",
  method: "GET",
  path: `${path}/:id`,
  access: may("query"),
  params: z.object({ id }),
  reply: data(appUser).extend({
    devices: z.array(appDevice),
    logIns: z.array(appLogIn),
    roles: z.array(roleOption),
  }),
});

const appAction = z.object({
  operId: z.number().int(),
  at: epochMs,
  title: z.string(),
  /** Kind, id and name of what it was done to; empty where the call names nothing. */
  subject: z.string(),
  status: flag,
  errorMsg: z.string(),
  address: z.string(),
});
export type AppAction = z.infer<typeof appAction>;

/** What an APP user did, newest first, from the operation log. */
export const listAppActions = defineCall({
  name: "listAppActions",
  method: "GET",
  path: `${path}/:id/operations`,
  access: may("query"),
  params: z.object({ id }),
  query: z.object(paging),
  reply: page(appAction),
});

export const addAppUser = defineCall({
  name: "addAppUser",
  method: "POST",
  path,
  access: may("add"),
  /** For the administrator's role. */
  confirmation: "byInput",
  title: { en: "Add an APP user", zh: "新增 APP 用户" },
  body: z.object(fields),
  reply: data(z.object({ userId: z.number().int() })),
});

export const changeAppUser = defineCall({
  name: "changeAppUser",
  method: "PUT",
  path,
  access: may("edit"),
  confirmation: "byInput",
  title: { en: "Edit an APP user", zh: "编辑 APP 用户" },
  body: z.object({ userId: idInBody, ...fields }),
});

export const changeAppUserStatus = defineCall({
  name: "changeAppUserStatus",
  method: "PUT",
  path: `${path}/changeStatus`,
  access: may("edit"),
  title: { en: "Enable or disable an APP user", zh: "启用或停用 APP 用户" },
  body: z.object({ userId: idInBody, status: flag }),
});

/** Makes a one-time password, shown once; all sessions of the user end. */
export const resetAppPassword = defineCall({
  name: "resetAppPassword",
  method: "PUT",
  path: `${path}/resetPwd`,
  access: may("resetPwd"),
  title: { en: "Reset an APP user's password", zh: "重置 APP 用户密码" },
  body: z.object({ userId: idInBody }),
  reply: data(z.object({ oneTimePassword: z.string() })),
});
