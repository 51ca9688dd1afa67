import { sql } from "kysely";
import type { Db } from "../../../platform/store/database.ts";

/** Rows that one statement deletes: short enough that nobody waits for it. */
const batch = 20_000;

/** What retention takes out of the store. */
export function createRetentionStore(db: Db) {
  /** Deletes in batches until nothing is left, or until it is stopped; how many rows went. */
  async function inBatches(one: () => Promise<bigint>, signal: AbortSignal): Promise<number> {
    let gone = 0;
    while (!signal.aborted) {
      const last = Number(await one());
      gone += last;
      if (last < batch) break;
    }
    return gone;
  }

  const affected = async (run: Promise<{ numAffectedRows?: bigint }>) => (await run).numAffectedRows ?? 0n;

  return {
    /** The log of device messages has no key of its own, so rows go by their place. */
    deleteMessages: (before: Date, signal: AbortSignal) =>
      inBatches(
        () =>
          affected(
            sql`delete from message_log where ctid = any(array(
              select ctid from message_log where received_at < ${before} limit ${batch}))`.execute(db),
          ),
        signal,
      ),

    deleteJobLogs: (before: Date, signal: AbortSignal) =>
      inBatches(
        () =>
          affected(
            sql`delete from job_log where id = any(array(
              select id from job_log where started_at < ${before} and state <> 'running' limit ${batch}))`.execute(
              db,
            ),
          ),
        signal,
      ),

    async deleteSessions(): Promise<number> {
      return Number(await affected(sql`delete from session where expires_at < now()`.execute(db)));
    },

    async deleteCaptchas(): Promise<number> {
      return Number(await affected(sql`delete from captcha where expires_at < now()`.execute(db)));
    },

    /** Failures older than an hour count no more. */
    async deleteLoginFailures(): Promise<number> {
      const gone = sql`delete from login_failure where last_at < now() - interval '1 hour'`.execute(db);
      return Number(await affected(gone));
    },
  };
}
