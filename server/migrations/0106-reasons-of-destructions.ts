import { type Kysely, sql } from "kysely";

/** The queue of destructions shows since when one waits and on whose order it was requested. */
export const reasonsOfDestructions = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table evidence_item add column destroy_asked_at timestamptz,
      add column destroy_authority text not null default ''`.execute(db);
  },
};
