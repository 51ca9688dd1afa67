import { type Kysely, sql } from "kysely";

/** Positions are shared by all units: the shipped role of unit administrators reads them and changes none. */
export const sharedPositions = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`delete from role_menu rm using role r, menu m
      where r.id = rm.role_id and m.id = rm.menu_id and r.built_in and r.role_key = 'unitAdmin'
        and m.permission in ('system:post:add', 'system:post:edit', 'system:post:remove', 'system:post:import')`.execute(
      db,
    );
  },
};
