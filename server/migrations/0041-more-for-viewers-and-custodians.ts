import { type Kysely, sql } from "kysely";

/**
 * Viewers read loads and reports, custodians see the evidence boxes and order what these do. New databases get this
 * from the menu; here the entries are there already, and entries that are there are given to nobody by themselves.
 */
export const moreForViewersAndCustodians = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`insert into role_menu (role_id, menu_id)
      select r.id, m.id from role r join menu m on r.role_key = 'viewer'
        and m.built_in_key in ('loads', 'loads.query', 'reports', 'reports.query', 'report')
      where r.built_in
      union
      select r.id, m.id from role r join menu m on r.role_key = 'custodian'
        and (m.built_in_key in ('devices', 'evidenceBox', 'evidenceBox.query', 'evidenceBox.command', 'evidenceBox.device')
          or m.parent_id = (select id from menu where built_in_key = 'evidenceBox.device'))
      where r.built_in
      on conflict do nothing`.execute(db);
  },
};
