import { type RawBuilder, sql } from "kysely";
import type { Db } from "../src/platform/store/database.ts";
import { eventually } from "./eventually.ts";

/** Begins work while a lock is held, and lets go of it once so many statements wait; gives what came of the work. */
export async function behindLock<T>(
  db: Db,
  lock: RawBuilder<unknown>,
  waiting: number,
  begin: () => Promise<T>,
): Promise<T> {
  const { work } = await db.transaction().execute(async (trx) => {
    await lock.execute(trx);
    const work = begin();
    // Where it fails before the lock is gone, its failure is that of the caller all the same.
    work.catch(() => undefined);
    await untilWaiting(db, waiting);
    return { work };
  });
  return work;
}

/** Until so many statements of this database wait for a lock. */
export async function untilWaiting(db: Db, count: number): Promise<void> {
  await eventually(async () => {
    const found = await sql<{ count: number }>`select count(*)::int as count from pg_locks l
      join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()`.execute(db);
    return found.rows[0]?.count;
  }).toBe(count);
}
