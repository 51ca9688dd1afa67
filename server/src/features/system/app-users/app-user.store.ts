import type { AppUser } from "@tracewater/contract/system/app-users";
import { type RawBuilder, sql } from "kysely";
import type { Caller } from "../../../platform/caller.ts";
import { inScope, type Scope } from "../../../platform/scope.ts";
import { containing } from "../../../platform/store/contains.ts";
import type { Db } from "../../../platform/store/database.ts";
import { belowUnit, isUserBeyond } from "../grants.store.ts";

export type AppUserQuery = {
  keyword?: string | undefined;
  status?: "0" | "1" | undefined;
  /** With all that is below it. */
  deptId?: number | undefined;
};

export type DeviceRow = {
  deviceId: number;
  name: string;
  agent: string;
  address: string;
  firstAt: number;
  lastAt: number;
};

export type LogInRow = {
  infoId: number;
  at: number;
  kind: "logIn" | "logOut";
  ok: boolean;
  reason: string;
  address: string;
  agent: string;
};

export type ActionRow = { operId: number; address: string; code: number; record: string };

const ms = (column: string) => sql`floor(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;
const maxCounted = 10_000;

/** Reads APP users; all of it within the scope of who asks. */
export function createAppUserStore(db: Db) {
  return {
    async count(scope: Scope, query: AppUserQuery): Promise<number> {
      const found = await sql<{ count: number }>`
        select count(*)::int as count from sys_user u where ${matching(scope, query)}`.execute(db);
      return found.rows[0]?.count ?? 0;
    },

    async list(
      caller: Caller,
      query: AppUserQuery,
      page: { limit: number; offset: number },
    ): Promise<AppUser[]> {
      const which = sql`where ${matching(caller.scope, query)} order by u.id desc
        limit ${page.limit}::int offset ${page.offset}::int`;
      return readRows(db, caller, which);
    },

    /** By falling number, for an export. */
    async listBefore(
      caller: Caller,
      query: AppUserQuery,
      beforeId: number,
      limit: number,
    ): Promise<AppUser[]> {
      const which = sql`where ${matching(caller.scope, query)} and u.id < ${beforeId}
        order by u.id desc limit ${limit}::int`;
      return readRows(db, caller, which);
    },

    async find(caller: Caller, id: number): Promise<AppUser | undefined> {
      const [found] = await readRows(db, caller, sql`where ${matching(caller.scope, {})} and u.id = ${id}`);
      return found;
    },

    /** The first of both that another APP user has; null where nobody has either. */
    async findTaken(
      given: { phonenumber: string; email: string },
      exceptId: number | null,
    ): Promise<"phonenumber" | "email" | null> {
      const found = await sql<{ field: "phonenumber" | "email" }>`
        select case when phonenumber <> '' and phonenumber = ${given.phonenumber} then 'phonenumber' else 'email' end as field
        from sys_user where app_user and deleted_at is null and id is distinct from ${exceptId}::int
          and ((phonenumber <> '' and phonenumber = ${given.phonenumber})
            or (email <> '' and lower(email) = ${given.email})) limit 1`.execute(db);
      return found.rows[0]?.field ?? null;
    },

    async listDevices(userId: number): Promise<DeviceRow[]> {
      const found = await sql<DeviceRow>`
        select id::float8 as device_id, name, agent, address, ${ms("first_at")} as first_at, ${ms("last_at")} as last_at
        from app_device where user_id = ${userId} order by app_device.last_at desc limit 50`.execute(db);
      return found.rows;
    },

    async listLogIns(userId: number): Promise<LogInRow[]> {
      const found = await sql<LogInRow>`
        select id::float8 as info_id, ${ms("at")} as at, kind, ok, reason, address, agent
        from login_log where user_id = ${userId} order by id desc limit 50`.execute(db);
      return found.rows;
    },

    async listActions(userName: string, page: { limit: number; offset: number }): Promise<ActionRow[]> {
      const found = await sql<ActionRow>`
        select l.seq::float8 as oper_id, l.address, l.code, l.record from (
          select seq from audit_log where user_name = ${userName}
          order by seq desc limit ${page.limit}::int offset ${page.offset}::int) found
        join audit_log l using (seq) order by l.seq desc`.execute(db);
      return found.rows;
    },

    async countActions(userName: string): Promise<number> {
      const found = await sql<{ count: number }>`
        select count(*)::int as count from (select 1 from audit_log where user_name = ${userName}
          limit ${maxCounted}::int) found`.execute(db);
      return found.rows[0]?.count ?? 0;
    },
  };
}

function matching(scope: Scope, query: AppUserQuery): RawBuilder<boolean> {
  const parts = [sql<boolean>`u.app_user and u.deleted_at is null`, inScope(scope, "u.dept_id", "u.id")];
  if (query.keyword !== undefined) {
    parts.push(sql`u.search_text like lower(${containing(query.keyword)}::text)`);
  }
  if (query.status !== undefined) parts.push(sql`u.status = ${query.status}`);
  if (query.deptId !== undefined) parts.push(sql`u.dept_id in ${belowUnit(sql`${query.deptId}`)}`);
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

async function readRows(db: Db, caller: Caller, which: RawBuilder<unknown>): Promise<AppUser[]> {
  const found = await sql<AppUser>`
    with page as materialized (select u.id from sys_user u ${which})
    select u.id as user_id, u.user_name, u.nick_name, u.phonenumber, u.email, u.dept_id,
      coalesce(d.name, '') as dept_name,
      coalesce((select string_agg(r.name, ', ' order by r.role_sort, r.id) from user_role ur
        join role r on r.id = ur.role_id where ur.user_id = u.id), '') as role_names,
      u.remark, u.status, u.password_hash is not null as has_password, u.valid_until::text as valid_until,
      ${ms("u.created_at")} as created_at,
      (select count(*)::int from app_device a where a.user_id = u.id) as devices,
      (select ${ms("l.at")} from login_log l where l.user_id = u.id and l.ok and l.kind = 'logIn'
        order by l.id desc limit 1) as last_log_in_at,
      case when p.user_id is null then null else jsonb_build_object('latitude', p.latitude, 'longitude', p.longitude,
        'accuracy', p.accuracy, 'at', floor(extract(epoch from p.at) * 1000)) end as position,
      not ${isUserBeyond(caller, "u.id")} as changeable
    from page join sys_user u using (id) left join dept d on d.id = u.dept_id
      left join app_position p on p.user_id = u.id
    order by u.id desc`.execute(db);
  return found.rows;
}
