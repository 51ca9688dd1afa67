import { type Kysely, sql } from "kysely";

/** Who keeps an evidence box off-site until when, and the contracts by which somebody works with it. */
export const undertakingsAndAwards = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table box_undertaking (
     id int generated always as identity primary key,
     undertaking_no text not null unique,
     device_name text not null,
     unit_id int not null references dept(id),
     undertaker text not null,
     contact text not null default '',
     place text not null,
     purpose text not null,
     begins_on date not null,
     due_on date not null check (due_on >= begins_on),
     returned_on date check (returned_on >= begins_on),
     document_name text not null default '',
     document_hash text not null default '',
     remark text not null default '',
     created_at timestamptz not null default now())`,
  "create index box_undertaking_device on box_undertaking (device_name, begins_on)",
  "create index box_undertaking_unit on box_undertaking (unit_id, begins_on)",
  "create index box_undertaking_open on box_undertaking (due_on) where returned_on is null",
  `create table contract_award (
     id int generated always as identity primary key,
     contract_no text not null unique,
     device_name text not null,
     unit_id int not null references dept(id),
     awarded_by text not null,
     contractor text not null,
     subject text not null,
     amount double precision not null check (amount >= 0),
     currency text not null,
     begins_on date not null,
     ends_on date not null check (ends_on >= begins_on),
     document_name text not null default '',
     document_hash text not null default '',
     remark text not null default '',
     created_at timestamptz not null default now())`,
  "create index contract_award_device on contract_award (device_name, begins_on)",
  "create index contract_award_unit on contract_award (unit_id, begins_on)",
];
