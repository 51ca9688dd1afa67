import { z } from "zod";
import { localized } from "../both-languages.ts";
import { permission } from "../call.ts";
import { defineCall } from "../define-call.ts";
import { defineExport } from "../define-export.ts";
import { data, flag, id, idInBody, page } from "../envelope.ts";
import { idList, idsInBody } from "../id-list.ts";
import { dateTime } from "../moments.ts";
import { blank, paging, searchText, sorting } from "../paging.ts";
import { field } from "../resource/field-metadata.ts";
import { text } from "../texts.ts";
import { timeSpan } from "../time-span.ts";
import { roleLabels } from "./role-labels.ts";
import { treeNode } from "./user-fields.ts";
import { users } from "./users.ts";
import { requiredFactor } from "./ways-in.ts";

const path = "/v2/admin/system/role";
const may = (verb: string) => permission(`system:role:${verb}`);

/** Whose data: 1 all, 2 chosen units, 3 the user's own unit, 4 that and what is below, 5 their own records. */
export const dataScope = z.enum(["1", "2", "3", "4", "5"]);
export type DataScope = z.infer<typeof dataScope>;

const roleKey = text(60).regex(
  /^[A-Za-z][A-Za-z0-9_:.-]{1,59}$/,
  localized(
    "must have 2 to 60 letters, digits, '_', ':', '.' or '-' and start with a letter",
    "2 至 60 个字母、数字或 _ : . -，以字母开头",
  ),
);

const fields = {
  roleName: field(text(60).min(1), { label: "roleName" }),
  roleKey: field(roleKey, { label: "roleKey" }),
  roleSort: field(z.number().int().min(0).max(9999).default(0), { label: "roleSort" }),
  dataScope: field(dataScope.default("5"), { label: "dataScope", dictionary: "dataScope" }),
  status: field(flag.default("0"), { label: "status", dictionary: "status" }),
  remark: field(text(500).default(""), { label: "remark" }),
};

/** How the trees of the form behave: whether a parent follows its children. */
const linked = {
  menuCheckStrictly: z.boolean().default(true),
  deptCheckStrictly: z.boolean().default(true),
};

const shown = {
  deptName: field(z.string(), { label: "dept" }),
  userCount: field(z.number().int(), { label: "users" }),
  createTime: field(dateTime, { label: "createTime" }),
};

export const role = z.object({
  roleId: z.number().int(),
  ...fields,
  ...linked,
  ...shown,
  /** The unit whose role it is; null: one of the whole platform. */
  deptId: z.number().int().nullable(),
  /** Its holders come in with a browser's session alone. */
  forbidUnbound: z.boolean(),
  requiredFactor,
  builtIn: z.boolean(),
  /** The role that holds everything. */
  admin: z.boolean(),
  changeable: z.boolean(),
  assignable: z.boolean(),
});
export type Role = z.infer<typeof role>;

const body = {
  ...fields,
  ...linked,
  /** Left out: the caller's own unit, or none for those who see all of them. */
  deptId: idInBody.nullable().optional(),
  forbidUnbound: z.boolean().default(false),
  requiredFactor: requiredFactor.default("none"),
  menuIds: idsInBody.default([]),
  deptIds: idsInBody.default([]),
};

const query = z.object({
  ...paging,
  ...sorting(["roleId", "roleName", "roleKey", "roleSort", "createTime"]),
  keyword: searchText,
  roleId: blank(id),
  roleName: searchText,
  roleKey: searchText,
  status: blank(flag),
  ...timeSpan,
});
export type RoleQuery = z.infer<typeof query>;

const oneId = z.object({ id });

const exportCalls = defineExport({
  name: "exportRoles",
  path: `${path}/export`,
  access: may("export"),
  title: { en: "Export roles", zh: "导出角色" },
  query,
});

/** What the spreadsheets of roles are made from. */
export const roles = { path, key: "roleId", fields, shown, labels: roleLabels, calls: exportCalls };

export const listRoles = defineCall({
  name: "listRoles",
  method: "GET",
  path: `${path}/list`,
  access: may("list"),
  query,
  reply: page(role),
});

export const listRoleOptions = defineCall({
  name: "listRoleOptions",
  method: "GET",
  path: `${path}/optionselect`,
  access: may("list"),
  reply: data(z.array(role)),
});

export const getRole = defineCall({
  name: "getRole",
  method: "GET",
  path: `${path}/:id`,
  access: may("query"),
  params: oneId,
  reply: data(role.extend({ menuIds: z.array(z.number()), deptIds: z.array(z.number()) })),
});

export const addRole = defineCall({
  name: "addRole",
  method: "POST",
  path,
  access: may("add"),
  confirmation: "always",
  title: { en: "Add a role", zh: "新增角色" },
  body: z.object(body),
  reply: data(z.object({ id: z.number().int() })),
});

export const changeRole = defineCall({
  name: "changeRole",
  method: "PUT",
  path,
  access: may("edit"),
  confirmation: "always",
  title: { en: "Edit a role", zh: "编辑角色" },
  body: z.object({
    ...body,
    roleId: idInBody,
    /** Left out: as it is. */
    dataScope: dataScope.optional(),
    deptIds: idsInBody.optional(),
    menuIds: idsInBody.optional(),
  }),
});

export const changeRoleScope = defineCall({
  name: "changeRoleScope",
  method: "PUT",
  path: `${path}/dataScope`,
  access: may("edit"),
  confirmation: "always",
  title: { en: "Edit the data scope of a role", zh: "编辑角色数据范围" },
  body: z.object({
    roleId: idInBody,
    dataScope,
    deptIds: idsInBody.default([]),
    deptCheckStrictly: z.boolean().default(true),
  }),
});

export const changeRoleStatus = defineCall({
  name: "changeRoleStatus",
  method: "PUT",
  path: `${path}/changeStatus`,
  access: may("edit"),
  confirmation: "always",
  title: { en: "Enable or disable a role", zh: "启用或停用角色" },
  body: z.object({ roleId: idInBody, status: flag }),
});

export const removeRoles = defineCall({
  name: "removeRoles",
  method: "DELETE",
  path: `${path}/:ids`,
  access: may("remove"),
  confirmation: "always",
  title: { en: "Delete roles", zh: "删除角色" },
  params: z.object({ ids: idList.pipe(z.array(z.number()).min(1)) }),
});

export const getRoleDeptTree = defineCall({
  name: "getRoleDeptTree",
  method: "GET",
  path: `${path}/deptTree/:id`,
  access: may("query"),
  params: oneId,
  reply: z.object({ checkedKeys: z.array(z.number()), depts: z.array(treeNode) }),
});

const members = z.object({
  ...paging,
  ...sorting(["userId", "userName", "nickName", "createTime"]),
  roleId: id,
  keyword: searchText,
  userName: searchText,
  phonenumber: searchText,
});

export const listRoleMembers = defineCall({
  name: "listRoleMembers",
  method: "GET",
  path: `${path}/authUser/allocatedList`,
  access: may("list"),
  query: members,
  reply: page(users.row),
});

export const listRoleCandidates = defineCall({
  name: "listRoleCandidates",
  method: "GET",
  path: `${path}/authUser/unallocatedList`,
  access: may("list"),
  query: members,
  reply: page(users.row),
});

const many = z.object({ roleId: id, userIds: idList.pipe(z.array(z.number()).min(1)) });

export const addRoleMembers = defineCall({
  name: "addRoleMembers",
  method: "PUT",
  path: `${path}/authUser/selectAll`,
  access: may("edit"),
  confirmation: "byInput",
  title: { en: "Assign a role to users", zh: "批量授予角色" },
  query: many,
});

export const removeRoleMembers = defineCall({
  name: "removeRoleMembers",
  method: "PUT",
  path: `${path}/authUser/cancelAll`,
  access: may("edit"),
  title: { en: "Remove a role from users", zh: "批量取消授予角色" },
  query: many,
});

export const removeRoleMember = defineCall({
  name: "removeRoleMember",
  method: "PUT",
  path: `${path}/authUser/cancel`,
  access: may("edit"),
  title: { en: "Remove a role from a user", zh: "取消授予角色" },
  body: z.object({ roleId: z.coerce.number().pipe(idInBody), userId: z.coerce.number().pipe(idInBody) }),
});

/** The menu as a tree of choices: of what the caller holds themselves. */
/** A node of the menu that a role may hold; `of` is the page that a hidden page belongs to. */
export type MenuChoice = { id: number; label: string; of?: number | undefined; children: MenuChoice[] };

const menuChoice: z.ZodType<MenuChoice> = z.lazy(() =>
  z.object({
    id: z.number().int(),
    label: z.string(),
    of: z.number().int().optional(),
    children: z.array(menuChoice),
  }),
);

export const getMenuChoices = defineCall({
  name: "getMenuChoices",
  method: "GET",
  path: "/v2/admin/system/menu/treeselect",
  access: may("query"),
  reply: data(z.array(menuChoice)),
});

export const getRoleMenus = defineCall({
  name: "getRoleMenus",
  method: "GET",
  path: "/v2/admin/system/menu/roleMenuTreeselect/:roleId",
  access: may("query"),
  params: z.object({ roleId: id }),
  reply: z.object({ checkedKeys: z.array(z.number()), menus: z.array(menuChoice) }),
});
