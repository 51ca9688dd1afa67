import { type Unit, units } from "@tracewater/contract/system/units";
import type { DayClock } from "../../../platform/day-clock.ts";
import type { Serve } from "../../../platform/http/serve-call.ts";
import type { ResourceService } from "../../../platform/resource/resource-service.ts";
import { type ResourceParts, serveResource } from "../../../platform/resource/serve-resource.ts";
import { onUniqueViolation } from "../../../platform/store/constraint-errors.ts";
import type { Db } from "../../../platform/store/database.ts";
import { type OrgUnitService, requireWholeReach } from "../org-units/org-unit.service.ts";
import { createUnitStore, type UnitBody, type UnitQuery } from "./unit.store.ts";

type Options = { db: Db; orgUnits: OrgUnitService; clock: DayClock };

/** Enterprise units as a list with forms and files; the rules are those of the tree of departments. */
export function serveUnits(serve: Serve, options: Options, parts: ResourceParts): void {
  serveResource(serve, units, createUnitHandler(options), parts);
}

function createUnitHandler({ db, orgUnits, clock }: Options): ResourceService<Unit, UnitBody, UnitQuery> {
  const store = createUnitStore(db);
  return {
    count: store.count,
    list: (scope, query, page) => store.list(scope, query, page, clock.today()),
    listAfter: (scope, query, after, limit) => store.listAfter(scope, query, after, limit, clock.today()),
    find: (scope, id) => store.find(scope, id, clock.today()),
    add: (caller, { name, ...rest }) => orgUnits.add(caller, { ...rest, deptName: name, parentId: 0 }),
    async change(caller, deptId, { name, ...rest }): Promise<void> {
      await orgUnits.change(caller, { ...rest, deptId, deptName: name, parentId: 0 });
    },
    async remove(caller, ids): Promise<void> {
      await orgUnits.remove(caller, ids);
    },
    unitsByName: async () => new Map(),
    /** Files bring units for the whole platform, so only anyone who reaches all of it takes them in. */
    async storeRows(scope, rows, update) {
      requireWholeReach({ scope });
      const licence = orgUnits.firstLicence(null);
      const stored = await onUniqueViolation(store.storeRows(rows, update, licence), () => null);
      if (stored !== null) return stored;
      // A credit code is taken somewhere among them: one by one, so that it costs its own row alone.
      const one = new Map<string, "added" | "updated">();
      for (const row of rows) {
        const ending = await onUniqueViolation(store.storeRows([row], update, licence), () => null);
        for (const [name, how] of ending ?? []) one.set(name, how);
      }
      return one;
    },
  };
}
