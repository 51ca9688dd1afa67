import type { Role, RoleQuery } from "@tracewater/contract/system/roles";
import { type RawBuilder, sql } from "kysely";
import { allPermissions, type Caller } from "../../../platform/caller.ts";
import { inScope, type Scope } from "../../../platform/scope.ts";
import { containing } from "../../../platform/store/contains.ts";
import type { Db } from "../../../platform/store/database.ts";
import { inSpan } from "../../../platform/store/search-span.ts";
import { isRoleBeyond, isRoleKnown } from "../grants.store.ts";

/** A role as the database has it; times are instants, the scope has its own word. */
export type RoleRow = Omit<Role, "createTime" | "dataScope"> & { createdAt: Date; dataScope: string };
export type Branch = { id: number; parentId: number | null; label: string; builtInKey: string | null };

/** Reads roles: those of the whole platform, and those of the caller's units. */
export function createRoleStore(db: Db) {
  const ids = async (found: RawBuilder<{ id: number }>): Promise<number[]> =>
    (await found.execute(db)).rows.map((row) => row.id);
  return {
    async count(scope: Scope, query: RoleQuery): Promise<number> {
      const counted = await sql<{ count: number }>`
        select count(*)::int as count from role r where ${matching(scope, query)}`.execute(db);
      return counted.rows[0]?.count ?? 0;
    },

    list: (caller: Caller, query: RoleQuery, page: { limit: number; offset: number }): Promise<RoleRow[]> =>
      readRoles(
        db,
        caller,
        sql`where ${matching(caller.scope, query)} ${order(query)} limit ${page.limit} offset ${page.offset}`,
      ),

    listAfter: (caller: Caller, query: RoleQuery, afterId: number, limit: number): Promise<RoleRow[]> =>
      readRoles(
        db,
        caller,
        sql`where ${matching(caller.scope, query)} and r.id > ${afterId} order by r.id limit ${limit}`,
      ),

    listAll: (caller: Caller): Promise<RoleRow[]> =>
      readRoles(
        db,
        caller,
        sql`where ${isRoleKnown(caller.scope, "r")} order by r.role_sort, r.id limit 1000`,
      ),

    async find(caller: Caller, id: number): Promise<RoleRow | undefined> {
      const which = sql`where ${isRoleKnown(caller.scope, "r")} and r.id = ${id} limit 1`;
      return (await readRoles(db, caller, which))[0];
    },

    listMenuIds: (roleId: number) =>
      ids(sql`select menu_id as id from role_menu where role_id = ${roleId} order by 1 limit 5000`),

    listDeptIds: (scope: Scope, roleId: number) =>
      ids(sql`select dept_id as id from role_dept where role_id = ${roleId}
        and ${inScope(scope, "dept_id")} order by 1 limit 5000`),

    /** What a caller may hand on of the menu: all of it to the administrator, what they hold to anybody else. */
    async listMenus(caller: Caller): Promise<Branch[]> {
      const found = await sql<Branch>`
        select m.id, m.parent_id, m.title as label, m.built_in_key from menu m
        where ${caller.permissions.has(allPermissions)} or ${isMenuHeld(caller, "m.id")}
        order by m.order_num, m.id limit 5000`.execute(db);
      return found.rows;
    },

    /** Those of a role's menu entries below which it holds no other: a tree makes their parents from them. */
    listLastMenuIds: (roleId: number) =>
      ids(sql`select rm.menu_id as id from role_menu rm where rm.role_id = ${roleId} and not exists (
        select 1 from role_menu other join menu m on m.id = other.menu_id
        where other.role_id = rm.role_id and m.parent_id = rm.menu_id) order by 1 limit 5000`),

    async listUserIds(roleId: number, max: number): Promise<number[]> {
      return ids(sql`select user_id as id from user_role where role_id = ${roleId} limit ${max}`);
    },
  };
}

/** The caller holds this menu entry by one of their roles. */
export function isMenuHeld(caller: Caller, menuColumn: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(menuColumn)} in (select own.menu_id from role_menu own
    join user_role ur on ur.role_id = own.role_id join role held on held.id = own.role_id
    where ur.user_id = ${caller.userId} and held.status = '0')`;
}

/** Roles of the whole platform are changed by those who see all of it, those of a unit by anyone who sees the unit. */
function isRoleOwned(scope: Scope): RawBuilder<boolean> {
  return scope.kind === "all"
    ? sql<boolean>`true`
    : sql<boolean>`(r.dept_id is not null and ${inScope(scope, "r.dept_id")})`;
}

const sortColumns = {
  roleId: sql`r.id`,
  roleName: sql`r.name`,
  roleKey: sql`r.role_key`,
  roleSort: sql`r.role_sort`,
  createTime: sql`r.created_at`,
};

function order(query: RoleQuery): RawBuilder<unknown> {
  const direction = query.isAsc === "desc" ? sql`desc` : sql`asc`;
  return sql`order by ${sortColumns[query.orderByColumn ?? "roleSort"]} ${direction}, r.id ${direction}`;
}

function matching(scope: Scope, query: RoleQuery): RawBuilder<boolean> {
  const parts = [isRoleKnown(scope, "r")];
  if (query.keyword !== undefined) {
    const pattern = containing(query.keyword);
    parts.push(sql<boolean>`(r.name ilike ${pattern} or r.role_key ilike ${pattern})`);
  }
  if (query.roleId !== undefined) parts.push(sql<boolean>`r.id = ${query.roleId}`);
  if (query.roleName !== undefined) parts.push(sql<boolean>`r.name ilike ${containing(query.roleName)}`);
  if (query.roleKey !== undefined) parts.push(sql<boolean>`r.role_key ilike ${containing(query.roleKey)}`);
  if (query.status !== undefined) parts.push(sql<boolean>`r.status = ${query.status}`);
  parts.push(...inSpan(sql`r.created_at`, query));
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

async function readRoles(db: Db, caller: Caller, which: RawBuilder<unknown>): Promise<RoleRow[]> {
  // Who is deleted holds no role any longer: for all units the index alone reports, of a hundred thousand holders too.
  const users =
    caller.scope.kind === "all"
      ? sql`(select count(*)::int from user_role ur where ur.role_id = r.id)`
      : sql`(select count(*)::int from user_role ur join sys_user u on u.id = ur.user_id
          where ur.role_id = r.id and u.deleted_at is null and ${inScope(caller.scope, "u.dept_id", "u.id")})`;
  const found = await sql<RoleRow>`
    select r.id as role_id, r.name as role_name, r.role_key, r.role_sort, r.data_scope, r.status, r.remark,
      r.dept_id, coalesce(d.name, '') as dept_name, r.forbid_unbound, r.required_factor, r.built_in, r.role_key = 'admin' as admin,
      r.menu_check_strictly, r.dept_check_strictly, r.created_at, ${users} as user_count,
      not ${isRoleBeyond(caller, "r.id")} as assignable,
      (r.role_key <> 'admin' and ${isRoleOwned(caller.scope)} and not ${isRoleBeyond(caller, "r.id")}) as changeable
    from role r left join dept d on d.id = r.dept_id ${which}`.execute(db);
  return found.rows;
}
