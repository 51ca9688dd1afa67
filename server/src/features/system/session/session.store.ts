import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/store/database.ts";

export type SessionStore = ReturnType<typeof createSessionStore>;

/** Who may be meant by a user name. */
export type FoundUser = NonNullable<Awaited<ReturnType<SessionStore["findUser"]>>>;

/** What a session's token opens: the user, his roles with their data scope, and what they permit. */
export type SessionRow = {
  sessionId: string;
  cookieHash: Buffer | null;
  lastSeenAt: Date;
  userId: number;
  userName: string;
  nickName: string;
  avatarUrl: string;
  deptId: number | null;
  deptName: string | null;
  /** The root above the user's department, and whether an authorization of it is in force. */
  enterpriseId: number | null;
  isAuthorized: boolean;
  roles: string[];
  permissions: string[];
  /** Some role of his forbids sessions without a cookie. */
  forbidsUnbound: boolean;
  /** He logged in with a one-time password and has not chosen his own yet. */
  mustChangePassword: boolean;
  /** The data scopes of the roles, and the units that `chosen`, `unit` and `unitAndBelow` come to. */
  dataScopes: string[];
  unitIds: number[];
};

export function createSessionStore(db: Db) {
  return {
    /** One statement for every request: the session, its user, roles, permissions and authorization as they are now. */
    async find(tokenHash: Buffer, today: string): Promise<SessionRow | null> {
      const own = sql`select id, cookie_hash, last_seen_at, user_id from session
        where token_hash = ${tokenHash} and expires_at > now()`;
      return findHolder(db, own, today);
    },

    /** The same for a user without a session of his own: what an API key stands for. */
    async findAs(userId: number, today: string): Promise<SessionRow | null> {
      const own = sql`select 0::bigint as id, null::bytea as cookie_hash, now() as last_seen_at, ${userId}::int as user_id`;
      return findHolder(db, own, today);
    },

    async add(session: {
      tokenHash: Buffer;
      cookieHash: Buffer | null;
      userId: number;
      address: string;
      agent: string;
      expiresAt: Date;
    }): Promise<void> {
      await db.insertInto("session").values(session).execute();
    },

    async touch(sessionId: string): Promise<void> {
      await db
        .updateTable("session")
        .set({ lastSeenAt: sql<Date>`now()` })
        .where("id", "=", sessionId)
        .execute();
    },

    /** The id of the session that ended with this, if there was one. */
    async remove(tokenHash: Buffer): Promise<string | undefined> {
      const removed = await db
        .deleteFrom("session")
        .where("tokenHash", "=", tokenHash)
        .returning("id")
        .executeTakeFirst();
      return removed?.id;
    },

    /** The sessions of these users end, except for one; gives their ids. */
    async removeOf(userIds: readonly number[], exceptId: string | null): Promise<string[]> {
      const removed = await sql<{ id: string }>`
        delete from session where user_id = any(${[...userIds]}::int[])
        and (${exceptId}::bigint is null or id <> ${exceptId}::bigint) returning id::text`.execute(db);
      return removed.rows.map((one) => one.id);
    },

    async removeThese(ids: readonly string[]): Promise<string[]> {
      const removed = await sql<{ id: string }>`
        delete from session where id = any(${[...ids]}::bigint[]) returning id::text`.execute(db);
      return removed.rows.map((one) => one.id);
    },

    async findPassword(userId: number): Promise<string | null> {
      const found = await db
        .selectFrom("sysUser")
        .select("passwordHash")
        .where("id", "=", userId)
        .executeTakeFirst();
      return found?.passwordHash ?? null;
    },

    async findUser(userName: string) {
      return db
        .selectFrom("sysUser")
        .select(["id", "userName", "deptId", "passwordHash", "passwordUntil", "status"])
        .select((eb) =>
          eb
            .exists(
              eb
                .selectFrom("userRole")
                .innerJoin("role", "role.id", "userRole.roleId")
                .select("role.id")
                .whereRef("userRole.userId", "=", "sysUser.id")
                .where("role.status", "=", "0")
                .where("role.forbidUnbound", "=", true),
            )
            .as("forbidsUnbound"),
        )
        .where("deletedAt", "is", null)
        .where(sql<string>`lower(user_name)`, "=", userName.toLowerCase())
        .executeTakeFirst();
    },

    async addCaptcha(captcha: { uuid: string; answer: string; expiresAt: Date }): Promise<void> {
      await db.deleteFrom("captcha").where("expiresAt", "<", sql<Date>`now()`).execute();
      await db.insertInto("captcha").values(captcha).execute();
    },

    /** Takes a captcha out of the store: it counts once, right or wrong. */
    async takeCaptcha(uuid: string): Promise<string | null> {
      const taken = await db
        .deleteFrom("captcha")
        .where("uuid", "=", uuid)
        .returning(["answer", sql<boolean>`expires_at > now()`.as("isFresh")])
        .executeTakeFirst();
      return taken?.isFresh === true ? taken.answer : null;
    },

    async findFailures(key: string): Promise<{ failures: number; lastAt: Date } | null> {
      const found = await db
        .selectFrom("loginFailure")
        .select(["failures", "lastAt"])
        .where("key", "=", key)
        .where("lastAt", ">", sql<Date>`now() - interval '1 hour'`)
        .executeTakeFirst();
      return found ?? null;
    },

    async countFailure(key: string): Promise<void> {
      await db
        .insertInto("loginFailure")
        .values({ key, failures: 1, lastAt: sql<Date>`now()` })
        .onConflict((conflict) =>
          conflict.column("key").doUpdateSet({
            failures: sql<number>`case when login_failure.last_at < now() - interval '1 hour' then 1
                                  else login_failure.failures + 1 end`,
            lastAt: sql<Date>`now()`,
          }),
        )
        .execute();
    },

    async forgetFailures(key: string): Promise<void> {
      await db.deleteFrom("loginFailure").where("key", "=", key).execute();
    },

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

/** Who holds this session, as his roles, permissions and authorization are now. */
async function findHolder(db: Db, session: RawBuilder<unknown>, today: string): Promise<SessionRow | null> {
  const found = await sql<SessionRow>`
        with recursive s as (${session}), held as (
          select r.id, r.role_key, r.data_scope, r.forbid_unbound, ur.user_id from user_role ur
          join role r on r.id = ur.role_id and r.status = '0'
          join s on s.user_id = ur.user_id
        ), reach(id, deeper) as (
          select u.dept_id, bool_or(h.data_scope = 'unitAndBelow') from held h join sys_user u on u.id = h.user_id
          where h.data_scope in ('unit', 'unitAndBelow') and u.dept_id is not null group by u.dept_id
          union all select d.id, true from dept d join reach on reach.id = d.parent_id and reach.deeper
        ), up(id, parent_id, status) as (
          select d.id, d.parent_id, d.status from s join sys_user u on u.id = s.user_id join dept d on d.id = u.dept_id
          union all select d.id, d.parent_id, d.status from dept d join up on d.id = up.parent_id
        )
        select s.id as session_id, s.cookie_hash, s.last_seen_at, u.id as user_id, u.user_name, u.nick_name,
               u.avatar_url, u.dept_id, d.name as dept_name, u.password_until is not null as must_change_password,
               coalesce((select bool_or(forbid_unbound) from held), false) as forbids_unbound,
               u.avatar_url, u.dept_id, d.name as dept_name, enterprise.id as enterprise_id,
               coalesce(enterprise.status = '0', false) and exists (select from licence l where l.unit_id = enterprise.id and l.entered_at is not null
                 and l.withdrawn_at is null and ${today}::date between l.valid_from and l.valid_until) as is_authorized,
               coalesce((select jsonb_agg(role_key order by role_key) from held), '[]') as roles,
               coalesce((select jsonb_agg(distinct data_scope) from held), '[]') as data_scopes,
               coalesce((select jsonb_agg(distinct id) from (select id from reach union
                 select rd.dept_id from role_dept rd join held h on h.id = rd.role_id and h.data_scope = 'chosen'
               ) units), '[]') as unit_ids,
               coalesce((select jsonb_agg(distinct m.permission) from held h
                 join role_menu rm on rm.role_id = h.id join menu m on m.id = rm.menu_id and m.status = '0'
                 where m.permission is not null), '[]') as permissions
        from s join sys_user u on u.id = s.user_id and u.status = '0' and u.deleted_at is null
        left join dept d on d.id = u.dept_id
        left join up enterprise on enterprise.parent_id is null`.execute(db);
  return found.rows[0] ?? null;
}
