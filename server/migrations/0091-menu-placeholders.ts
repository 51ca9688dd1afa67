import { type Kysely, sql } from "kysely";

/** Every page of the menu is there now: entries that said so of pages to come go, with their grants. */
export const menuPlaceholders = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  "delete from menu where built_in_key is not null and component = 'system/blank/not-yet'",
  "delete from menu where built_in_key = 'later' and not exists (select from menu m where m.parent_id = menu.id)",
];
