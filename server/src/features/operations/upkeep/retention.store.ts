import { type RawBuilder, sql } from "kysely";
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

    deleteDeviceLogs: (before: Date, signal: AbortSignal) =>
      inBatches(
        () =>
          affected(
            sql`delete from device_log where id = any(array(
              select id from device_log where received_at < ${before} limit ${batch}))`.execute(db),
          ),
        signal,
      ),

    /** One that goes on stays, however long it does. */
    deleteConnections: (before: Date, signal: AbortSignal) =>
      inBatches(
        () =>
          affected(
            sql`delete from device_connection where ctid = any(array(
              select ctid from device_connection where until < ${before} limit ${batch}))`.execute(db),
          ),
        signal,
      ),

    /** Of commands that have ended; those of a device under a legal hold stay. */
    deleteCommandSteps: (before: Date, signal: AbortSignal) =>
      inBatches(
        () =>
          affected(
            sql`delete from command_step where id = any(array(
              select s.id from command_step s join command c on c.id = s.command_id
              where s.at < ${before} and c.state not in ('queued', 'sent', 'acknowledged')
                and ${unheld(sql`c.device_id`, sql`s.at`)} limit ${batch}))`.execute(db),
          ),
        signal,
      ),

    /** Those that reached a device under a legal hold stay. */
    deleteFirings: (before: Date, signal: AbortSignal) =>
      inBatches(
        () =>
          affected(
            sql`delete from timed_firing where id = any(array(
              select f.id from timed_firing f join timed_task t on t.id = f.timed_task_id
              where f.at < ${before} and ${unheld(sql`t.device_id`, sql`f.at`)}
                and not exists (select from command c where c.batch_id = f.batch_id
                  and not ${unheld(sql`c.device_id`, sql`f.at`)})
              limit ${batch}))`.execute(db),
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

function unheld(deviceId: RawBuilder<unknown>, at: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`not exists (select from reading_hold h where h.device_id = ${deviceId}
    and h.lifted_at is null and ${at} >= h.begin_at and ${at} < coalesce(h.end_at, 'infinity'))`;
}
