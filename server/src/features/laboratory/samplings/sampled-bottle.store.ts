import { sql } from "kysely";
import type { Db, Trx } from "../../../platform/store/database.ts";

/** Bottles and the samples that they hold now. */
export function createSampledBottleStore(db: Db) {
  return {
    /** The sample that a bottle holds now. */
    async findHeld(bottleId: number): Promise<string | undefined> {
      const found = await sql<{ sampleNo: string }>`
        select sample_no from water_sampling where bottle_id = ${bottleId}
          and state in ('taken', 'sealed', 'inTransit', 'received', 'opened', 'reserve')`.execute(db);
      return found.rows[0]?.sampleNo;
    },

    /** The samples that these bottles hold. */
    async listInBottles(trx: Trx, bottleIds: readonly number[]): Promise<number[]> {
      const found = await sql<{ id: number }>`
        select id from water_sampling where bottle_id = any(${[...bottleIds]}::int[])
          and state in ('taken', 'sealed', 'inTransit', 'received', 'opened', 'reserve')
        order by id limit ${bottleIds.length}`.execute(trx);
      return found.rows.map((row) => row.id);
    },

    /** Those of these bottles that hold a sample. */
    async listHolding(bottleIds: readonly number[]): Promise<number[]> {
      const found = await sql<{ bottleId: number }>`
        select bottle_id from water_sampling where bottle_id = any(${[...bottleIds]}::int[])
          and state in ('taken', 'sealed', 'inTransit', 'received', 'opened', 'reserve')
        limit ${bottleIds.length}`.execute(db);
      return found.rows.map((row) => row.bottleId);
    },
  };
}
