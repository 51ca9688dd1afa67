import { sql } from "kysely";
import { z } from "zod";
import type { Db } from "../store/database.ts";

const lastCheck = z.object({
  checkedAt: z.number(),
  rows: z.number(),
  signedTo: z.number(),
  fault: z.object({ kind: z.string(), seq: z.number(), until: z.number().optional() }).nullable(),
});
type LastCheck = z.infer<typeof lastCheck>;

/** How the last check of one chain ended, so that a look at it need not check the whole again. */
export function createLastCheckStore(db: Db, key: string) {
  return {
    async saveCheck(check: LastCheck): Promise<void> {
      const value = sql`${JSON.stringify(check)}::jsonb`;
      await db
        .insertInto("setting")
        .values({ key, value })
        .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
        .execute();
    },

    async findCheck(): Promise<LastCheck | null> {
      const found = await db.selectFrom("setting").select("value").where("key", "=", key).executeTakeFirst();
      return found === undefined ? null : lastCheck.parse(found.value);
    },
  };
}
