import { sql } from "kysely";
import type { Db } from "../../platform/store/database.ts";

/** Departments to change, so many. */
export async function prepareRows(db: Db, count: number): Promise<number[]> {
  const made = await sql<{ id: number }>`
    insert into dept (name) select 'Measured ' || number from generate_series(1, ${count}::int) number returning id`.execute(
    db,
  );
  return made.rows.map((row) => row.id);
}

/** A changing statement as calls have it: one row by its key, committed. */
export async function touchRow(db: Db, id: number): Promise<void> {
  await sql`update dept set order_num = order_num + 1 where id = ${id}`.execute(db);
}
