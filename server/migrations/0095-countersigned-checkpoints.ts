import { type Kysely, sql } from "kysely";

/** What witnesses countersigned: the line of each under a checkpoint. */
export const countersignedCheckpoints = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table checkpoint_cosignature (
     chain text not null references chain_end(chain),
     key text not null,
     witness text not null,
     size bigint not null,
     line text not null,
     taken_at timestamptz not null default now(),
     primary key (chain, key, witness, size))`,
  `create trigger written_once before update or delete on checkpoint_cosignature
     for each row execute function refuse_change()`,
  `create trigger never_emptied before truncate on checkpoint_cosignature
     for each statement execute function refuse_change()`,
];
