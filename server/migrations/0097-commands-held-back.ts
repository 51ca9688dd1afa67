import { type Kysely, sql } from "kysely";

/** A command may be held back for some seconds, in which who sent it can cancel it. */
export const commandsHeldBack = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table command add column held_until timestamptz`.execute(db);
  },
};
