import { sql } from "kysely";
import type { Db } from "../../../platform/store/database.ts";

/** Somebody who may choose a new password: a person with an account that is open and an address. */
export type ResetUser = { id: number; userName: string; email: string; deptId: number | null };

export function createResetStore(db: Db) {
  const open = (today: string) => sql`u.deleted_at is null and u.status = '0' and not u.service_account
    and u.email <> '' and (u.valid_until is null or u.valid_until >= ${today}::date)`;
  const columns = sql`u.id, u.user_name, u.email, u.dept_id`;

  return {
    /** By the user name, else by the address: several where accounts share one. */
    async findByAccount(account: string, today: string): Promise<ResetUser[]> {
      const name = account.toLowerCase();
      const found = await sql<ResetUser>`
        select ${columns} from sys_user u where ${open(today)}
          and (lower(u.user_name) = ${name} or lower(u.email) = ${name})
        order by lower(u.user_name) = ${name} desc, u.id limit 10`.execute(db);
      const [first] = found.rows;
      return first?.userName.toLowerCase() === name ? [first] : found.rows;
    },

    async find(id: number, today: string): Promise<ResetUser | undefined> {
      const found = await sql<ResetUser>`
        select ${columns} from sys_user u where u.id = ${id} and ${open(today)}`.execute(db);
      return found.rows[0];
    },

    /** A password of their own choice; what was counted of wrong ones goes. */
    async setPassword(id: number, passwordHash: string): Promise<void> {
      await sql`update sys_user set password_hash = ${passwordHash}, password_until = null where id = ${id}`.execute(
        db,
      );
    },
  };
}
