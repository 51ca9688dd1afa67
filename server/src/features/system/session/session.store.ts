import { confirmationMinutes } from "@tracewater/contract/system/session";
import type { RequiredFactor, SecondFactor, WayIn } from "@tracewater/contract/system/ways-in";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/store/database.ts";
import { plannedOnce } from "../../../platform/store/planned-once.ts";

export type SessionStore = ReturnType<typeof createSessionStore>;

/** Who may be meant by a user name. */
export type FoundUser = {
  id: number;
  userName: string;
  deptId: number | null;
  passwordHash: string | null;
  passwordUntil: Date | null;
  status: "0" | "1";
  /** Uses the APP alone. */
  appUser: boolean;
  /** Past their last day. */
  isOver: boolean;
  /** Some role of theirs forbids sessions without a cookie. */
  forbidsUnbound: boolean;
  /** Some role of theirs demands a passkey, and they have one. */
  needsPasskey: boolean;
};

/** What a session's token opens: the user, their roles with their data scope, and what they permit. */
export type SessionRow = {
  sessionId: string;
  cookieHash: Buffer | null;
  lastSeenAt: Date;
  /** Its user logged in a few minutes ago. */
  isConfirmed: boolean;
  /** What they confirmed since: names of calls. */
  confirmedActs: string[];
  factor: SecondFactor;
  requiredFactor: RequiredFactor;
  userId: number;
  userName: string;
  nickName: string;
  avatarUrl: string;
  deptId: number | null;
  deptName: string | null;
  /** The root above the user's department, and whether an authorization of it is in force. */
  enterpriseId: number | null;
  hasValidLicense: boolean;
  roles: string[];
  permissions: string[];
  /** Some role of their forbids sessions without a cookie. */
  forbidsUnbound: boolean;
  /** They logged in with a one-time password and has not chosen their own yet. */
  mustChangePassword: boolean;
  /** The data scopes of the roles, and the units that `chosen`, `unit` and `unitAndBelow` come to. */
  dataScopes: string[];
  unitIds: number[];
};

export function createSessionStore(db: Db) {
  return {
    /** One statement for every request: the session, its user, roles, permissions and authorization as they are now. */
    async find(tokenHash: Buffer, today: string, idleMinutes: number): Promise<SessionRow | null> {
      const own = sql`select id, cookie_hash, last_seen_at, user_id, confirmed_at, confirmed_acts, factor from session
        where token_hash = ${tokenHash} and expires_at > now()
        and (${idleMinutes}::int = 0 or last_seen_at > now() - make_interval(mins => ${idleMinutes}::int))`;
      return findHolder(db, "holder_of_session", own, today);
    },

    /** The same for a user without a session of their own: what an API key stands for. */
    async findAs(userId: number, today: string): Promise<SessionRow | null> {
      const own = sql`select 0::bigint as id, null::bytea as cookie_hash, now() as last_seen_at,
        ${userId}::int as user_id, null::timestamptz as confirmed_at, '{}'::jsonb as confirmed_acts,
        'passkey' as factor`;
      return findHolder(db, "holder_of_user", own, today);
    },

    async add(session: {
      tokenHash: Buffer;
      cookieHash: Buffer | null;
      userId: number;
      address: string;
      agent: string;
      expiresAt: Date;
      way: WayIn;
      factor: SecondFactor;
      ssoIssuer: string | null;
      ssoSubject: string | null;
      ssoSid: string | null;
      confirmedAt?: Date;
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

    async confirm(sessionId: string, act: string): Promise<void> {
      await sql`update session set confirmed_acts = confirmed_acts || jsonb_build_object(${act}::text, now()),
        last_seen_at = now() where id = ${sessionId}::bigint`.execute(db);
    },

    async strengthen(sessionId: string, factor: SecondFactor): Promise<void> {
      await sql`update session set factor = ${factor}
        where id = ${sessionId}::bigint and factor <> 'passkey'`.execute(db);
    },

    /** The session that ended with this, if there was one. */
    async remove(tokenHash: Buffer): Promise<{ id: string; way: WayIn; factor: SecondFactor } | undefined> {
      const removed = await sql<{ id: string; way: WayIn; factor: SecondFactor }>`
        delete from session where token_hash = ${tokenHash} returning id::text, way, factor`.execute(db);
      return removed.rows[0];
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

    findUser: (userName: string, today: string): Promise<FoundUser | undefined> =>
      findUser(db, sql`lower(u.user_name) = ${userName.toLowerCase()}`, today),

    findUserById: (id: number, today: string): Promise<FoundUser | undefined> =>
      findUser(db, sql`u.id = ${id}::int`, today),
  };
}

async function findUser(db: Db, which: RawBuilder<unknown>, today: string): Promise<FoundUser | undefined> {
  const found = await sql<FoundUser>`
    select u.id, u.user_name, u.dept_id, u.password_hash, u.password_until, u.status, u.app_user,
      coalesce(u.valid_until < ${today}::date, false) as is_over,
      coalesce(held.forbids, false) as forbids_unbound,
      coalesce(held.demands, false) and exists (select from passkey p where p.user_id = u.id) as needs_passkey
    from sys_user u, lateral (
      select bool_or(r.forbid_unbound) as forbids, bool_or(r.required_factor = 'passkey') as demands
      from user_role ur join role r on r.id = ur.role_id and r.status = '0' where ur.user_id = u.id) held
    where u.deleted_at is null and ${which} limit 1`.execute(db);
  return found.rows[0];
}

/** Who holds this session, as their roles, permissions and authorization are now. */
async function findHolder(
  db: Db,
  name: string,
  session: RawBuilder<unknown>,
  today: string,
): Promise<SessionRow | null> {
  const found = await sql<SessionRow>`${plannedOnce(name)}
        with recursive s as (${session}), held as (
          select r.id, r.role_key, r.data_scope, r.forbid_unbound, r.required_factor, ur.user_id from user_role ur
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
        select s.id as session_id, s.cookie_hash, s.last_seen_at, s.factor,
               coalesce(s.confirmed_at > now() - make_interval(mins => ${confirmationMinutes}::int), false) as is_confirmed,
               coalesce((select jsonb_agg(a.key) from jsonb_each_text(s.confirmed_acts) a
                 where a.value::timestamptz > now() - make_interval(mins => ${confirmationMinutes}::int)), '[]') as confirmed_acts,
               coalesce((select case when bool_or(required_factor = 'passkey') then 'passkey'
                 when bool_or(required_factor = 'any') then 'any' end from held), 'none') as required_factor,
               u.id as user_id, u.user_name, u.nick_name,
               u.avatar_url, u.dept_id, d.name as dept_name, u.password_until is not null as must_change_password,
               coalesce((select bool_or(forbid_unbound) from held), false) as forbids_unbound, enterprise.id as enterprise_id,
               coalesce(enterprise.status = '0', false) and exists (select from licence l where l.unit_id = enterprise.id and l.entered_at is not null
                 and l.withdrawn_at is null and ${today}::date between l.valid_from and l.valid_until) as has_valid_license,
               coalesce((select jsonb_agg(role_key order by role_key) from held), '[]') as roles,
               coalesce((select jsonb_agg(distinct data_scope) from held), '[]') as data_scopes,
               coalesce((select jsonb_agg(distinct id) from (select id from reach union
                 select rd.dept_id from role_dept rd join held h on h.id = rd.role_id and h.data_scope = 'chosen'
               ) units), '[]') as unit_ids,
               coalesce((select jsonb_agg(distinct m.permission) from held h
                 join role_menu rm on rm.role_id = h.id join menu m on m.id = rm.menu_id and m.status = '0'
                 where m.permission is not null), '[]') as permissions
        from s join sys_user u on u.id = s.user_id and u.status = '0' and u.deleted_at is null
          and (u.valid_until is null or u.valid_until >= ${today}::date)
        left join dept d on d.id = u.dept_id
        left join up enterprise on enterprise.parent_id is null`.execute(db);
  return found.rows[0] ?? null;
}
