import { type Kysely, sql } from "kysely";

/** The tokens of a time stamp authority (RFC 3161), each over the text of one checkpoint. */
export const timeStampsOfCheckpoints = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table checkpoint_stamp (
     chain text not null references chain_end(chain),
     size bigint not null,
     key text not null,
     text text not null,
     token bytea not null,
     stamped_at timestamptz not null,
     taken_at timestamptz not null default now(),
     primary key (chain, size, key))`,
  `create trigger written_once before update or delete on checkpoint_stamp
     for each row execute function refuse_change()`,
  `create trigger never_emptied before truncate on checkpoint_stamp
     for each statement execute function refuse_change()`,
  "create index checkpoint_made on checkpoint (chain, made_at)",
];
