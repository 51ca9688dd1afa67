import { type Kysely, sql } from "kysely";

/** Inventories by scan; what an inventory found is written once. */
export const inventoriesOfEvidence = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table evidence_inventory (
     id int generated always as identity primary key,
     inventory_no text not null unique,
     unit_id int not null references dept(id),
     place text not null,
     device_name text,
     expected int not null,
     found int not null,
     missing int not null,
     stray int not null,
     unknown int not null,
     result jsonb not null,
     made_by text not null,
     made_at timestamptz not null)`,
  "create index evidence_inventory_unit on evidence_inventory (unit_id, id desc)",
  `create trigger written_once before update or delete on evidence_inventory
     for each row execute function refuse_change()`,
  `create trigger never_emptied before truncate on evidence_inventory
     for each statement execute function refuse_change()`,
  `create index evidence_item_place on evidence_item (unit_id, place, id)
     where device_id is null and state not in ('returned', 'destroyed', 'lost')`,
  "create index evidence_item_device on evidence_item (device_id, id) where device_id is not null",
];
