import type { User, UserQuery } from "@tracewater/contract/system/users";
import { type RawBuilder, sql } from "kysely";
import type { Caller } from "../../../platform/caller.ts";
import { inScope, type Scope } from "../../../platform/scope.ts";
import { containing } from "../../../platform/store/contains.ts";
import type { Db } from "../../../platform/store/database.ts";
import { inSpan } from "../../../platform/store/search-span.ts";
import { belowUnit, isRoleBeyond, isRoleKnown, isUserBeyond } from "../grants.store.ts";

/** A user as the database has them; times are instants. */
export type UserRow = Omit<User, "createTime" | "loginDate" | "updateTime"> & {
  createdAt: Date;
  updatedAt: Date | null;
  lastSeenAt: Date | null;
};
export type RoleChoice = {
  roleId: number;
  roleName: string;
  roleKey: string;
  status: "0" | "1";
  flag: boolean;
  assignable: boolean;
};
export type PostChoice = { postId: number; postCode: string; postName: string; status: "0" | "1" };

/** Reads users; all of it within the scope of who asks. */
export function createUserStore(db: Db) {
  return {
    async count(scope: Scope, query: UserQuery, members?: Members): Promise<number> {
      const counted = await sql<{ count: number }>`select count(*)::int as count from sys_user u
        where ${matching(scope, query)} and ${holding(members)}`.execute(db);
      return counted.rows[0]?.count ?? 0;
    },

    async list(caller: Caller, query: UserQuery, page: Page, members?: Members): Promise<UserRow[]> {
      const where = sql`${matching(caller.scope, query)} and ${holding(members)}`;
      return readRows(
        db,
        caller,
        sql`where ${where} ${order(query)} limit ${page.limit} offset ${page.offset}`,
      );
    },

    async listAfter(caller: Caller, query: UserQuery, afterId: number, limit: number): Promise<UserRow[]> {
      const where = matching(caller.scope, query);
      return readRows(db, caller, sql`where ${where} and u.id > ${afterId} order by u.id limit ${limit}`);
    },

    /** Those of these users whom the scope knows. */
    async find(caller: Caller, ids: readonly number[]): Promise<UserRow[]> {
      const which = sql`u.id = any(${[...ids]}::int[]) order by u.id limit ${ids.length}`;
      return readRows(db, caller, sql`where ${present(caller.scope)} and ${which}`);
    },

    /** Roles that the caller knows of; `flag` at those that the user holds. */
    async isAdministrator(userId: number): Promise<boolean> {
      const found = await sql`select 1 from user_role ur join role r on r.id = ur.role_id
        where ur.user_id = ${userId}::int and r.role_key = 'admin'`.execute(db);
      return found.rows.length > 0;
    },

    async listRoles(caller: Caller, userId: number | null): Promise<RoleChoice[]> {
      const found = await sql<RoleChoice>`
        select r.id as role_id, r.name as role_name, r.role_key, r.status,
          exists (select 1 from user_role ur where ur.role_id = r.id and ur.user_id = ${userId}::int) as flag,
          not ${isRoleBeyond(caller, "r.id")} as assignable
        from role r where ${isRoleKnown(caller.scope, "r")} order by r.role_sort, r.id limit 1000`.execute(
        db,
      );
      return found.rows;
    },

    async listPosts(): Promise<PostChoice[]> {
      const found = await sql<PostChoice>`
        select id as post_id, post_code, post_name, status from post order by post_sort, id limit 1000`.execute(
        db,
      );
      return found.rows;
    },

    async listPostIds(userId: number): Promise<number[]> {
      const found = await db
        .selectFrom("userPost")
        .select("postId")
        .where("userId", "=", userId)
        .orderBy("postId")
        .limit(1000)
        .execute();
      return found.map((one) => one.postId);
    },
  };
}

/** Those who hold a role, or those who might: a unit's role is for the unit and what is below it. */
export type Members = { roleId: number; holds: boolean };

function holding(members: Members | undefined): RawBuilder<boolean> {
  if (members === undefined) return sql<boolean>`true`;
  const holds = sql<boolean>`exists (select 1 from user_role held where held.user_id = u.id and held.role_id = ${members.roleId})`;
  if (members.holds) return holds;
  const unit = sql`(select dept_id from role where id = ${members.roleId})`;
  return sql<boolean>`not ${holds} and (${unit} is null or u.dept_id in ${belowUnit(unit)})`;
}

type Page = { limit: number; offset: number };

const sortColumns = {
  userId: sql`u.id`,
  userName: sql`u.user_name`,
  nickName: sql`u.nick_name`,
  createTime: sql`u.created_at`,
};

function order(query: UserQuery): RawBuilder<unknown> {
  const direction = query.isAsc === "desc" ? sql`desc` : sql`asc`;
  return sql`order by ${sortColumns[query.orderByColumn ?? "userId"]} ${direction}, u.id ${direction}`;
}

/** APP users have a list of their own. */
function present(scope: Scope): RawBuilder<boolean> {
  return sql<boolean>`u.deleted_at is null and not u.app_user and ${inScope(scope, "u.dept_id", "u.id")}`;
}

function matching(scope: Scope, query: UserQuery): RawBuilder<boolean> {
  const parts = [present(scope)];
  const holds = (column: RawBuilder<unknown>, text: string | undefined) => {
    if (text !== undefined) parts.push(sql<boolean>`${column} ilike ${containing(text)}`);
  };
  if (query.keyword !== undefined) {
    // The column is in small letters: LIKE is a twentieth of ILIKE's work.
    parts.push(sql<boolean>`u.search_text like lower(${containing(query.keyword)}::text)`);
  }
  holds(sql`u.user_name`, query.userName);
  holds(sql`u.nick_name`, query.nickName);
  holds(sql`u.phonenumber`, query.phonenumber);
  holds(sql`u.email`, query.email);
  if (query.userId !== undefined) parts.push(sql<boolean>`u.id = ${query.userId}`);
  if (query.status !== undefined) parts.push(sql<boolean>`u.status = ${query.status}`);
  if (query.deptId !== undefined) {
    parts.push(sql<boolean>`u.dept_id in ${belowUnit(sql`${query.deptId}`)}`);
  }
  parts.push(...inSpan(sql`u.created_at`, query));
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

/**
 * The page is found first, by ids alone, so that an index of the list or of the search answers it; what is alongside
 * a user is read for its rows alone.
 */
async function readRows(db: Db, caller: Caller, which: RawBuilder<unknown>): Promise<UserRow[]> {
  const found = await sql<Omit<UserRow, "dept">>`
    with page as materialized (select u.id, row_number() over () as place from
      (select u.id from sys_user u ${which}) u),
    found as materialized (select u.*, page.place from page join sys_user u on u.id = page.id)
    select u.id as user_id, u.user_name, u.nick_name, u.dept_id, coalesce(d.name, '') as dept_name,
      u.phonenumber, u.email, u.sex, u.remark, u.status, u.avatar_url as avatar, u.created_at,
      u.created_by as create_by, u.updated_at, u.valid_until::text as valid_until,
      case when u.password_hash is null then 'none' when u.password_until is null then 'own' else 'oneTime' end as password,
      case when u.service_account then '1' else '0' end as service_account,
      coalesce((select string_agg(r.name, ', ' order by r.role_sort, r.id) from user_role ur
        join role r on r.id = ur.role_id where ur.user_id = u.id), '') as role_names,
      seen.last_seen_at, coalesce(seen.address, '') as login_ip,
      not ${isUserBeyond(caller, "u.id")} as changeable
    from found u left join dept d on d.id = u.dept_id
      left join lateral (select s.last_seen_at, s.address from session s where s.user_id = u.id
        order by s.last_seen_at desc limit 1) seen on true
    order by u.place`.execute(db);
  return found.rows.map((row) => ({
    ...row,
    dept: row.deptId === null ? null : { deptId: row.deptId, deptName: row.deptName },
  }));
}
