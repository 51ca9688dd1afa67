import { type Kysely, sql } from "kysely";

/** What makes pages and counts of 200,000 results cost as much as of 2,000; mappings of result files. */
export const laboratoryIndexes = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  "create index assay_bottle on assay (bottle_id, sampled_on)",
  "create index assay_state on assay (state, sampled_on desc, id desc)",
  "create index assay_analyte on assay (analyte, sampled_on desc, id desc)",
  "create index assay_flag on assay (flag, sampled_on desc, id desc)",
  "create index load_result_analyte on load_result (analyte, sampled_on desc, id desc) where in_force",
  // How the columns of an instrument's files are to be read. Without a unit it is of who reaches all of them.
  `create table assay_mapping (
     id int generated always as identity primary key,
     unit_id int references dept(id),
     name text not null,
     instrument text not null default '',
     mapping jsonb not null,
     changed_at timestamptz not null default now(),
     changed_by text not null)`,
  "create unique index assay_mapping_name on assay_mapping (coalesce(unit_id, 0), instrument, name)",
  // Which files were stored, by their SHA-256.
  `create table assay_import (
     id int generated always as identity primary key,
     unit_id int references dept(id),
     sha256 text not null,
     file_name text not null,
     added int not null,
     left_out int not null,
     imported_at timestamptz not null default now(),
     imported_by text not null)`,
  "create index assay_import_file on assay_import (sha256, id desc)",
];
