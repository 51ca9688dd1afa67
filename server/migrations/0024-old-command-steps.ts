import { type Kysely, sql } from "kysely";

/** Steps of commands go by age: found by it without an index that grows with every one of them. */
export const oldCommandSteps = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw("create index command_step_time on command_step using brin (at)").execute(db);
  },
};
