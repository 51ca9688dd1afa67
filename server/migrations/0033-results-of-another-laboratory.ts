import { type Kysely, sql } from "kysely";

/** A result of a sample that was at the laboratory of another unit is reached from both (decision 70). */
export const resultsOfAnotherLaboratory = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table assay add column lab_unit_id int references dept(id)`.execute(db);
    await sql`create index assay_lab on assay (lab_unit_id, sampled_on desc, id desc)
      where lab_unit_id is not null`.execute(db);
  },
};
