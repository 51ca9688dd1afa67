import { badField } from "../../../platform/failure.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import { createDeptStore } from "./dept.store.ts";

export type DeptService = ReturnType<typeof createDeptService>;

/** Enterprise units and their departments: one tree, its roots being the units. */
export function createDeptService(options: { db: Db }) {
  const store = createDeptStore(options.db);
  return {
    list: store.list,
    ensureUnit: store.ensureUnit,
    /** Throws where the unit is outside the scope, with the same words as for one that does not exist. */
    async require(scope: Scope, id: number, field: string): Promise<{ id: number; name: string }> {
      const found = await store.find(scope, id);
      if (found === undefined) throw badField(field, { en: "there is no such unit", zh: "单位不存在" });
      return found;
    },
  };
}
