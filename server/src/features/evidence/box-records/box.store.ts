import { sql } from "kysely";
import { inScope, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";

/** Evidence boxes, as far as their records have to know them. */
export function createBoxStore(db: Db) {
  return {
    /** The units of the boxes with these names, as far as they are in the scope. */
    async unitsOf(scope: Scope, names: readonly string[]): Promise<Map<string, number>> {
      const { rows } = await sql<{ deviceName: string; unitId: number }>`
        select d.device_name, d.unit_id from device d
          join product p on p.id = d.product_id and p.type_key = 'evidenceBox'
        where d.device_name = any(${[...new Set(names)]}::text[]) and ${inScope(scope, "d.unit_id")}
        limit ${names.length + 1}`.execute(db);
      return new Map(rows.map(({ deviceName, unitId }) => [deviceName, unitId]));
    },
  };
}
