import { type Kysely, sql } from "kysely";

/** Who takes no part in an entrustment, and on what ground (General Rules of Judicial Appraisal Procedure, article 20). */
export const recusals = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table entrustment_recusal (
     entrustment_id int not null references entrustment(id) on delete cascade,
     user_id int not null references sys_user(id),
     name text not null,
     ground text not null,
     decided_by text not null,
     decided_at timestamptz not null default now(),
     primary key (entrustment_id, user_id))`,
];
