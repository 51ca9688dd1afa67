import { type Kysely, sql } from "kysely";

/** The signed head of the custody chain that a report prints; null for reports of before, which print none. */
export const headsOnReports = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw("alter table point_report add column custody_head jsonb").execute(db);
  },
};
