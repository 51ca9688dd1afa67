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
  type Role,
  removeRoleMember,
  removeRoleMembers,
  removeRoles,
  roles,
} from "@tracewater/contract/system/roles";
import type { CallNote } from "../../../platform/http/call-notes.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import { serveExportCalls } from "../../../platform/resource/export-rows.ts";
import type { ResourceParts } from "../../../platform/resource/serve-resource.ts";
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
  serve.forCaller(addRole, async ({ body, note }, caller) => {
    const id = await service.add(caller, body);
    const after = await service.read(caller, id);
    note({ thing: thingOf(after), after });
    return { data: { id } };
  });
  serve.forCaller(changeRole, async ({ body, note }, caller) => {
    const before = await service.read(caller, body.roleId);
    await service.change(caller, body);
    note({ thing: thingOf(before), before, after: await service.read(caller, body.roleId) });
    return {};
  });
  serve.forCaller(changeRoleScope, async ({ body, note }, caller) => {
    const before = await service.read(caller, body.roleId);
    await service.changeScope(caller, body);
    note({ thing: thingOf(before), before, after: await service.read(caller, body.roleId) });
    return {};
  });
  serve.forCaller(changeRoleStatus, async ({ body, note }, caller) => {
    const before = await service.find(caller, body.roleId);
    await service.setStatus(caller, body.roleId, body.status);
    note({ thing: thingOf(before), before: { status: before.status }, after: { status: body.status } });
    return {};
  });
  serve.forCaller(removeRoles, async ({ params, note }, caller) => {
    const found: Role[] = [];
    for (const id of params.ids) found.push(await service.read(caller, id));
    await service.remove(caller, params.ids);
    for (const before of found) note({ thing: thingOf(before), before });
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
  serve.forCaller(getMenuChoices, async (_input, caller) => ({ data: await service.menuTree(caller) }));
  serve.forCaller(getRoleMenus, async ({ params }, caller) => {
    const role = await service.find(caller, params.roleId);
    return { checkedKeys: await service.checkedMenus(role), menus: await service.menuTree(caller) };
  });
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
  serve.forCaller(addRoleMembers, async ({ query: { roleId, userIds }, note }, caller) => {
    const role = await service.find(caller, roleId);
    await users.giveRole(caller, roleId, userIds);
    note({ thing: thingOf(role), after: { givenTo: userIds } });
    return {};
  });
  serve.forCaller(removeRoleMembers, async ({ query: { roleId, userIds }, note }, caller) => {
    const role = await service.find(caller, roleId);
    await users.takeRole(caller, roleId, userIds);
    note({ thing: thingOf(role), before: { heldBy: userIds } });
    return {};
  });
  serve.forCaller(removeRoleMember, async ({ body: { roleId, userId }, note }, caller) => {
    const role = await service.find(caller, roleId);
    await users.takeRole(caller, roleId, [userId]);
    note({ thing: thingOf(role), before: { heldBy: [userId] } });
    return {};
  });
}

function thingOf(role: Role): CallNote["thing"] {
  return { kind: "role", id: role.roleId, name: role.roleName, unitId: role.deptId };
}
