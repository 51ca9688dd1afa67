import { sql } from "kysely";
import { inScope, type Scope } from "../../../platform/scope.ts";
import { containing } from "../../../platform/store/contains.ts";
import type { Db } from "../../../platform/store/database.ts";
import { type Sorting, sortRows } from "../../../platform/store/sort-rows.ts";
import { createOrgTree, type OrgUnitFields } from "./org-unit-tree.store.ts";

export type OrgUnitRecord = OrgUnitFields & { id: number; parentId: number | null };

/** `parentId` 0 means the roots: enterprise units. */
export type OrgUnitFilter = {
  name?: string | undefined;
  id?: number | undefined;
  parentId?: number | undefined;
  status?: "0" | "1" | undefined;
};

/** How much is in departments, by which a deletion is refused. */
export type Held = { children: number; users: number; devices: number; points: number };

const columns = [
  "id",
  "parentId",
  "name",
  "orderNum",
  "leader",
  "phone",
  "email",
  "address",
  "creditCode",
  "remark",
  "status",
] as const;

export function createOrgUnitStore(db: Db) {
  return {
    sort: (order: Sorting) => sortRows(db, "dept", order),

    async list(scope: Scope, filter: OrgUnitFilter = {}) {
      let query = db.selectFrom("dept").select(columns).where(inScope(scope, "dept.id"));
      if (filter.name !== undefined) query = query.where("name", "ilike", containing(filter.name));
      if (filter.status !== undefined) query = query.where("status", "=", filter.status);
      if (filter.id !== undefined) query = query.where("id", "=", filter.id);
      if (filter.parentId !== undefined) {
        query = query.where("parentId", "is not distinct from", filter.parentId || null);
      }
      return query.orderBy("orderNum").orderBy("id").limit(5000).execute();
    },

    /** In use, by name, at most 2,000: those of the scope, and those that somebody reaches who holds a permission. */
    async listWithHolders(
      scope: Scope,
      permission: string,
      id: number | null = null,
    ): Promise<{ unitId: number; name: string; above: string | null }[]> {
      const found = await sql<{ unitId: number; name: string; above: string | null }>`
        with recursive held(id) as (
          select u.dept_id from sys_user u
            join user_role ur on ur.user_id = u.id join role r on r.id = ur.role_id and r.status = '0'
            join role_menu rm on rm.role_id = r.id join menu m on m.id = rm.menu_id and m.permission = ${permission}
          where u.status = '0' and u.deleted_at is null and u.dept_id is not null
          union select d.id from dept d join held on d.parent_id = held.id)
        select d.id as unit_id, d.name, above.name as above from dept d left join dept above on above.id = d.parent_id
        where d.status = '0' and (${id}::int is null or d.id = ${id}::int)
          and (${inScope(scope, "d.id")} or d.id in (select id from held))
        order by coalesce(above.name, d.name), above.name nulls first, d.name limit 2000`.execute(db);
      return found.rows;
    },

    async find(scope: Scope, id: number): Promise<OrgUnitRecord | undefined> {
      return db
        .selectFrom("dept")
        .select(columns)
        .where("id", "=", id)
        .where(inScope(scope, "dept.id"))
        .executeTakeFirst();
    },

    /** A branch: the department and everything below it. */
    async branchOf(id: number): Promise<number[]> {
      const found = await sql<{ id: number }>`
        with recursive below(id) as (select ${id}::int union all select d.id from dept d join below on d.parent_id = below.id)
        select id from below limit 100000`.execute(db);
      return found.rows.map((row) => row.id);
    },

    async countHeld(ids: readonly number[]): Promise<Held> {
      const counted = await sql<Held>`
        select (select count(*)::int from dept where parent_id = any(${[...ids]}::int[])
            and id <> all(${[...ids]}::int[])) as children,
          (select count(*)::int from sys_user where deleted_at is null and dept_id = any(${[...ids]}::int[])) as users,
          (select count(*)::int from device where unit_id = any(${[...ids]}::int[])) as devices,
          (select count(*)::int from sampling_point where unit_id = any(${[...ids]}::int[])) as points`.execute(
        db,
      );
      return counted.rows[0] ?? { children: 0, users: 0, devices: 0, points: 0 };
    },

    async remove(ids: readonly number[]): Promise<void> {
      await sql`delete from dept where id = any(${[...ids]}::int[])`.execute(db);
    },

    ...createOrgTree(db),
  };
}
