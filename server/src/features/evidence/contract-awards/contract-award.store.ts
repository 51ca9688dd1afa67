import { contractAwards } from "@tracewater/contract/evidence/contract-awards";
import { sql } from "kysely";
import { createResourceRows } from "../../../platform/resource/resource-rows.store.ts";
import type { Db } from "../../../platform/store/database.ts";

/** Contract awards; whether one is in force follows from the day in the server's zone. */
export function createContractAwardRows(db: Db, zone: string) {
  const today = sql`(now() at time zone ${zone})::date`;
  return createResourceRows(db, {
    resource: contractAwards,
    order: ["beginsOn"],
    joined: sql`join dept on dept.id = contract_award.unit_id`,
    shown: {
      unitName: sql.ref("dept.name"),
      beginsOn: day("begins_on"),
      endsOn: day("ends_on"),
      state: sql`case when contract_award.ends_on < ${today} then 'ended'
        when contract_award.begins_on > ${today} then 'upcoming' else 'running' end`,
    },
  });
}

const day = (column: string) => sql`to_char(${sql.ref(`contract_award.${column}`)}, 'YYYY-MM-DD')`;
