import { type Kysely, sql } from "kysely";

/** Signed files of board lots: those that were issued or imported, and the keys of makers. */
export const boardLotFiles = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table board_lot_key (
     id int generated always as identity primary key,
     name text not null,
     public_key text not null unique,
     created_by text not null,
     created_at timestamptz not null default now())`,
  // The id of an issued file is the version that devices report. The same lots give the same file again.
  `create table board_lot_file (
     id int generated always as identity primary key,
     kind text not null check (kind in ('issued', 'imported')),
     digest text not null,
     sha256 text not null,
     content text not null,
     issuer text not null,
     key_id text not null,
     made_by text not null,
     made_at timestamptz not null default now(),
     unique (kind, digest))`,
];
