import { sql } from "kysely";
import type { Db } from "../../../platform/store/database.ts";

export type SetUpStore = ReturnType<typeof createSetUpStore>;

/** The first administrator, and the code with which they are made. */
export function createSetUpStore(db: Db) {
  return {
    async hasAdministrator(): Promise<boolean> {
      const found = await db
        .selectFrom("userRole")
        .innerJoin("role", "role.id", "userRole.roleId")
        .select("userRole.userId")
        .where("role.roleKey", "=", "admin")
        .limit(1)
        .executeTakeFirst();
      return found !== undefined;
    },

    /** Makes the first administrator; false where there is one already (two at once included). */
    async addFirstAdministrator(user: { userName: string; passwordHash: string }): Promise<number | null> {
      return db.transaction().execute(async (trx) => {
        const role = await trx
          .selectFrom("role")
          .select("id")
          .where("roleKey", "=", "admin")
          .forUpdate()
          .executeTakeFirstOrThrow();
        const taken = await trx
          .selectFrom("userRole")
          .select("userId")
          .where("roleId", "=", role.id)
          .limit(1)
          .execute();
        if (taken.length > 0) return null;
        const { id } = await trx
          .insertInto("sysUser")
          .values({
            userName: user.userName,
            nickName: user.userName,
            passwordHash: user.passwordHash,
            deptId: null,
          })
          .returning("id")
          .executeTakeFirstOrThrow();
        await trx.insertInto("userRole").values({ userId: id, roleId: role.id }).execute();
        await trx.deleteFrom("setting").where("key", "=", "setupCode").execute();
        return id;
      });
    },

    async saveSetupCode(codeHash: string): Promise<void> {
      const value = sql`${JSON.stringify(codeHash)}::jsonb`;
      await db
        .insertInto("setting")
        .values({ key: "setupCode", value })
        .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
        .execute();
    },

    async findSetupCode(): Promise<string | null> {
      const found = await db
        .selectFrom("setting")
        .select("value")
        .where("key", "=", "setupCode")
        .executeTakeFirst();
      return typeof found?.value === "string" ? found.value : null;
    },
  };
}
