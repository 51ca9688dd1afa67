import { undertakings } from "@tracewater/contract/evidence/undertakings";
import { sql } from "kysely";
import { createResourceRows } from "../../../platform/resource/resource-rows.store.ts";
import type { Db } from "../../../platform/store/database.ts";

/** Off-site undertakings; what is out and what is overdue follows from the day in the server's zone. */
export function createUndertakingRows(db: Db, zone: string) {
  return createResourceRows(db, {
    resource: undertakings,
    order: ["beginsOn"],
    joined: sql`join dept on dept.id = box_undertaking.unit_id`,
    shown: {
      unitName: sql.ref("dept.name"),
      beginsOn: day("begins_on"),
      dueOn: day("due_on"),
      returnedOn: day("returned_on"),
      state: sql`case when box_undertaking.returned_on is not null then 'returned'
        when box_undertaking.due_on < (now() at time zone ${zone})::date then 'overdue' else 'out' end`,
    },
  });
}

const day = (column: string) => sql`to_char(${sql.ref(`box_undertaking.${column}`)}, 'YYYY-MM-DD')`;
