import { sql } from "kysely";
import type { Db } from "../../../../platform/store/database.ts";

export function createSignOnOnlyStore(db: Db) {
  return {
    /** Administrators who may come in today by a passkey of this server; without one user, where one is named. */
    async countKeyHolders(today: string, without: number | null): Promise<number> {
      const found = await sql<{ count: number }>`
        select count(distinct u.id)::int as count from role r
        join user_role ur on ur.role_id = r.id
        join sys_user u on u.id = ur.user_id
        where r.role_key = 'admin' and u.status = '0' and u.deleted_at is null and not u.app_user
          and (u.valid_until is null or u.valid_until >= ${today}::date)
          and u.id is distinct from ${without}::int
          and exists (select from passkey p where p.user_id = u.id)`.execute(db);
      return found.rows[0]?.count ?? 0;
    },
  };
}
