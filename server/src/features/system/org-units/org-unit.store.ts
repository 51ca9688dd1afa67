import { sql, type Transaction } from "kysely";
import { inScope, type Scope } from "../../../platform/scope.ts";
import { containing } from "../../../platform/store/contains.ts";
import type { Db } from "../../../platform/store/database.ts";
import { type Sorting, sortRows } from "../../../platform/store/sort-rows.ts";
import type { Tables } from "../../../platform/store/tables.ts";
import type { FirstLicence } from "../licences/licence.service.ts";

export type OrgUnitFields = {
  name: string;
  orderNum: number;
  leader: string;
  phone: string;
  email: string;
  address: string;
  creditCode: string;
  remark: string;
  status: "0" | "1";
};

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

/** One number for the lock under which the tree's shape is changed. */
const treeLock = 7_402_001;
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
  const inTree = <T>(work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> =>
    db.transaction().execute(async (trx) => {
      // Two branches moved at once under each other would make a ring.
      await sql`select pg_advisory_xact_lock(${treeLock})`.execute(trx);
      return work(trx);
    });

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

    /** Undefined where a unit has this name or this credit code, or a neighbour has the name. */
    async add(
      orgUnit: OrgUnitFields & { parentId: number | null },
      licence: FirstLicence | null,
    ): Promise<number | undefined> {
      return inTree(async (trx) => {
        if ((await sameName(trx, orgUnit.parentId, orgUnit.name, null).executeTakeFirst()) !== undefined)
          return undefined;
        const added = await trx
          .insertInto("dept")
          .values(orgUnit)
          .onConflict((conflict) => conflict.doNothing())
          .returning("id")
          .executeTakeFirst();
        if (added !== undefined && licence !== null) {
          const { at, ...rest } = licence;
          await trx
            .insertInto("licence")
            .values({ ...rest, unitId: added.id, issuedAt: at, enteredAt: at })
            .execute();
        }
        return added?.id;
      });
    },

    /** "taken" where a neighbour has the name, "ring" where the new place lies in the branch itself. */
    async change(
      id: number,
      orgUnit: OrgUnitFields & { parentId: number | null },
    ): Promise<"changed" | "taken" | "ring"> {
      return inTree(async (trx) => {
        if (orgUnit.parentId !== null && (await isAbove(trx, id, orgUnit.parentId))) return "ring";
        const changed = await trx
          .updateTable("dept")
          .set(orgUnit)
          .where("id", "=", id)
          .where(({ not, exists }) => not(exists(sameName(trx, orgUnit.parentId, orgUnit.name, id))))
          .returning("id")
          .executeTakeFirst();
        return changed === undefined ? "taken" : "changed";
      });
    },

    /** Puts a department before one of its new neighbours, or behind them all; neighbours are numbered again. */
    async move(id: number, parentId: number, before: number | null): Promise<"changed" | "taken" | "ring"> {
      return inTree(async (trx) => {
        if (await isAbove(trx, id, parentId)) return "ring";
        const self = await trx
          .selectFrom("dept")
          .select("name")
          .where("id", "=", id)
          .executeTakeFirstOrThrow();
        if ((await sameName(trx, parentId, self.name, id).executeTakeFirst()) !== undefined) return "taken";
        const neighbours = await trx
          .selectFrom("dept")
          .select("id")
          .where("parentId", "=", parentId)
          .where("id", "<>", id)
          .orderBy("orderNum")
          .orderBy("id")
          .limit(5000)
          .execute();
        const order = neighbours.map((one) => one.id);
        const place = before === null ? -1 : order.indexOf(before);
        order.splice(place < 0 ? order.length : place, 0, id);
        await sql`update dept set order_num = given.place * 10, parent_id = ${parentId}
          from unnest(${order}::int[]) with ordinality as given(id, place) where dept.id = given.id`.execute(
          trx,
        );
        return "changed";
      });
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

    /** The unit of that name at the root of the tree; made, with an authorization, where there is none. */
    async ensureUnit(name: string, licence: FirstLicence): Promise<number> {
      const found = await db
        .selectFrom("dept")
        .select("id")
        .where("parentId", "is", null)
        .where("name", "=", name)
        .executeTakeFirst();
      return (
        found?.id ??
        (await this.add({ ...emptyFields, name, parentId: null }, licence)) ??
        this.ensureUnit(name, licence)
      );
    },
  };
}

const emptyFields: OrgUnitFields = {
  name: "",
  orderNum: 0,
  leader: "",
  phone: "",
  email: "",
  address: "",
  creditCode: "",
  remark: "",
  status: "0",
};

function sameName(trx: Db, parentId: number | null, name: string, except: number | null) {
  return trx
    .selectFrom("dept as neighbour")
    .select("neighbour.id")
    .where("neighbour.parentId", "is not distinct from", parentId)
    .where(sql<string>`lower(neighbour.name)`, "=", name.toLowerCase())
    .where(sql<boolean>`neighbour.id is distinct from ${except}::int`);
}

/** True where `id` is `other` or is above it. */
async function isAbove(trx: Db, id: number, other: number): Promise<boolean> {
  const found = await sql<{ found: boolean }>`
    with recursive up(id, parent_id) as (select id, parent_id from dept where id = ${other}
      union all select d.id, d.parent_id from dept d join up on d.id = up.parent_id)
    select exists (select 1 from up where id = ${id}) as found`.execute(trx);
  return found.rows[0]?.found === true;
}
