import { type Kysely, sql } from "kysely";

/** Versions of correction factors and doses: a row is never changed, because results name it. */
export const factors = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table analyte_factor (
     id int generated always as identity primary key,
     unit_id int references dept(id),
     analyte text not null,
     version int not null check (version > 0),
     excreted_fraction numeric check (excreted_fraction > 0 and excreted_fraction <= 1),
     factor numeric check (factor > 0),
     dose_mg numeric check (dose_mg > 0),
     source text not null,
     dose_source text not null,
     trust text not null check (trust in ('published', 'unverified', 'own')),
     reason text not null,
     created_at timestamptz not null default now(),
     created_by text not null)`,
  // What ships belongs to no unit.
  "create unique index analyte_factor_version on analyte_factor (coalesce(unit_id, 0), analyte, version)",
];
