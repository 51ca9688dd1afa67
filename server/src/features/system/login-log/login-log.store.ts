import type { SecondFactor, WayIn } from "@tracewater/contract/system/ways-in";
import type { TimeSpan } from "@tracewater/contract/time-span";
import { type RawBuilder, sql } from "kysely";
import { inScope, type Scope } from "../../../platform/scope.ts";
import { containing } from "../../../platform/store/contains.ts";
import type { Db } from "../../../platform/store/database.ts";
import { inSpan } from "../../../platform/store/search-span.ts";

export type LogInRow = {
  id: string;
  at: Date;
  userName: string;
  deptName: string | null;
  kind: "logIn" | "logOut";
  ok: boolean;
  reason: string;
  address: string;
  agent: string;
  way: WayIn;
  factor: SecondFactor;
};

export type NewLogIn = Omit<LogInRow, "id" | "deptName"> & { userId: number | null; unitId: number | null };

export type LogInFilter = {
  span: TimeSpan;
  userName: string | undefined;
  ipaddr: string | undefined;
  status: "0" | "1" | undefined;
  reason: string | undefined;
  way: WayIn | undefined;
  /** One user's own log. */
  userId?: number;
};

/** How far a count goes; what is beyond is shown as more. */
export const maxCounted = 10_000;

export function createLogInStore(db: Db) {
  const columns = sql`l.id, l.at, l.user_name, d.name as dept_name, l.kind, l.ok, l.reason, l.address, l.agent, l.way, l.factor`;

  return {
    async add(entry: NewLogIn): Promise<void> {
      await db.insertInto("loginLog").values(entry).execute();
    },

    async list(
      scope: Scope,
      filter: LogInFilter,
      page: { limit: number; offset: number },
      order: { byUser: boolean; ascending: boolean },
    ): Promise<LogInRow[]> {
      const way = sql.raw(order.ascending ? "asc" : "desc");
      // By name: among the newest that are counted, as no index holds that order.
      const sorted = (table: string) =>
        order.byUser
          ? sql`${sql.ref(`${table}.user_name`)} ${way}, ${sql.ref(`${table}.id`)} desc`
          : sql`${sql.ref(`${table}.id`)} ${way}`;
      const from = order.byUser
        ? sql`(select id, user_name from login_log where ${matching(scope, filter)}
            order by id desc limit ${maxCounted}::int) login_log`
        : sql`login_log where ${matching(scope, filter)}`;
      const found = await sql<LogInRow>`
        select ${columns} from (
          select id from ${from}
          order by ${sorted("login_log")} limit ${page.limit}::int offset ${page.offset}::int) found
        join login_log l using (id) left join dept d on d.id = l.unit_id order by ${sorted("l")}`.execute(db);
      return found.rows;
    },

    async listAfter(scope: Scope, filter: LogInFilter, afterId: string, limit: number): Promise<LogInRow[]> {
      const found = await sql<LogInRow>`
        select ${columns} from (
          select id from login_log where ${matching(scope, filter)} and id > ${afterId}::bigint
          order by id limit ${limit}::int) found
        join login_log l using (id) left join dept d on d.id = l.unit_id order by l.id`.execute(db);
      return found.rows;
    },

    /** Exact up to `maxCounted`, one more where there are more. */
    async count(scope: Scope, filter: LogInFilter): Promise<number> {
      const found = await sql<{ count: number }>`
        select count(*)::int as count from (
          select 1 from login_log where ${matching(scope, filter)} order by id desc limit ${maxCounted + 1}::int
        ) found`.execute(db);
      return found.rows[0]?.count ?? 0;
    },

    /** What is older than this goes; gives how many rows that were. */
    async removeBefore(before: Date): Promise<number> {
      const removed = await db.deleteFrom("loginLog").where("at", "<", before).executeTakeFirst();
      return Number(removed.numDeletedRows);
    },
  };
}

function matching(scope: Scope, filter: LogInFilter): RawBuilder<boolean> {
  const { span, userName, ipaddr, status, reason, way, userId } = filter;
  const parts = [inScope(scope, "login_log.unit_id")];
  parts.push(...inSpan(sql`at`, span));
  if (userName !== undefined) parts.push(sql`user_name ilike ${containing(userName)}`);
  if (ipaddr !== undefined) parts.push(sql`address like ${containing(ipaddr)}`);
  if (status !== undefined) parts.push(sql`ok = ${status === "0"}`);
  if (reason !== undefined) parts.push(sql`reason = ${reason}`);
  if (way !== undefined) parts.push(sql`way = ${way}`);
  if (userId !== undefined) parts.push(sql`user_id = ${userId}`);
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}
