import { type Kysely, sql } from "kysely";

/**
 * Engineers saw the list of batches and could open none: the page of a batch was left out of their role. New databases get it
 * from the menu; here the entry is there already. A role of one's own that has the list gets it too.
 */
export const batchesForReadersOfQuality = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`insert into role_menu (role_id, menu_id)
      select held.role_id, batch.id from role_menu held join menu list on list.id = held.menu_id and list.built_in_key = 'quality'
      join menu batch on batch.built_in_key = 'batch'
      on conflict do nothing`.execute(db);
  },
};
