import type { UserBody } from "@tracewater/contract/system/users";
import { sql } from "kysely";
import type { Caller } from "../../../platform/caller.ts";
import { columnOf } from "../../../platform/resource/matching-rows.ts";
import { inScope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import { isUserBeyond } from "../grants.store.ts";

const fields = ["userName", "nickName", "deptId", "phonenumber", "email", "sex", "remark"] as const;

/**
 * Adds many users at once, without passwords. Those whose name is taken are left alone, or get the named fields where
 * the caller may change them; a unit's move is left to the form, where the roles that go with it are looked at.
 */
export async function storeUsers(
  db: Db,
  caller: Caller,
  users: readonly UserBody[],
  update: readonly string[] | null,
): Promise<Map<string, "added" | "updated">> {
  // Names are distinguished without regard to case: of two spellings in one file the first counts.
  const single = [
    ...new Map([...users].reverse().map((user) => [user.userName.toLowerCase(), user])).values(),
  ];
  const names = fields.map((name) => sql.ref(columnOf(name)));
  const sets = (update ?? [])
    .filter((name) => fields.some((one) => one === name) && name !== "deptId" && name !== "userName")
    .map((name) => sql`${sql.ref(columnOf(name))} = ${sql.ref(`excluded.${columnOf(name)}`)}`);
  const conflict =
    sets.length === 0
      ? sql`do nothing`
      : sql`do update set ${sql.join(sets)} where ${inScope(caller.scope, "sys_user.dept_id", "sys_user.id")}
          and sys_user.deleted_at is null and not ${isUserBeyond(caller, "sys_user.id")}`;
  const stored = await sql<{ user_name: string; added: boolean }>`
    insert into sys_user (${sql.join(names)}, created_by)
    select ${sql.join(names)}, ${caller.userName}::text from jsonb_populate_recordset(null::sys_user, ${toRecords(single)}::jsonb)
    on conflict (lower(user_name)) ${conflict} returning user_name, xmax = 0 as added`.execute(
    db.withoutPlugins(),
  );
  const endings = new Map(
    stored.rows.map((row) => [
      row.user_name.toLowerCase(),
      row.added ? ("added" as const) : ("updated" as const),
    ]),
  );
  // The file's own spelling is asked for.
  return new Map(
    single.flatMap(({ userName }) => {
      const ending = endings.get(userName.toLowerCase());
      return ending === undefined ? [] : [[userName, ending] as const];
    }),
  );
}

/** Which of these names are there already, in small letters. */
export async function findTaken(db: Db, users: readonly UserBody[]): Promise<Set<string>> {
  const names = users.map((user) => user.userName.toLowerCase());
  const found = await sql<{ name: string }>`
    select lower(user_name) as name from sys_user where lower(user_name) = any(${names}::text[])`.execute(db);
  return new Set(found.rows.map((row) => row.name));
}

function toRecords(users: readonly UserBody[]): string {
  return JSON.stringify(
    users.map((user) => Object.fromEntries(fields.map((name) => [columnOf(name), user[name]]))),
  );
}
