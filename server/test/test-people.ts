import { sql } from "kysely";
import { hashPassword } from "../src/features/system/password.model.ts";
import type { Db } from "../src/platform/store/database.ts";

/** People and units straight into the database: the calls for them have tests of their own, and cost an argon2 each. */
export type NewUser = {
  unitId?: number | null;
  roles?: readonly string[];
  userName?: string;
  serviceAccount?: boolean;
};

const userPassword = "another long secret 2211";
const userPasswordHash = hashPassword(userPassword);
let users = 0;

/** A unit, authorized for as long as any test's clock may run. */
export async function addUnit(db: Db, name: string, parentId: number | null = null): Promise<number> {
  const { id } = await db
    .insertInto("dept")
    .values({ name, parentId })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (parentId === null) {
    const days = { validFrom: "2000-01-01", validUntil: "2999-12-31" };
    const given = { issuedByName: "", issuedAt: new Date(), enteredAt: new Date() };
    await db
      .insertInto("licence")
      .values({ unitId: id, ...days, ...given })
      .execute();
  }
  return id;
}

export async function addUser(db: Db, user: NewUser) {
  users += 1;
  const { userName = `user${users}`, unitId = null, roles = [], serviceAccount = false } = user;
  const passwordHash = serviceAccount ? null : await userPasswordHash;
  const { id } = await db
    .insertInto("sysUser")
    .values({ userName, nickName: userName, passwordHash, deptId: unitId, serviceAccount })
    .returning("id")
    .executeTakeFirstOrThrow();
  await sql`insert into user_role (user_id, role_id)
            select ${id}::int, id from role where role_key = any(${[...roles]}::text[])`.execute(db);
  return { id, userName, password: userPassword };
}
