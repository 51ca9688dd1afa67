import {
  changeUserStatus,
  forceUserLogout,
  getUserChoices,
  getUserDeptTree,
  getUserRoles,
  resetPassword,
  setUserRoles,
  type User,
  users,
} from "@tracewater/contract/system/users";
import type { Caller } from "../../../platform/caller.ts";
import type { AuditChange } from "../../../platform/http/audit-change.ts";
import { pageOf } from "../../../platform/http/pages.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import { serveExports } from "../../../platform/resource/export-rows.ts";
import { answerImport } from "../../../platform/resource/import-answer.model.ts";
import { serveImports } from "../../../platform/resource/import-jobs.ts";
import type { ResourceParts } from "../../../platform/resource/serve-resource.ts";
import type { OrgUnitService } from "../org-units/org-unit.service.ts";
import type { UserService } from "./user.service.ts";
import { createUserWorkbooks } from "./user-workbooks.ts";

/** The calls of the user list, and what alongside it is done to a user. */
export function serveUsers(
  serve: Serve,
  service: UserService,
  parts: ResourceParts & { orgUnits: OrgUnitService },
): void {
  const { calls } = users;
  const rights = async (caller: Caller, id: number) =>
    (await service.listRoles(caller, id)).filter((role) => role.flag).map((role) => role.roleKey);

  serve.forCaller(calls.list, ({ query }, caller) =>
    service.list(caller, query, (total) => pageOf(query, total)),
  );
  serve.forCaller(getUserChoices, async (_input, caller) => ({
    roles: await service.listRoles(caller, null),
    posts: await service.listPosts(),
  }));
  serve.forCaller(calls.get, async ({ params: { id } }, caller) => {
    const user = await service.find(caller, id);
    const roles = await service.listRoles(caller, id);
    const roleIds = roles.filter((role) => role.flag).map((role) => role.roleId);
    return {
      data: user,
      roles,
      posts: await service.listPosts(),
      postIds: await service.listPostIds(id),
      roleIds,
    };
  });
  serve.forCaller(calls.add, async ({ body, audit }, caller) => {
    const added = await service.add(caller, body);
    const after = await service.find(caller, added.id);
    audit({ subject: auditSubject(after), after: { ...after, roles: await rights(caller, added.id) } });
    return { data: added };
  });
  serve.forCaller(calls.change, async ({ body, audit }, caller) => {
    const before = await service.find(caller, body.userId);
    const held = await rights(caller, body.userId);
    await service.change(caller, body);
    const after = await service.find(caller, body.userId);
    audit({
      subject: auditSubject(before),
      before: { ...before, roles: held },
      after: { ...after, roles: await rights(caller, body.userId) },
    });
    return {};
  });
  serve.forCaller(calls.remove, async ({ params, audit }, caller) => {
    const found: User[] = [];
    for (const id of params.ids) found.push(await service.find(caller, id));
    await service.remove(caller, params.ids);
    for (const before of found) audit({ subject: auditSubject(before), before });
    return {};
  });
  serveRights(serve, service, rights);
  serve.forCaller(getUserDeptTree, async (_input, caller) => ({
    data: await parts.orgUnits.tree(caller.scope),
  }));
  const sheets = createUserWorkbooks({ service, orgUnits: parts.orgUnits });
  serveExports(serve, users, sheets, parts.files);
  serveImports(serve, users, () => sheets, parts, answerImport);
}

function serveRights(
  serve: Serve,
  service: UserService,
  rights: (caller: Caller, id: number) => Promise<string[]>,
): void {
  serve.forCaller(resetPassword, async ({ body, audit }, caller) => {
    const user = await service.find(caller, body.userId);
    const oneTimePassword = await service.resetPassword(caller, body.userId, body.password);
    audit({ subject: auditSubject(user) });
    return { data: { id: body.userId, oneTimePassword } };
  });
  serve.forCaller(changeUserStatus, async ({ body, audit }, caller) => {
    const user = await service.find(caller, body.userId);
    await service.setStatus(caller, body.userId, body.status);
    audit({ subject: auditSubject(user), before: { status: user.status }, after: { status: body.status } });
    return {};
  });
  serve.forCaller(forceUserLogout, async ({ body, audit }, caller) => {
    const user = await service.find(caller, body.userId);
    const ended = await service.forceLogout(caller, body.userId);
    audit({ subject: auditSubject(user), after: { ended } });
    return { data: { ended } };
  });
  serve.forCaller(getUserRoles, async ({ params }, caller) => ({
    user: await service.find(caller, params.id),
    roles: await service.listRoles(caller, params.id),
  }));
  serve.forCaller(setUserRoles, async ({ query, audit }, caller) => {
    const user = await service.find(caller, query.userId);
    const before = { roles: await rights(caller, query.userId) };
    await service.setRoles(caller, query.userId, query.roleIds);
    audit({ subject: auditSubject(user), before, after: { roles: await rights(caller, query.userId) } });
    return {};
  });
}

function auditSubject(user: User): AuditChange["subject"] {
  return { kind: "user", id: user.userId, name: user.userName, unitId: user.deptId };
}
