import { inScope, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";

export function createDeptStore(db: Db) {
  return {
    async list(scope: Scope) {
      return db
        .selectFrom("dept")
        .select(["id", "parentId", "name", "orderNum", "status"])
        .where(inScope(scope, "dept.id"))
        .orderBy("orderNum")
        .orderBy("id")
        .limit(5000)
        .execute();
    },

    async find(scope: Scope, id: number) {
      return db
        .selectFrom("dept")
        .select(["id", "name", "status"])
        .where("id", "=", id)
        .where(inScope(scope, "dept.id"))
        .executeTakeFirst();
    },

    /** The unit of that name at the root of the tree, made where there is none. */
    async ensureUnit(name: string): Promise<number> {
      const found = await db
        .selectFrom("dept")
        .select("id")
        .where("parentId", "is", null)
        .where("name", "=", name)
        .executeTakeFirst();
      if (found !== undefined) return found.id;
      const added = await db
        .insertInto("dept")
        .values({ parentId: null, name })
        .returning("id")
        .executeTakeFirstOrThrow();
      return added.id;
    },
  };
}
