import * as roles from "@tracewater/contract/system/roles";
import { resetSecondFactors } from "@tracewater/contract/system/second-factor";
import * as users from "@tracewater/contract/system/users";
import type { Made, Rule } from "./access-cells.ts";
import type { AccessStage } from "./access-stage.ts";

/** What is done to users alongside their resource. */
export function userRules(stage: AccessStage): Record<string, Rule> {
  const onOne = (input: (userId: number) => Made["input"]): Rule => ({
    outside: "notFound",
    make: async (unitId) => ({ input: input((await stage.platform.addUser({ unitId })).id) }),
  });
  return {
    [users.getUserChoices.name]: { outside: "none", make: async () => ({ input: {} }) },
    [users.getUserDeptTree.name]: {
      outside: "notSeen",
      make: async (unitId) => {
        const name = stage.name();
        await stage.platform.addUnit(name, unitId);
        return { input: {}, sees: name };
      },
    },
    [users.resetPassword.name]: onOne((userId) => ({ body: { userId } })),
    [resetSecondFactors.name]: onOne((userId) => ({ body: { userId } })),
    [users.changeUserStatus.name]: onOne((userId) => ({ body: { userId, status: "1" } })),
    [users.forceUserLogout.name]: onOne((userId) => ({ body: { userId } })),
    [users.getUserRoles.name]: onOne((id) => ({ params: { id } })),
    [users.setUserRoles.name]: onOne((userId) => ({ query: { userId, roleIds: "" } })),
  };
}

/** Roles of a unit, with their members. */
export function roleRules(stage: AccessStage): Record<string, Rule> {
  const body = (unitId: number, name: string) => ({
    roleName: name,
    roleKey: name,
    deptId: unitId,
    dataScope: "5" as const,
    menuIds: [],
  });
  const add = async (unitId: number) => {
    const name = stage.name();
    const { data } = await stage.platform.call(roles.addRole, { body: body(unitId, name) }, stage.admin);
    return { roleId: data.id, name };
  };
  const onOne = (
    input: (roleId: number, unitId: number, name: string) => Made["input"] | Promise<Made["input"]>,
  ): Rule => ({
    outside: "notFound",
    make: async (unitId) => {
      const { roleId, name } = await add(unitId);
      return { input: await input(roleId, unitId, name) };
    },
  });
  const member = async (unitId: number, roleId: number, holds: boolean) => {
    const { id } = await stage.platform.addUser({ unitId });
    if (holds) await stage.platform.db.insertInto("userRole").values({ userId: id, roleId }).execute();
    return id;
  };
  const seen = (input: (name: string) => Made["input"]): Rule => ({
    outside: "notSeen",
    make: async (unitId) => {
      const { name } = await add(unitId);
      return { input: input(name), sees: name };
    },
  });
  return {
    [roles.listRoles.name]: seen((name) => ({ query: { keyword: name } })),
    [roles.listRoleOptions.name]: seen(() => ({})),
    [roles.roles.calls.export.name]: seen((name) => ({ query: { keyword: name } })),
    [roles.roles.calls.exportByForm.name]: seen((name) => ({ body: { keyword: name } })),
    [roles.getRole.name]: onOne((id) => ({ params: { id } })),
    [roles.addRole.name]: {
      outside: "field",
      make: async (unitId) => ({ input: { body: body(unitId, stage.name()) } }),
    },
    [roles.changeRole.name]: onOne((roleId, unitId, name) => ({ body: { roleId, ...body(unitId, name) } })),
    [roles.changeRoleScope.name]: onOne((roleId) => ({ body: { roleId, dataScope: "5" } })),
    [roles.changeRoleStatus.name]: onOne((roleId) => ({ body: { roleId, status: "1" } })),
    [roles.removeRoles.name]: onOne((roleId) => ({ params: { ids: roleId } })),
    [roles.getRoleDeptTree.name]: onOne((id) => ({ params: { id } })),
    [roles.listRoleMembers.name]: onOne((roleId) => ({ query: { roleId } })),
    [roles.listRoleCandidates.name]: onOne((roleId) => ({ query: { roleId } })),
    [roles.addRoleMembers.name]: onOne(async (roleId, unitId) => ({
      query: { roleId, userIds: await member(unitId, roleId, false) },
    })),
    [roles.removeRoleMembers.name]: onOne(async (roleId, unitId) => ({
      query: { roleId, userIds: await member(unitId, roleId, true) },
    })),
    [roles.removeRoleMember.name]: onOne(async (roleId, unitId) => ({
      body: { roleId, userId: await member(unitId, roleId, true) },
    })),
    [roles.getMenuChoices.name]: { outside: "none", make: async () => ({ input: {} }) },
    [roles.getRoleMenus.name]: onOne((roleId) => ({ params: { roleId } })),
  };
}
