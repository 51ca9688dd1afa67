import type { BodyOf } from "@tracewater/contract/call";
import type {
  addRole,
  changeRole,
  changeRoleScope,
  Role,
  RoleQuery,
} from "@tracewater/contract/system/roles";
import { AppError, fieldError, notFound } from "../../../platform/app-error.ts";
import type { Caller } from "../../../platform/caller.ts";
import type { EventBus } from "../../../platform/event-bus.ts";
import type { PrintMoment } from "../../../platform/moments.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { OrgUnitService } from "../org-units/org-unit.service.ts";
import type { SystemEvents } from "../system-events.ts";
import { toNumber, toScopeName, toTree } from "./role.model.ts";
import { createRoleStore, type RoleRow } from "./role.store.ts";
import { createRoleWriter, type Overreach, type RoleChange } from "./role-writer.store.ts";

export type RoleService = ReturnType<typeof createRoleService>;

/** Above so many holders everybody looks again at what they may. */
const maxNotified = 1000;

/** Roles: what they permit and whose data they reach. Nobody makes one that holds more than they do. */
export function createRoleService(options: {
  db: Db;
  zone: string;
  orgUnits: OrgUnitService;
  events: EventBus<SystemEvents>;
  print: PrintMoment;
}) {
  const { orgUnits, events } = options;
  const store = createRoleStore(options.db);
  const writer = createRoleWriter(options.db);
  const toRole = ({ createdAt, ...row }: RoleRow): Role => ({
    ...row,
    dataScope: toNumber(row.dataScope),
    createTime: options.print(createdAt),
  });

  async function find(caller: Caller, id: number): Promise<Role> {
    const row = await store.find(caller, id);
    if (row === undefined) throw notFound({ en: "role", zh: "角色" });
    return toRole(row);
  }

  async function findChangeable(caller: Caller, id: number): Promise<Role> {
    const role = await find(caller, id);
    if (role.admin) throw adminRole();
    if (!role.changeable) throw notYours();
    return role;
  }

  /** All who hold it look again at what they may. */
  async function notifyHolders(roleId: number): Promise<void> {
    const userIds = await store.listUserIds(roleId, maxNotified + 1);
    if (userIds.length > 0)
      events.emit("access.changed", { userIds: userIds.length > maxNotified ? "all" : userIds });
  }

  async function keepWithin(roles: RoleChange, caller: Caller, roleId: number): Promise<void> {
    const overreach = await roles.findOverreach(caller, roleId);
    if (overreach !== null) throw grantsMore(overreach);
  }

  return {
    find,
    async list(caller: Caller, query: RoleQuery, page: (total: number) => { limit: number; offset: number }) {
      const total = await store.count(caller.scope, query);
      return { rows: (await store.list(caller, query, page(total))).map(toRole), total };
    },
    count: store.count,
    async listAfter(caller: Caller, query: RoleQuery, afterId: number, limit: number): Promise<Role[]> {
      return (await store.listAfter(caller, query, afterId, limit)).map(toRole);
    },
    listAll: async (caller: Caller): Promise<Role[]> => (await store.listAll(caller)).map(toRole),

    async read(caller: Caller, id: number) {
      const role = await find(caller, id);
      const [menuIds, deptIds] = [await store.listMenuIds(id), await store.listDeptIds(caller.scope, id)];
      return { ...role, menuIds, deptIds };
    },

    async menuTree(caller: Caller) {
      return toTree(await store.listMenus(caller));
    },
    async checkedMenus(role: Role): Promise<number[]> {
      return role.menuCheckStrictly ? store.listLastMenuIds(role.roleId) : store.listMenuIds(role.roleId);
    },
    deptTree: (caller: Caller) => orgUnits.tree(caller.scope),
    checkedDepts: (caller: Caller, roleId: number) => store.listDeptIds(caller.scope, roleId),

    async add(caller: Caller, body: BodyOf<typeof addRole>): Promise<number> {
      const { menuIds, deptIds, roleName, dataScope, deptId, ...facts } = body;
      const owner = await ownerOf(caller, deptId);
      return writer.inOne(async (roles) => {
        const row = { ...facts, name: roleName, dataScope: toScopeName(dataScope), deptId: owner };
        const id = await roles.add(row);
        if (id === undefined) throw keyTaken();
        await roles.setMenus(id, menuIds);
        if (!(await roles.setOrgUnits(caller, id, deptIds))) throw noUnit();
        await keepWithin(roles, caller, id);
        return id;
      });
    },

    async change(caller: Caller, body: BodyOf<typeof changeRole>): Promise<void> {
      const { roleId, menuIds, deptIds, roleName, dataScope, deptId: _, ...facts } = body;
      const before = await findChangeable(caller, roleId);
      if (before.builtIn && facts.roleKey !== before.roleKey) throw builtInKey();
      const row = {
        ...facts,
        name: roleName,
        ...(dataScope === undefined ? {} : { dataScope: toScopeName(dataScope) }),
      };
      await writer.inOne(async (roles) => {
        if (!(await roles.change(roleId, row))) throw keyTaken();
        if (menuIds !== undefined) await roles.setMenus(roleId, menuIds);
        if (deptIds !== undefined && !(await roles.setOrgUnits(caller, roleId, deptIds))) throw noUnit();
        await keepWithin(roles, caller, roleId);
      });
      await notifyHolders(roleId);
    },

    async changeScope(caller: Caller, body: BodyOf<typeof changeRoleScope>): Promise<void> {
      const { roleId, dataScope, deptIds, deptCheckStrictly } = body;
      await findChangeable(caller, roleId);
      await writer.inOne(async (roles) => {
        await roles.change(roleId, { dataScope: toScopeName(dataScope), deptCheckStrictly });
        if (!(await roles.setOrgUnits(caller, roleId, dataScope === "2" ? deptIds : []))) throw noUnit();
        await keepWithin(roles, caller, roleId);
      });
      await notifyHolders(roleId);
    },

    async setStatus(caller: Caller, roleId: number, status: "0" | "1"): Promise<void> {
      await findChangeable(caller, roleId);
      await writer.inOne((roles) => roles.change(roleId, { status }));
      await notifyHolders(roleId);
    },

    async remove(caller: Caller, ids: readonly number[]): Promise<void> {
      for (const id of ids) {
        const role = await findChangeable(caller, id);
        if (role.builtIn) throw builtIn(role.roleName);
        if ((await store.listUserIds(id, 1)).length > 0) throw stillHeld(role.roleName);
      }
      await writer.inOne((roles) => roles.remove(ids));
    },
  };

  /** Whose role it becomes: those who see a part of the units make roles for one of them. */
  async function ownerOf(caller: Caller, asked: number | null | undefined): Promise<number | null> {
    const deptId = asked ?? (caller.scope.kind === "all" ? null : caller.deptId);
    if (deptId !== null) await orgUnits.require(caller.scope, deptId, "deptId");
    else if (caller.scope.kind !== "all")
      throw fieldError("deptId", { en: "select a unit", zh: "请选择所属单位" });
    return deptId;
  }
}

function adminRole(): AppError {
  return new AppError("refused", {
    en: "The administrator role has all permissions and cannot be changed.",
    zh: "管理员角色拥有全部权限，不可修改。",
  });
}

function notYours(): AppError {
  return new AppError("forbidden", {
    en: "You cannot edit a role of the whole platform or one whose permissions exceed yours.",
    zh: "该角色属于平台级或其权限高于您，无法修改。",
  });
}

const overreaches: Record<Overreach, { field: string; en: string; zh: string }> = {
  menus: { field: "menuIds", en: "grants permissions that you do not hold", zh: "超出您自身拥有的菜单权限" },
  scope: { field: "dataScope", en: "exceeds your own data scope", zh: "超出您自身的数据范围" },
  members: {
    field: "dataScope",
    en: "would give some of its users a data scope that exceeds yours",
    zh: "将使部分用户的数据范围超出您自身",
  },
};

function grantsMore(overreach: Overreach): AppError {
  const { field, ...labels } = overreaches[overreach];
  return new AppError("forbidden", { en: `The role ${labels.en}.`, zh: `该角色${labels.zh}。` }, [
    { field, text: labels },
  ]);
}

function keyTaken(): AppError {
  return new AppError("conflict", { en: "This key is already in use.", zh: "该权限字符已存在。" }, [
    { field: "roleKey", text: { en: "this key is already in use", zh: "该权限字符已存在" } },
  ]);
}

function noUnit(): AppError {
  return fieldError("deptIds", { en: "unit not found", zh: "单位不存在" });
}

function builtInKey(): AppError {
  return fieldError("roleKey", {
    en: "cannot be changed: it is the key of a built-in role",
    zh: "内置角色的权限字符不可修改",
  });
}

function builtIn(name: string): AppError {
  return new AppError("refused", {
    en: `${name} is a built-in role. It can be disabled but not deleted.`,
    zh: `“${name}”是内置角色，只能停用，不能删除。`,
  });
}

function stillHeld(name: string): AppError {
  return new AppError("refused", {
    en: `Users still have the role ${name}. Remove it from them first.`,
    zh: `“${name}”仍分配给用户，请先取消授权。`,
  });
}
