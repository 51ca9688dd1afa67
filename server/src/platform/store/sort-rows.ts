import { sql } from "kysely";
import type { Db } from "./database.ts";

/** The places that rows get among their neighbours. */
export type Sorting = readonly { id: number; orderNum: number }[];

/** Ids with the places that a call names for them, one after the other. */
export function toSorting(ids: readonly number[], places: readonly number[]): Sorting {
  return ids.map((id, at) => ({ id, orderNum: places[at] ?? 0 }));
}

/** One statement for all of them; rows that are gone are left out. */
export async function sortRows(db: Db, table: "menu" | "dept", order: Sorting): Promise<void> {
  await sql`update ${sql.table(table)} t set order_num = given.order_num
    from jsonb_to_recordset(${JSON.stringify(order.map(({ id, orderNum }) => ({ id, order_num: orderNum })))}::jsonb)
      as given(id int, order_num int)
    where t.id = given.id`.execute(db);
}
