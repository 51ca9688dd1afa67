import { type Kysely, sql } from "kysely";

/** The area that a unit answers for, with its inhabitants. */
export const areasOfUnits = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(
        `create table unit_area (
           unit_id int primary key references dept(id) on delete cascade,
           area jsonb not null,
           people int not null check (people > 0),
           square_km double precision not null,
           changed_at timestamptz not null default now(),
           changed_by text not null)`,
      )
      .execute(db);
  },
};
