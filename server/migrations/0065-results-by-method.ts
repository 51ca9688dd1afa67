import { type Kysely, sql } from "kysely";

/** The newest result of each analyte by a method: its limits are offered with the next results. */
export const resultsByMethod = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(
        "create index assay_method on assay (method, method_version, analyte, id desc) where method <> '' and loq is not null",
      )
      .execute(db);
  },
};
