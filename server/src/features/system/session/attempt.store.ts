import { sql } from "kysely";
import { inScope, type Scope } from "../../../platform/scope.ts";
import type { Db } from "../../../platform/store/database.ts";
import type { LogInUser } from "./log-in-refusal.ts";

export type AttemptStore = ReturnType<typeof createAttemptStore>;

/** From which failure on tries have to wait; the wait doubles with each from 5 s to `maxWaitS`. */
export type AttemptLimit = { key: string; free: number; maxWaitS: number };

/** Tries to log in by whom they are counted for. A try counts as a failure until it is given back. */
export function createAttemptStore(db: Db) {
  const firstWaitS = 5;

  return {
    /**
     * Counts a try before it is made, in one statement: of tries that come together, each sees those before it. Null
     * where it is counted; the seconds to wait where it may not be made yet.
     */
    async reserve({ key, free, maxWaitS }: AttemptLimit): Promise<number | null> {
      const isOver = sql`f.last_at < now() - interval '1 hour'`;
      const wait = sql`make_interval(secs => least(${maxWaitS}::int, ${firstWaitS} * 2 ^ least(f.failures - ${free}::int, 20)))`;
      const counted = await sql`
        insert into login_failure as f (key, failures, last_at) values (${key}, 1, now())
        on conflict (key) do update
          set failures = case when ${isOver} then 1 else f.failures + 1 end, last_at = now()
          where ${isOver} or f.failures < ${free}::int or f.last_at + ${wait} <= now()
        returning 1`.execute(db);
      if (counted.rows.length > 0) return null;
      const waits = await sql<{ seconds: number }>`
        select ceil(extract(epoch from f.last_at + ${wait} - now()))::int as seconds
        from login_failure f where f.key = ${key}`.execute(db);
      return Math.max(1, waits.rows[0]?.seconds ?? 1);
    },

    /** A try that was none: the password was right, or it was never looked at. */
    async giveBack(key: string): Promise<void> {
      await sql`update login_failure set failures = greatest(0, failures - 1) where key = ${key}`.execute(db);
    },

    async clear(key: string): Promise<void> {
      await db.deleteFrom("loginFailure").where("key", "=", key).execute();
    },

    /** Everything that is counted for an account: with each address, and as a whole. */
    async clearAccount(prefix: string, keys: readonly string[]): Promise<void> {
      await sql`delete from login_failure where key = any(${[...keys]}::text[]) or starts_with(key, ${prefix})`.execute(
        db,
      );
    },

    /** Whose account it is, of those in the caller's scope. */
    async findAccount(scope: Scope, userName: string): Promise<LogInUser | undefined> {
      const found = await sql<LogInUser>`
        select u.id, u.user_name as name, u.dept_id as unit_id from sys_user u
        where lower(u.user_name) = ${userName.toLowerCase()} and u.deleted_at is null
          and ${inScope(scope, "u.dept_id", "u.id")} limit 1`.execute(db);
      return found.rows[0];
    },

    /** Whether the account has an open session from this address: its own user is not shut out by what others try. */
    async hasSessionAt(userName: string, address: string): Promise<boolean> {
      const found = await sql`
        select 1 from session s join sys_user u on u.id = s.user_id
        where lower(u.user_name) = ${userName.toLowerCase()} and s.expires_at > now() and s.address = ${address}
        limit 1`.execute(db);
      return found.rows.length > 0;
    },
  };
}
