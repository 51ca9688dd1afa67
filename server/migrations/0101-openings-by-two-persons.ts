import { type Kysely, sql } from "kysely";

/** An order to open an evidence box waits for its second person; both sign it, each in a session of their own. */
export const openingsByTwoPersons = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  // The person whose confirmation a command waits for; null once it may leave.
  "alter table command add column awaits_id int, add column awaits_name text",
  `create table box_opening (
     command_id bigint primary key references command(id) on delete cascade,
     first_id int not null,
     first_session text not null,
     first_signed jsonb not null,
     second_id int not null check (second_id <> first_id),
     second_session text check (second_session <> first_session),
     second_signed jsonb,
     confirmed_at timestamptz,
     check ((second_signed is null) = (confirmed_at is null)))`,
];
