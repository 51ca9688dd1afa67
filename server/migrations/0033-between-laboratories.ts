import { type Kysely, sql } from "kysely";

/** Results of samples that were at the laboratory of another unit (decision 0070); quality control from files. */
export const betweenLaboratories = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  "alter table assay add column lab_unit_id int references dept(id)",
  "create index assay_lab on assay (lab_unit_id, sampled_on desc, id desc) where lab_unit_id is not null",
  // Of the file that it came in with; null where it was entered by hand.
  "alter table control_result add column file_sha256 text",
];
