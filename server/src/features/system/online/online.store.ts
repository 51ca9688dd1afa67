import type { QueryOf } from "@tracewater/contract/call";
import type { listOnline } from "@tracewater/contract/system/online";
import type { SecondFactor, WayIn } from "@tracewater/contract/system/ways-in";
import { type RawBuilder, sql } from "kysely";
import type { Caller } from "../../../platform/caller.ts";
import { inScope } from "../../../platform/scope.ts";
import { containing } from "../../../platform/store/contains.ts";
import type { Db } from "../../../platform/store/database.ts";
import { isUserBeyond } from "../grants.store.ts";

export type OnlineQuery = QueryOf<typeof listOnline>;
export type OnlineRow = {
  tokenId: number;
  userId: number;
  userName: string;
  nickName: string;
  deptName: string;
  ipaddr: string;
  agent: string;
  way: WayIn;
  factor: SecondFactor;
  bound: boolean;
  createdAt: Date;
  lastSeenAt: Date;
  current: boolean;
  changeable: boolean;
};

/** The sessions that are open: of the people in the caller's scope, or their own. */
export function createOnlineStore(db: Db) {
  const read = async (caller: Caller, which: RawBuilder<unknown>): Promise<OnlineRow[]> => {
    const found = await sql<OnlineRow>`
      select s.id::float8 as token_id, u.id as user_id, u.user_name, u.nick_name, coalesce(d.name, '') as dept_name,
        s.address as ipaddr, s.agent, s.way, s.factor, s.cookie_hash is not null as bound, s.created_at, s.last_seen_at,
        s.id = ${caller.sessionId}::bigint as current, not ${isUserBeyond(caller, "u.id")} as changeable
      from session s join sys_user u on u.id = s.user_id left join dept d on d.id = u.dept_id
      where s.expires_at > now() and ${which}`.execute(db);
    return found.rows;
  };
  return {
    async count(caller: Caller, query: OnlineQuery): Promise<number> {
      const counted = await sql<{ count: number }>`
        select count(*)::int as count from session s join sys_user u on u.id = s.user_id
        where s.expires_at > now() and ${matching(caller, query)}`.execute(db);
      return counted.rows[0]?.count ?? 0;
    },

    list: (caller: Caller, query: OnlineQuery, page: { limit: number; offset: number }) =>
      read(
        caller,
        sql`${matching(caller, query)} order by s.last_seen_at desc, s.id desc limit ${page.limit} offset ${page.offset}`,
      ),

    /** Those of these sessions that the caller's scope knows. */
    find: (caller: Caller, ids: readonly string[]) =>
      read(
        caller,
        sql`s.id = any(${[...ids]}::bigint[]) and ${inScope(caller.scope, "u.dept_id", "u.id")} limit ${ids.length}`,
      ),

    listOwn: (caller: Caller) =>
      read(caller, sql`u.id = ${caller.userId} order by s.last_seen_at desc, s.id desc limit 200`),
  };
}

function matching(caller: Caller, query: OnlineQuery): RawBuilder<boolean> {
  const parts = [inScope(caller.scope, "u.dept_id", "u.id")];
  if (query.keyword !== undefined) {
    const pattern = containing(query.keyword);
    parts.push(sql<boolean>`(u.search_text ilike ${pattern} or s.address ilike ${pattern})`);
  }
  if (query.userName !== undefined) parts.push(sql<boolean>`u.user_name ilike ${containing(query.userName)}`);
  if (query.ipaddr !== undefined) parts.push(sql<boolean>`s.address ilike ${containing(query.ipaddr)}`);
  if (query.bound !== undefined)
    parts.push(sql<boolean>`(s.cookie_hash is not null) = ${query.bound === "1"}`);
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}
