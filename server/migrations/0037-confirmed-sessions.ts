import { type Kysely, sql } from "kysely";

/** When a session's user last proved who they are; at first that is the log-in. */
export const confirmedSessions = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw("alter table session add column confirmed_at timestamptz not null default now()")
      .execute(db);
  },
};
