/** The shape of the tree of units: whatever changes it holds one lock, so that it stays a tree. */
import { sql, type Transaction } from "kysely";
import type { Db } from "../../../platform/store/database.ts";
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

/** One number for the lock under which the tree's shape is changed. */
const treeLock = 7_402_001;

export function createOrgTree(db: Db) {
  const inTree = <T>(work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> =>
    db.transaction().execute(async (trx) => {
      // Two branches moved at once under each other would make a ring.
      await sql`select pg_advisory_xact_lock(${treeLock})`.execute(trx);
      return work(trx);
    });

  return {
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
