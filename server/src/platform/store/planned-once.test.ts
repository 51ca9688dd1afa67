import { sql } from "kysely";
import { pino } from "pino";
import { expect, test } from "vitest";
import { onPlatform } from "../../../test/test-platform.ts";
import { type Db, openDatabase } from "./database.ts";
import { plannedOnce } from "./planned-once.ts";

onPlatform("A statement that is planned once", (platform) => {
  const divide = async (db: Db, by: number) => {
    const found = await sql<{
      found: number;
    }>`${plannedOnce("divide")} select 12 / ${by}::int as found`.execute(db);
    return found.rows[0]?.found;
  };
  const listPlanned = async (db: Db) =>
    (
      await sql`select name, (generic_plans + custom_plans)::int as runs from pg_prepared_statements`.execute(
        db,
      )
    ).rows;

  // The one that fails does so while it is planned.
  test("is kept by its connection, answers by its values each time, and works on after it failed", async () => {
    const { db, close } = openDatabase(platform.owner, pino({ level: "silent" }), 1);
    try {
      await expect(divide(db, 0)).rejects.toThrow("division by zero");
      expect([await divide(db, 3), await divide(db, 4)]).toEqual([4, 3]);
      await db.transaction().execute(async (trx) => expect(await divide(trx, 6)).toBe(2));
      await sql`select ${1}::int`.execute(db);
      expect(await listPlanned(db)).toEqual([{ name: "divide", runs: 3 }]);
    } finally {
      await close();
    }
  });
});
