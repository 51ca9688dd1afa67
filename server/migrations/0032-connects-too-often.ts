import { type Kysely, sql } from "kysely";

/** A device that was cut off for a breach and comes back too often is refused, and its log reports it. */
export const connectsTooOften = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table connect_attempt drop constraint connect_attempt_outcome_check,
      add constraint connect_attempt_outcome_check
        check (outcome in ('accepted', 'wrongSecret', 'disabled', 'wrongProduct', 'tooOften'))`.execute(db);
  },
};
