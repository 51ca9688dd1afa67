import { type Kysely, sql } from "kysely";

/** Results that a failure reported later calls in question, until a person decides on them. */
export const questionedResults = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  // `kind`: that of the check which failed. Times are those of the failure.
  `create table assay_doubt (
     id int generated always as identity primary key,
     assay_id int not null references assay(id) on delete cascade,
     kind text not null,
     origin text not null check (origin in ('detector', 'batch')),
     at timestamptz not null,
     figure double precision,
     raised_at timestamptz not null default now(),
     confirmed_by text,
     confirmed_at timestamptz,
     reason text not null default '',
     unique (assay_id, kind, at))`,
  "create index assay_doubt_open on assay_doubt (assay_id) where confirmed_at is null",
];
