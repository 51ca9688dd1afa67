import { type Kysely, sql } from "kysely";

/** Photos of items and temperature curves of their legs: where their bytes lie, and the hash that the chain has too. */
export const filesOfItems = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table evidence_file (
     id int generated always as identity primary key,
     entrustment_id int not null references entrustment(id),
     item_id int not null references evidence_item(id),
     kind text not null check (kind in ('photo', 'curve')),
     name text not null,
     media_type text not null,
     bytes int not null,
     sha256 text not null,
     caption text not null default '',
     file text,
     content text,
     added_by text not null,
     added_at timestamptz not null,
     check ((file is null) <> (content is null)))`,
  // From when its present custodian answers for the temperature of what lies in a box.
  "alter table evidence_stay add column leg_since timestamptz",
  // The same picture twice of one item is one picture; two legs may well be as cold as each other.
  "create unique index evidence_file_photo on evidence_file (item_id, sha256) where kind = 'photo'",
  "create index evidence_file_item on evidence_file (item_id, id)",
  "create index evidence_file_entrustment on evidence_file (entrustment_id, id)",
  `create trigger written_once before update or delete on evidence_file
     for each row execute function refuse_change()`,
  `create trigger never_emptied before truncate on evidence_file
     for each statement execute function refuse_change()`,
];
