import { type Unit, units } from "@tracewater/contract/system/units";
import type { DayClock } from "../../../platform/day-clock.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { ResourceDoor } from "../../../platform/resource/resource-door.ts";
import { type ResourceParts, serveResource } from "../../../platform/resource/serve-resource.ts";
import type { Db } from "../../../platform/store/database.ts";
import { onTaken } from "../../../platform/store/taken.ts";
import { type DeptService, requireWholeReach } from "../dept/dept.service.ts";
import { createUnitStore, type UnitBody, type UnitQuery } from "./unit.store.ts";

type Options = { db: Db; depts: DeptService; clock: DayClock };

/** Enterprise units as a list with forms and files; the rules are those of the tree of departments. */
export function serveUnits(serve: Serve, options: Options, parts: ResourceParts): void {
  serveResource(serve, units, createUnitDoor(options), parts);
}

function createUnitDoor({ db, depts, clock }: Options): ResourceDoor<Unit, UnitBody, UnitQuery> {
  const store = createUnitStore(db);
  return {
    count: store.count,
    list: (scope, query, page) => store.list(scope, query, page, clock.today()),
    listAfter: (scope, query, after, limit) => store.listAfter(scope, query, after, limit, clock.today()),
    find: (scope, id) => store.find(scope, id, clock.today()),
    add: (caller, { name, ...rest }) => depts.add(caller, { ...rest, deptName: name, parentId: 0 }),
    async change(caller, deptId, { name, ...rest }): Promise<void> {
      await depts.change(caller, { ...rest, deptId, deptName: name, parentId: 0 });
    },
    async remove(caller, ids): Promise<void> {
      await depts.remove(caller, ids);
    },
    unitsByName: async () => new Map(),
    /** Files bring units for the whole platform, so only whoever reaches all of it takes them in. */
    async storeRows(scope, rows, update) {
      requireWholeReach({ scope });
      const licence = depts.firstLicence(null);
      const stored = await onTaken(store.storeRows(rows, update, licence), () => null);
      if (stored !== null) return stored;
      // A credit code is taken somewhere among them: one by one, so that it costs its own row alone.
      const one = new Map<string, "added" | "updated">();
      for (const row of rows) {
        const ending = await onTaken(store.storeRows([row], update, licence), () => null);
        for (const [name, how] of ending ?? []) one.set(name, how);
      }
      return one;
    },
  };
}
