import { type Kysely, sql } from "kysely";

/**
 * The Merkle trees of the custody chain, in tiles of 256 hashes: one over its rows, one over how many events each
 * thing has; the checkpoints that were signed of both; and the name under which they are signed.
 */
export const logOfTheCustodyChain = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  // How many rows and things the trees hold; locked by whoever extends them.
  `create table chain_tree (
     chain text primary key references chain_end(chain),
     size bigint not null default 0,
     things bigint not null default 0)`,
  "insert into chain_tree (chain) values ('custody')",
  `create table hash_tile (
     tree text not null,
     level smallint not null,
     idx bigint not null,
     hashes bytea not null,
     primary key (tree, level, idx))`,
  // The hashes are random bytes: compressing them costs time and saves nothing.
  "alter table hash_tile alter column hashes set storage external",
  `create table chain_thing (
     chain text not null references chain_end(chain),
     about text not null,
     idx bigint not null,
     events int not null,
     last_seq bigint not null,
     primary key (chain, about))`,
  `create table checkpoint (
     chain text not null references chain_end(chain),
     size bigint not null,
     key text not null,
     note text not null,
     made_at timestamptz not null default now(),
     primary key (chain, size, key))`,
  `create trigger written_once before update or delete on checkpoint
     for each row execute function refuse_change()`,
  `create trigger never_emptied before truncate on checkpoint
     for each statement execute function refuse_change()`,
  // An id of the installation, not its address: checkpoints go out to courts and witnesses.
  `insert into setting (key, value)
     values ('checkpoint.origin', to_jsonb('tracewater-' || replace(gen_random_uuid()::text, '-', '')))
     on conflict (key) do nothing`,
];
