import { type Kysely, sql } from "kysely";

/** The home page counts the items whose destruction waits for its approval: few of all that were ever registered. */
export const destructionsToApprove = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create index evidence_item_disposal on evidence_item (unit_id, id desc)
      where destroy_asked_by is not null and state not in ('returned', 'destroyed', 'lost')`.execute(db);
  },
};
