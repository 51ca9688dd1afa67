import { type Kysely, sql } from "kysely";

/** The few custody events in which another seal was read than recorded are found among all events. */
export const sealsThatDidNotMatch = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(
        `create index custody_event_seal_mismatch on custody_event (seq)
         where (record::jsonb #>> '{evidence,sealMatches}') = 'false'`,
      )
      .execute(db);
  },
};
