import { type Kysely, sql } from "kysely";

/** Who added a user, and when their row was changed last: lists of the family show both. */
export const ofUsers = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table sys_user add column created_by text not null default '', add column updated_at timestamptz`.execute(
      db,
    );
    await sql`create function note_user_change() returns trigger language plpgsql as $$
      begin new.updated_at = now(); return new; end $$`.execute(db);
    await sql`create trigger sys_user_noted before update of user_name, nick_name, dept_id, phonenumber, email, sex,
        remark, status, avatar_url on sys_user
      for each row execute function note_user_change()`.execute(db);
  },
};
