import { sql } from "kysely";
import type { Db } from "../../../platform/store/database.ts";

export type ProfileRow = {
  userId: number;
  userName: string;
  nickName: string;
  deptName: string;
  phonenumber: string;
  email: string;
  sex: "0" | "1" | "2";
  avatar: string;
  createdAt: Date;
  roleGroup: string;
  postGroup: string;
  /** They may change others: their password has to be longer. */
  managesPeople: boolean;
};

export type OwnFields = {
  nickName?: string;
  phonenumber?: string;
  email?: string;
  sex?: string;
  avatarUrl?: string;
  passwordHash?: string;
  passwordUntil?: null;
};

/** One's own row. */
export function createProfileStore(db: Db) {
  return {
    async read(userId: number): Promise<ProfileRow> {
      const found = await sql<ProfileRow>`
        select u.id as user_id, u.user_name, u.nick_name, coalesce(d.name, '') as dept_name, u.phonenumber, u.email,
          u.sex, u.avatar_url as avatar, u.created_at,
          coalesce((select string_agg(r.name, ', ' order by r.role_sort, r.id) from user_role ur
            join role r on r.id = ur.role_id where ur.user_id = u.id), '') as role_group,
          coalesce((select string_agg(p.post_name, ', ' order by p.post_sort, p.id) from user_post up
            join post p on p.id = up.post_id where up.user_id = u.id), '') as post_group,
          exists (select 1 from user_role ur join role r on r.id = ur.role_id where ur.user_id = u.id
            and (r.role_key = 'admin' or exists (select 1 from role_menu rm join menu m on m.id = rm.menu_id
              where rm.role_id = r.id and m.permission = 'system:user:edit'))) as manages_people
        from sys_user u left join dept d on d.id = u.dept_id where u.id = ${userId}`.execute(db);
      const [row] = found.rows;
      if (row === undefined) throw new Error("a caller has no row");
      return row;
    },

    async change(userId: number, facts: OwnFields): Promise<void> {
      await db.updateTable("sysUser").set(facts).where("id", "=", userId).execute();
    },

    /** Whether somebody shows this portrait, or somebody other than this user. */
    async isShown(avatarUrl: string, exceptUserId = 0): Promise<boolean> {
      const found = await sql`select 1 from sys_user
        where avatar_url = ${avatarUrl} and id <> ${exceptUserId} and deleted_at is null limit 1`.execute(db);
      return found.rows.length > 0;
    },

    /** Those of some addresses that a user shows. */
    async listShown(addresses: readonly string[]): Promise<string[]> {
      const found = await sql<{ avatar: string }>`
        select distinct avatar_url as avatar from sys_user
        where avatar_url = any(${[...addresses]}::text[]) and deleted_at is null`.execute(db);
      return found.rows.map((row) => row.avatar);
    },
  };
}
