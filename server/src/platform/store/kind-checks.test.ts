import { sql } from "kysely";
import { pino } from "pino";
import { expect, test } from "vitest";
import { onPlatform } from "../../../test/test-platform.ts";
import { openDatabase } from "./database.ts";
import { ensureKindChecks, kindColumns, readKinds } from "./kind-checks.ts";

const log = pino({ level: "silent" });

onPlatform("The kinds that the contract declares", (platform) => {
  test.each(kindColumns.map((one) => [one.table, one.column, one.kinds] as const))(
    "are the ones that %s.%s takes",
    async (table, column, kinds) => {
      expect((await readKinds(platform.db, table, column)).sort()).toEqual([...kinds].sort());
    },
  );

  test("are added by two starters at once where an earlier version's check lacks them, and none is removed", async () => {
    const starters = [openDatabase(platform.owner, log, 1), openDatabase(platform.owner, log, 1)] as const;
    const add = () =>
      sql`insert into bottle (body_code, unit_id, state) values ('KIND-1', ${unitId}, 'filled')`.execute(
        platform.db,
      );
    const unitId = await platform.unit();
    try {
      await sql`alter table bottle drop constraint bottle_state_check,
        add constraint bottle_state_check check (state in ('new', 'lent'))`.execute(starters[0].db);
      await expect(add()).rejects.toThrow("bottle_state_check");
      await Promise.all(starters.map(({ db }) => ensureKindChecks(db, log)));
      await add();
      const kinds = await readKinds(platform.db, "bottle", "state");
      expect(kinds).toContain("lent");
      expect(new Set(kinds).size).toBe(kinds.length);
    } finally {
      for (const starter of starters) await starter.close();
    }
  });
});
