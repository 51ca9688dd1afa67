import { type Kysely, sql } from "kysely";

/** Models of resources from which files are generated, with their fields in order. */
export const generatedModules = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table gen_table (
     id int generated always as identity primary key,
     table_name text not null unique,
     title_en text not null,
     title_zh text not null,
     area text not null,
     origin text not null check (origin in ('table', 'sheet', 'resource', 'empty')),
     -- All of the model but its fields.
     model jsonb not null,
     created_at timestamptz not null default now(),
     changed_at timestamptz not null default now(),
     changed_by text not null)`,
  `create table gen_column (
     table_id int not null references gen_table(id) on delete cascade,
     position int not null,
     name text not null,
     field jsonb not null,
     primary key (table_id, position),
     unique (table_id, name))`,
];
