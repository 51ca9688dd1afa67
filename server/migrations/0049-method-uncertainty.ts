import { type Kysely, sql } from "kysely";

/** The uncertainty of a method, as its control charts showed it when it was put in force. */
export const methodUncertainty = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  // Percent, k = 1. Set again, never changed: the newest is in force.
  `create table method_uncertainty (
     id int generated always as identity primary key,
     unit_id int not null references dept(id),
     analyte text not null,
     method text not null,
     instrument text not null,
     within double precision not null check (within > 0),
     bias double precision not null check (bias >= 0),
     reference double precision not null check (reference >= 0),
     standard double precision not null check (standard > 0),
     reason text not null,
     set_at timestamptz not null default now(),
     set_by text not null)`,
  "create index method_uncertainty_in_force on method_uncertainty (unit_id, analyte, method, instrument, id desc)",
];
