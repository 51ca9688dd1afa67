import { type Kysely, sql } from "kysely";

/**
 * Engineers saw the list of batches and could open none: their role lacked the page of a batch. New databases get it from the
 * menu; in others the entry exists already. Custom roles that have the list get it too.
 */
export const batchesForReadersOfQuality = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`insert into role_menu (role_id, menu_id)
      select held.role_id, batch.id from role_menu held join menu list on list.id = held.menu_id and list.built_in_key = 'quality'
      join menu batch on batch.built_in_key = 'batch'
      on conflict do nothing`.execute(db);
  },
};
