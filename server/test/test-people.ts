import { sql } from "kysely";
import { hashPassword } from "../src/features/system/session/password.model.ts";
import type { Db } from "../src/platform/store/database.ts";

/** People and units straight into the store: there are no calls for them yet. */
export type NewUser = { unitId?: number | null; roles?: readonly string[]; userName?: string };

const userPassword = "another long secret 2211";
const userPasswordHash = hashPassword(userPassword);
let users = 0;

export async function addUnit(db: Db, name: string, parentId: number | null = null): Promise<number> {
  const { id } = await db
    .insertInto("dept")
    .values({ name, parentId })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function addUser(db: Db, user: NewUser) {
  users += 1;
  const { userName = `user${users}`, unitId = null, roles = [] } = user;
  const { id } = await db
    .insertInto("sysUser")
    .values({ userName, nickName: userName, passwordHash: await userPasswordHash, deptId: unitId })
    .returning("id")
    .executeTakeFirstOrThrow();
  await sql`insert into user_role (user_id, role_id)
            select ${id}::int, id from role where role_key = any(${[...roles]}::text[])`.execute(db);
  return { id, userName, password: userPassword };
}
