import type { RequiredFactor } from "@tracewater/contract/system/ways-in";
import { type RawBuilder, sql, type Transaction } from "kysely";
import { allPermissions, type Caller } from "../../../platform/caller.ts";
import { inScope } from "../../../platform/scope.ts";
import { onUniqueViolation } from "../../../platform/store/constraint-errors.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { Tables } from "../../../platform/store/tables.ts";
import { isRoleBeyond, isUserBeyond } from "../grants.store.ts";
import { isMenuHeld } from "./role.store.ts";

/** What is stored of a role in its own row. */
export type RoleFields = {
  name?: string;
  roleKey?: string;
  roleSort?: number;
  dataScope?: string;
  status?: "0" | "1";
  remark?: string;
  deptId?: number | null;
  forbidUnbound?: boolean;
  requiredFactor?: RequiredFactor;
  menuCheckStrictly?: boolean;
  deptCheckStrictly?: boolean;
};

/** Why a change of a role is not to be kept. */
export type Overreach = "menus" | "scope" | "members";

/** Writes roles, each change in a transaction that may still be refused for what it would grant. */
export function createRoleWriter(db: Db) {
  return {
    async inOne<T>(work: (roles: RoleChange) => Promise<T>): Promise<T> {
      return db.transaction().execute((trx) => work(createChange(trx)));
    },
  };
}

export type RoleChange = ReturnType<typeof createChange>;

function createChange(trx: Transaction<Tables>) {
  const one = async (condition: RawBuilder<boolean>): Promise<boolean> => {
    const { rows } = await sql<{ holds: boolean }>`select ${condition} as holds`.execute(trx);
    return rows[0]?.holds === true;
  };
  return {
    /** Undefined where the key is taken. */
    async add(
      facts: RoleFields & { name: string; roleKey: string; dataScope: string },
    ): Promise<number | undefined> {
      const added = await trx
        .insertInto("role")
        .values(facts)
        .onConflict((conflict) => conflict.column("roleKey").doNothing())
        .returning("id")
        .executeTakeFirst();
      return added?.id;
    },

    /** False where the key is taken. */
    async change(id: number, facts: RoleFields): Promise<boolean> {
      const changed = trx.updateTable("role").set(facts).where("id", "=", id).execute();
      return onUniqueViolation(
        changed.then(() => true),
        () => false,
      );
    },

    async remove(ids: readonly number[]): Promise<void> {
      await sql`delete from role where id = any(${[...ids]}::int[])`.execute(trx);
    },

    /** With an entry goes what it is under, or nobody would find it. */
    async setMenus(roleId: number, menuIds: readonly number[]): Promise<void> {
      await sql`delete from role_menu where role_id = ${roleId}`.execute(trx);
      await sql`with recursive up(id, parent_id) as (
          select id, parent_id from menu where id = any(${[...menuIds]}::int[])
          union select m.id, m.parent_id from menu m join up on up.parent_id = m.id)
        insert into role_menu (role_id, menu_id) select ${roleId}::int, id from up`.execute(trx);
    },

    /** Units outside of the caller's reach are left as they are. False where one of the ids is none. */
    async setOrgUnits(caller: Caller, roleId: number, deptIds: readonly number[]): Promise<boolean> {
      const ids = [...deptIds];
      await sql`delete from role_dept where role_id = ${roleId} and ${inScope(caller.scope, "dept_id")}`.execute(
        trx,
      );
      await sql`insert into role_dept (role_id, dept_id) select ${roleId}::int, id from dept
        where id = any(${ids}::int[]) and ${inScope(caller.scope, "dept.id")} on conflict do nothing`.execute(
        trx,
      );
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from role_dept where role_id = ${roleId} and dept_id = any(${ids}::int[])`.execute(
        trx,
      );
      return rows[0]?.count === ids.length;
    },

    /** What the role as it is now would grant beyond the caller's own; null where it grants nothing of that. */
    async findOverreach(caller: Caller, roleId: number): Promise<Overreach | null> {
      if (caller.permissions.has(allPermissions)) return null;
      const foreignMenu = sql<boolean>`exists (select 1 from role_menu rm
        where rm.role_id = ${roleId} and not ${isMenuHeld(caller, "rm.menu_id")})`;
      if (await one(foreignMenu)) return "menus";
      const wide = sql<boolean>`exists (select 1 from role r where r.id = ${roleId} and ${isRoleBeyond(caller, "r.id")})`;
      if (await one(wide)) return "scope";
      const members = sql<boolean>`exists (select 1 from user_role ur join sys_user u on u.id = ur.user_id
        where ur.role_id = ${roleId} and u.deleted_at is null
        and (${inScope(caller.scope, "u.dept_id", "u.id")} is not true or ${isUserBeyond(caller, "u.id")}))`;
      return (await one(members)) ? "members" : null;
    },
  };
}
