import {
  addRole,
  addRoleMembers,
  changeRole,
  changeRoleScope,
  changeRoleStatus,
  getMenuChoices,
  getRole,
  getRoleDeptTree,
  getRoleMenus,
  listRoleCandidates,
  listRoleMembers,
  listRoleOptions,
  listRoles,
  type MenuChoice,
  type Role,
  removeRoleMember,
  removeRoleMembers,
  removeRoles,
  roles,
} from "@tracewater/contract/system/roles";
import type { AuditChange } from "../../../platform/http/audit-change.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { Language } from "../../../platform/localized-text.ts";
import { serveExportCalls } from "../../../platform/resource/export-rows.ts";
import type { ResourceParts } from "../../../platform/resource/serve-resource.ts";
import { titleIn } from "../menu/menu-title.service.ts";
import type { UserService } from "../users/user.service.ts";
import type { RoleService } from "./role.service.ts";

export function serveRoles(
  serve: Serve,
  service: RoleService,
  parts: Pick<ResourceParts, "files"> & { users: UserService },
): void {
  serve.forCaller(listRoles, ({ query }, caller) =>
    service.list(caller, query, (total) => pageOf(query, total)),
  );
  serve.forCaller(listRoleOptions, async (_input, caller) => ({ data: await service.listAll(caller) }));
  serve.forCaller(getRole, async ({ params }, caller) => ({ data: await service.read(caller, params.id) }));
  serve.forCaller(addRole, async ({ body, audit }, caller) => {
    const id = await service.add(caller, body);
    const after = await service.read(caller, id);
    audit({ subject: auditSubject(after), after });
    return { data: { id } };
  });
  serve.forCaller(changeRole, async ({ body, audit }, caller) => {
    const before = await service.read(caller, body.roleId);
    await service.change(caller, body);
    audit({ subject: auditSubject(before), before, after: await service.read(caller, body.roleId) });
    return {};
  });
  serve.forCaller(changeRoleScope, async ({ body, audit }, caller) => {
    const before = await service.read(caller, body.roleId);
    await service.changeScope(caller, body);
    audit({ subject: auditSubject(before), before, after: await service.read(caller, body.roleId) });
    return {};
  });
  serve.forCaller(changeRoleStatus, async ({ body, audit }, caller) => {
    const before = await service.find(caller, body.roleId);
    await service.setStatus(caller, body.roleId, body.status);
    audit({
      subject: auditSubject(before),
      before: { status: before.status },
      after: { status: body.status },
    });
    return {};
  });
  serve.forCaller(removeRoles, async ({ params, audit }, caller) => {
    const found: Role[] = [];
    for (const id of params.ids) found.push(await service.read(caller, id));
    await service.remove(caller, params.ids);
    for (const before of found) audit({ subject: auditSubject(before), before });
    return {};
  });
  serveTrees(serve, service);
  serveMembers(serve, service, parts.users);
  const sheets = {
    count: service.count,
    listAfter: (_scope: unknown, ...[query, afterId, limit, caller]: RowsAsked) =>
      service.listAfter(caller, query, afterId, limit),
  };
  serveExportCalls(serve, roles, sheets, parts.files);
}

type RowsAsked = [
  query: Parameters<RoleService["listAfter"]>[1],
  afterId: number,
  limit: number,
  caller: Parameters<RoleService["listAfter"]>[0],
];

function serveTrees(serve: Serve, service: RoleService): void {
  serve.forCaller(getRoleDeptTree, async ({ params }, caller) => {
    await service.find(caller, params.id);
    const checkedKeys = await service.checkedDepts(caller, params.id);
    return { checkedKeys, depts: await service.deptTree(caller) };
  });
  serve.forCaller(getMenuChoices, async ({ language }, caller) => ({
    data: withTitlesIn(await service.menuTree(caller), language),
  }));
  serve.forCaller(getRoleMenus, async ({ params, language }, caller) => {
    const role = await service.find(caller, params.roleId);
    const menus = withTitlesIn(await service.menuTree(caller), language);
    return { checkedKeys: await service.checkedMenus(role), menus };
  });
}

/** Titles as people read them. */
function withTitlesIn(nodes: readonly MenuChoice[], language: Language): MenuChoice[] {
  return nodes.map((node) => ({
    ...node,
    label: titleIn(node.label, language),
    children: withTitlesIn(node.children, language),
  }));
}

/** Who holds a role, who might, and giving and taking it. */
function serveMembers(serve: Serve, service: RoleService, users: UserService): void {
  for (const [call, holds] of [
    [listRoleMembers, true],
    [listRoleCandidates, false],
  ] as const) {
    serve.forCaller(call, async ({ query: { roleId, ...query } }, caller) => {
      await service.find(caller, roleId);
      return users.listMembers(caller, query, { roleId, holds }, (total) => pageOf(query, total));
    });
  }
  serve.forCaller(addRoleMembers, async ({ query: { roleId, userIds }, audit }, caller) => {
    const role = await service.find(caller, roleId);
    await users.giveRole(caller, roleId, userIds);
    audit({ subject: auditSubject(role), after: { givenTo: userIds } });
    return {};
  });
  serve.forCaller(removeRoleMembers, async ({ query: { roleId, userIds }, audit }, caller) => {
    const role = await service.find(caller, roleId);
    await users.takeRole(caller, roleId, userIds);
    audit({ subject: auditSubject(role), before: { heldBy: userIds } });
    return {};
  });
  serve.forCaller(removeRoleMember, async ({ body: { roleId, userId }, audit }, caller) => {
    const role = await service.find(caller, roleId);
    await users.takeRole(caller, roleId, [userId]);
    audit({ subject: auditSubject(role), before: { heldBy: [userId] } });
    return {};
  });
}

function auditSubject(role: Role): AuditChange["subject"] {
  return { kind: "role", id: role.roleId, name: role.roleName, unitId: role.deptId };
}
